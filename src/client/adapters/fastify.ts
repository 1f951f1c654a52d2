import { type ReceiveOptions, receiver } from './receive';

/** As much of Fastify as is used; its types are not needed to use this. */
interface FastifyLike {
  removeContentTypeParser(type: string): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
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

/** A plugin: `app.register(fastifyEvents({ path: '/hooks', … }))`. In its own scope bodies stay bytes. */
export function fastifyEvents({ path, ...options }: ReceiveOptions & { readonly path: string }) {
  const receive = receiver(options);
  return async (app: FastifyLike): Promise<void> => {
    // The application's own parser of JSON, inherited by this scope, would get the bytes first.
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    app.post(path, async ({ body, headers }, reply) => {
      const { status, reason } = await receive({ rawBody: body as Buffer, headers });
      return reply
        .code(status)
        .type('text/plain; charset=utf-8')
        .send(status === 204 ? undefined : reason);
    });
  };
}
