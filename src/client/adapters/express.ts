import { type ReceiveOptions, receiver } from './receive';

const LARGEST_BODY_BYTES = 1024 * 1024;

/** The parts of Node's request and response that are used here, so that its types are not needed. */
interface Incoming extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly complete: boolean;
  readonly readableEnded: boolean;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

interface ServerResponse {
  writeHead(status: number, headers?: Record<string, string>): { end(text?: string): unknown };
  destroy(): unknown;
}

/**
 * A handler for Express or for Node's own server. Mount it before any body parser, or after
 * `express.raw({ type: 'application/json' })`. A parsed body cannot be verified.
 */
export function expressEvents(options: ReceiveOptions) {
  const receive = receiver(options);
  return async (request: Incoming, response: ServerResponse, next?: (error: unknown) => void): Promise<void> => {
    try {
      const rawBody = await rawBodyOf(request);
      if (rawBody === null) return answer(response, 413, 'the body is larger than any event');
      const { status, reason } = await receive({ rawBody, headers: request.headers });
      answer(response, status, reason);
    } catch (error) {
      // This promise never rejects: Express 4 and Node do not await it, and a rejection would end the process.
      failed(error, request, response, next);
    }
  };
}

function failed(error: unknown, request: Incoming, response: ServerResponse, next?: (error: unknown) => void): void {
  // The sender disconnected before the end of the body, so there is nobody to answer. This is not an error.
  if (!request.complete) response.destroy();
  else if (next !== undefined) next(error);
  else {
    console.error(error);
    answer(response, 500, '');
  }
}

function answer(response: ServerResponse, status: number, reason: string): void {
  if (reason === '') response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(reason);
}

/**
 * Null if the body is too large. The rest is still read, and dropped: unread data on the connection would delay the
 * answer and the next post.
 */
async function rawBodyOf(request: Incoming): Promise<Uint8Array | string | null> {
  // Cloud functions keep the raw bytes next to the parsed body.
  if (request.rawBody instanceof Uint8Array) return request.rawBody;
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
    if (bytes <= LARGEST_BODY_BYTES) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  return bytes <= LARGEST_BODY_BYTES ? Buffer.concat(chunks) : null;
}
