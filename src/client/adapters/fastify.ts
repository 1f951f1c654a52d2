import { type ReceiveOptions, receiver } from './receive';

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
