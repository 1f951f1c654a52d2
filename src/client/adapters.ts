/**
 * Adapters for frameworks that receive events. Each verifies the post, answers 400 if it is not authentic, calls `onEvent`
 * and answers 2xx.
 */

import { type EventSecrets, type EventToVerify, EventVerificationError, signingKeys, verifyEvent } from './events';
import type { RequestEvent } from './types';

export interface ReceiveOptions extends EventSecrets {
  /**
   * Record the event's id and return; do the work elsewhere. If it throws, the framework's own error handling answers
   * 5xx, and the service posts the event again.
   */
  readonly onEvent: (event: RequestEvent) => Promise<void> | void;
  /** Called with the reason when a post is answered with 400. The answer's body has the same reason. */
  readonly onRefused?: (error: EventVerificationError) => void;
  readonly toleranceSeconds?: number;
}

export interface Received {
  readonly status: 204 | 400;
  /** The reason, for the answer's body. It contains no secret. Empty on 204. */
  readonly reason: string;
}

export type Post = Pick<EventToVerify, 'rawBody' | 'headers'>;

/** Throws TypeError immediately if a secret is missing, and not only at the first event. */
function receiver(options: ReceiveOptions): (post: Post) => Promise<Received> {
  signingKeys(options);
  return async (post) => {
    let event: RequestEvent;
    try {
      event = verifyEvent({ ...options, ...post });
    } catch (error) {
      if (!(error instanceof EventVerificationError)) throw error;
      options.onRefused?.(error);
      return { status: 400, reason: `${error.reason}: ${error.message}` };
    }
    await options.onEvent(event);
    return { status: 204, reason: '' };
  };
}

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

/** The parts of Fastify that are used here, so that its types are not a dependency. */
interface FastifyLike {
  removeContentTypeParser(type: string): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown;
}

interface FastifyRequestLike {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface FastifyReplyLike {
  code(status: number): { type(mime: string): { send(body?: string): unknown } };
}

/** A plugin: `app.register(fastifyEvents({ path: '/hooks', … }))`. Within its own scope, bodies stay bytes. */
export function fastifyEvents({ path, ...options }: ReceiveOptions & { readonly path: string }) {
  const receive = receiver(options);
  return async (app: FastifyLike): Promise<void> => {
    // Otherwise the application's own JSON parser, which this scope inherits, would get the bytes first.
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    app.post(path, async ({ body, headers }, reply) => {
      const { status, reason } = await receive({ rawBody: body as Uint8Array, headers });
      return reply
        .code(status)
        .type('text/plain; charset=utf-8')
        .send(status === 204 ? undefined : reason);
    });
  };
}

/** The common part of the events of API Gateway (REST and HTTP), function URLs and load balancers. */
interface GatewayEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A Lambda handler behind API Gateway or a function URL. Accepts base64 bodies and headers in any case. */
export function lambdaEvents(options: ReceiveOptions): (event: GatewayEvent) => Promise<GatewayAnswer> {
  const receive = receiver(options);
  return async (event) => {
    const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded === true ? 'base64' : 'utf8');
    const { status, reason } = await receive({ rawBody, headers: event.headers ?? event.multiValueHeaders ?? {} });
    if (status === 204) return { statusCode: status, body: '' };
    return { statusCode: status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: reason };
  };
}
