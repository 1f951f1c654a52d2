import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReceiveOptions, receive } from './receive';

const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * A handler for Express, or for Node's own server. Mount it before any body parser, or behind
 * `express.raw({ type: 'application/json' })`: a body that was parsed cannot be verified any more.
 */
export function expressEvents(options: ReceiveOptions) {
  return async (request: IncomingMessage & { readonly body?: unknown }, response: ServerResponse): Promise<void> => {
    const rawBody = await rawBodyOf(request);
    if (rawBody === null) {
      response.writeHead(413).end();
      return;
    }
    const { status } = await receive(options, rawBody, header(request.headers['service-signature']));
    response.writeHead(status).end();
  };
}

async function rawBodyOf(request: IncomingMessage & { readonly body?: unknown }): Promise<Uint8Array | string | null> {
  if (request.body instanceof Uint8Array || typeof request.body === 'string') return request.body;
  if (typeof request.body === 'object' && request.body !== null && request.readableEnded) {
    throw new TypeError(
      'the body was parsed before the signature was verified: mount expressEvents before express.json(), or use express.raw()',
    );
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > LARGEST_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

export function header(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
