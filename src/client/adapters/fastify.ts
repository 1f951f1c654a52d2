import { header } from './express';
import { type ReceiveOptions, receive } from './receive';

/** As much of Fastify as is used; its types are not needed to use this. */
interface FastifyLike {
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
  code(status: number): { send(): unknown };
}

/** A plugin: `app.register(fastifyEvents({ path: '/hooks', … }))`. In its own scope bodies stay bytes. */
export function fastifyEvents({ path, ...options }: ReceiveOptions & { readonly path: string }) {
  return async (app: FastifyLike): Promise<void> => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    app.post(path, async (request, reply) => {
      const { status } = await receive(options, request.body as Buffer, header(request.headers['service-signature']));
      return reply.code(status).send();
    });
  };
}
