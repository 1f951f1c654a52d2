/** What the client refuses to begin, and what it never says. */
import {
  type ClientOptions,
  ConnectionError,
  createClient,
  MismatchError,
  operationHash,
  ServerError,
} from '../../src/client';
import { withoutFeed } from './without-feed';

const KEY = 'rak_secret';
const made = (options: Partial<ClientOptions>) =>
  createClient({ baseUrl: 'https://a.example', apiKey: KEY, sleep: async () => undefined, ...options });
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
/** Answers in this order, then repeats the last one. */
const fetching = (answers: (() => Response)[]): typeof fetch => {
  let at = 0;
  return async () => answers[Math.min(at++, answers.length - 1)]!();
};

describe('a client that could make no call', () => {
  it.each(['', 'a.example', 'ftp://a.example', '/v1', 'https://user:pass@a.example', undefined as unknown as string])(
    'a client is not created for the address %j',
    (baseUrl) => expect(() => made({ baseUrl })).toThrow(TypeError),
  );

  it.each(['', `${KEY}\n`, `${KEY}\nx`, ` ${KEY}`, `${KEY}ż`, undefined as unknown as string])(
    'a client is not created with the key %j, and the error does not repeat the key',
    (apiKey) => expect(() => made({ apiKey })).toThrow(/^(?!.*rak_secret)`apiKey`/),
  );

  it.each(['', 'x'.repeat(256), 'zażółć', 'a\nb'])(
    'a client does not send the Idempotency-Key %j',
    async (idempotencyKey) => {
      const sent = jest.fn();
      const request = { action: 'a', requester: 'op' };
      await expect(made({ fetch: sent }).createRequest(request, { idempotencyKey })).rejects.toThrow(TypeError);
      expect(sent).not.toHaveBeenCalled();
    },
  );

  it.each(['', '.', '..'])('a client does not call another path for the id %j', async (id) => {
    const sent = jest.fn();
    await expect(made({ fetch: sent }).claim(id)).rejects.toThrow(TypeError);
    expect(sent).not.toHaveBeenCalled();
  });

  it('a client sends an id as one step of the path, whatever it contains', async () => {
    const sent = jest.fn(async () => answer(404, { error: 'no such request', kind: 'not_found' }));
    await made({ fetch: sent })
      .getRequest('../keys?x#y')
      .catch(() => undefined);
    expect(sent.mock.calls[0]).toEqual(['https://a.example/v1/requests/..%2Fkeys%3Fx%23y', expect.anything()]);
  });

  it('a body that cannot be serialized is not treated as a lost connection', async () => {
    const sent = jest.fn();
    const request = { action: 'a', requester: 'op', params: { amount: 1n } } as never;
    await expect(made({ fetch: sent }).createRequest(request)).rejects.toThrow(TypeError);
    expect(sent).not.toHaveBeenCalled();
  });
});

it('JSON without `server_now` is treated as the answer of another server', async () => {
  await expect(
    made({ fetch: fetching([() => answer(200, { message: 'welcome' })]) }).getRequest('req_1'),
  ).rejects.toMatchObject({
    name: 'UnexpectedAnswerError',
    status: 200,
    kind: null,
    retryable: false,
  });
});

it.each([
  [400, 'invalid', 'InvalidError', false],
  [401, null, 'AuthenticationError', false],
  [403, null, 'PermissionError', false],
  [404, 'not_found', 'NotFoundError', false],
  [409, 'already_claimed', 'ConflictError', false],
  [410, 'window_closed', 'WindowClosedError', false],
  [413, 'too_large', 'InvalidError', false],
  [422, 'refused', 'RefusedError', false],
  [422, 'invalid', 'InvalidError', false],
  [429, null, 'RateLimitedError', true],
  [500, 'internal', 'ServerError', true],
])('an answer %i %s has its status, kind, message and whether to retry', async (status, kind, name, retryable) => {
  const body = { error: 'in words', ...(kind === null ? {} : { kind }) };
  const call = made({ fetch: fetching([() => answer(status, body)]), retries: 0 }).getRequest('req_1');
  await expect(call).rejects.toMatchObject({
    name,
    status,
    kind,
    retryable,
    message: expect.stringContaining('in words'),
  });
});

