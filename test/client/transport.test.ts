import { createServer, type IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { type ApiError, ConflictError, createClient, UnexpectedAnswerError } from '../../src/client';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';

interface Scripted {
  readonly status: number;
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
  /** Ends the connection without an answer. */
  readonly drop?: boolean;
}

describe('the client over HTTP', () => {
  let script: Scripted[];
  let seen: { readonly method: string; readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  let slept: number[];

  const service = openedOnce(() =>
    listening(
      createServer((request, response) => {
        seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
        const { status, body = '', headers = {}, drop } = script.length > 1 ? script.shift()! : script[0]!;
        if (drop) return request.socket.destroy();
        response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      }),
    ),
  );
  beforeEach(() => {
    seen = [];
    slept = [];
  });

  const client = (options: object = {}) =>
    createClient({ baseUrl: service.url, apiKey: 'rak_x', sleep: async (ms) => void slept.push(ms), ...options });
  const answers = (...scripted: Scripted[]) => {
    script = scripted;
  };
  const request = (fields: object = {}) => ({
    server_now: 1,
    request: { id: 'req_1', outcome: null, state: 'notified', action: 'a', params: {}, ...fields },
  });
  const failure = async (call: Promise<unknown>): Promise<ApiError> => {
    try {
      await call;
    } catch (error) {
      return error as ApiError;
    }
    throw new Error('the call succeeded');
  };

  it('the client throws an error with what the service says of it, and does not retry', async () => {
    const body = { error: 'what is wrong', kind: 'already_claimed' };
    answers({ status: 409, body, headers: { 'apigw-requestid': 'abc=', 'x-extra': 'yes' } });
    const error = await failure(client().claim('req_1'));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      ...{ status: 409, kind: 'already_claimed', retryable: false, requestId: 'abc=' },
      message: 'POST /v1/requests/req_1/claim answered 409: what is wrong',
    });
    expect(error.headers.get('x-extra')).toBe('yes');
    expect(seen).toHaveLength(1);
  });

  it('the client retries a 5xx, a gateway’s own page and a lost answer with one Idempotency-Key', async () => {
    answers(
      { status: 500, body: { error: 'x', kind: 'internal' } },
      { status: 502, body: '<html>' },
      { status: 0, drop: true },
      { status: 202, body: request() },
    );
    const created = await client().createRequest({ action: 'a', requester: 'op' });
    expect(created).toMatchObject({ replayed: false, request: { id: 'req_1' } });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
    expect(keys[0]).toMatch(/./);
    expect(slept).toHaveLength(3);
  });

  it('the client never sends its key to another host: a redirect is an unexpected answer', async () => {
    let asked = 0;
    const { url: location, close } = await listening(createServer((_, response) => response.end(String(asked++))));
    for (const status of [301, 302, 307, 308]) {
      answers({ status, headers: { location } });
      expect(await failure(client().createRequest({ action: 'a', requester: 'op' }))).toBeInstanceOf(
        UnexpectedAnswerError,
      );
    }
    expect([seen.length, asked]).toEqual([4, 0]);
    await close();
  });

  it('no error contains the key, whatever is wrong with it or with the address', async () => {
    answers({ status: 0, drop: true });
    const errors = [
      await failure(client({ apiKey: 'rak_secret', retries: 0 }).getRequest('req_1')),
      await failure((async () => client({ apiKey: 'rak_secret\n' }).getRequest('req_1'))()),
      await failure((async () => client({ baseUrl: 'https://rak_secret@host' }).getRequest('req_1'))()),
    ];
    for (const error of errors) expect(inspect(error, { depth: null })).not.toContain('rak_secret');
  });

  it('the client sends an id as one step of the path, whatever it contains', async () => {
    answers({ status: 404, body: { error: 'x', kind: 'not_found' } });
    await failure(client().getRequest('../a b?c#d'));
    expect(seen.map(({ path }) => path)).toEqual(['/v1/requests/..%2Fa%20b%3Fc%23d']);
  });
});