it('a call without an answer has a kind, a message and whether to retry', async () => {
  const down = async () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }));
  await expect(made({ fetch: down, retries: 0 }).getRequest('req_1')).rejects.toMatchObject({
    name: 'ConnectionError',
    status: null,
    kind: null,
    retryable: true,
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

describe('a wait of hours', () => {
  const params = { charge: 'ch_1' };
  const operation = { action: 'refund', params };
  const record = {
    id: 'req_1',
    ...operation,
    state: 'notified',
    outcome: null,
    operation_hash: operationHash('refund', params),
  };
  const open = () => answer(200, { server_now: 1, request: record });
  const authorized = () => answer(200, { server_now: 1, request: { ...record, outcome: 'authorized' } });
  const busy = () => answer(503, { error: 'busy', kind: 'internal' });
  const wait = (answers: (() => Response)[], options: Partial<ClientOptions> = {}) =>
    made({ retries: 0, ...options, fetch: withoutFeed(options.fetch ?? fetching(answers)) }).waitForVerdict(
      'req_1',
      operation,
    );

  it('a long wait survives an outage of minutes', async () => {
    let sleptMs = 0;
    const sleep = async (ms: number) => {
      sleptMs += ms;
    };
    expect((await wait([open, ...Array(25).fill(busy), authorized], { sleep })).outcome).toBe('authorized');
    expect(sleptMs).toBeGreaterThan(120_000);
  });

  it('a long wait ends if the service does not come back', async () => {
    await expect(wait([open, busy])).rejects.toBeInstanceOf(ServerError);
  });

  it('a wait does not start if the first read fails, because the address or the key may be wrong', async () => {
    const down = async () => Promise.reject(new TypeError('fetch failed'));
    const sleep = jest.fn();
    await expect(wait([], { fetch: down, sleep })).rejects.toBeInstanceOf(ConnectionError);
    await expect(wait([() => answer(401, { error: 'no live key' })], { sleep })).rejects.toMatchObject({ status: 401 });
    expect(sleep).not.toHaveBeenCalled();
  });

  it('a wait ends immediately if the key is revoked', async () => {
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    await expect(wait([open, () => answer(401, { error: 'no live key' })], { sleep })).rejects.toMatchObject({
      status: 401,
    });
    expect(slept).toHaveLength(1);
  });

  it('a wait pauses for as long as the service requests', async () => {
    const slept: number[] = [];
    const limited = () => answer(429, { error: 'slow down' }, { 'retry-after': '240' });
    await wait([open, limited, authorized], { sleep: async (ms) => void slept.push(ms) });
    expect(slept[1]).toBeGreaterThanOrEqual(240_000);
  });

  it('a wait does not accept the verdict of another request', async () => {
    const another = () => answer(200, { server_now: 1, request: { ...record, id: 'req_2', outcome: 'authorized' } });
    await expect(wait([another])).rejects.toBeInstanceOf(MismatchError);
  });
});

describe('a replayed answer', () => {
  const replayed = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
  const stored = (requester: string) => async () =>
    new Response(JSON.stringify({ server_now: 1, request: { id: 'req_1', requester } }), {
      status: 202,
      headers: replayed,
    });
  const request = { action: 'a', requester: 'op_alpha' };

  it('a replayed answer has the original request, also of another requester, and says that it is a replay', async () => {
    for (const requester of ['op_alpha', 'op_mallory']) {
      const client = made({ fetch: stored(requester) });
      await expect(client.createRequest(request, { idempotencyKey: 'k' })).resolves.toMatchObject({
        replayed: true,
        request: { requester },
      });
    }
  });
});
