/** What each call of the client sends, what it makes of the answer, and what it says where there is none. */
import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as sdk from '../../src/client';
import {
  AbortedError,
  ApiError,
  apiError,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  isRetryable,
  RateLimitedError,
  RefusedError,
  retryAfterMs,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  WaitTimeoutError,
} from '../../src/client';
import { sleep } from '../../src/client/polling';

const NEW = { action: 'refund', requester: 'op_alpha', params: { charge: 'ch_1' } };
const REPORT = { claim_id: 'clm_1', status: 'succeeded', reference: 're_1' } as const;
const answer =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
/** What the client passes to `fetch`. */
type Call = [url: string, init: RequestInit];
/** In place of the platform's `fetch`. Remembers its calls. */
const fetched = (given: (...call: Call) => Promise<Response>) => {
  const calls: Call[] = [];
  const fetching = ((...call: Call) => {
    calls.push(call);
    return given(...call);
  }) as typeof fetch;
  return { calls, fetch: fetching };
};
/** A connection that ends in the middle of the answer. */
const cutShort = (end: () => Error) => async () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(end()) }));
const request = { id: 'req_1', requester: 'op_alpha', outcome: null };
const found = { server_now: 1, request, proof: { files: {} } };
const made = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: 'https://a.example', apiKey: 'rak_x', retries: 0, sleep: async () => undefined, ...options });
const caught = (call: Promise<unknown>): Promise<Partial<UnexpectedAnswerError> | null> =>
  call.then(() => null).catch((error) => error);

/** Answers 404, and counts what reaches the network. */
const counting = () => {
  const { calls, fetch } = fetched(answer({ error: 'No such request.', kind: 'not_found' }, 404));
  return { client: made({ fetch }), calls: () => calls.length };
};
const OPERATION = { action: 'refund', params: { charge: 'ch_1' } };

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The call, its method, its path and its body. */
const CALLS: readonly (readonly [
  string,
  (client: Client, signal?: AbortSignal) => Promise<unknown>,
  string,
  unknown,
])[] = [
  ['create', (client, signal) => client.createRequest(NEW, { idempotencyKey: 'k', signal }), 'POST /v1/requests', NEW],
  ['read', (client, signal) => client.getRequest('req_1', { signal }), 'GET /v1/requests/req_1', null],
  ['read a proof', (client, signal) => client.getProof('req_1', { signal }), 'GET /v1/requests/req_1/proof', null],
  ['list', (client, signal) => client.listExecutable({ signal }), 'GET /v1/requests?executable=true', null],
  [
    'list, a page',
    (client, signal) => client.listExecutable({ limit: 3, after: 'a+b', signal }),
    'GET /v1/requests?executable=true&limit=3&after=a%2Bb',
    null,
  ],
  [
    'list some',
    (client, signal) => client.listExecutable({ limit: 3, signal }),
    'GET /v1/requests?executable=true&limit=3',
    null,
  ],
  ['claim', (client, signal) => client.claim('req_1', { signal }), 'POST /v1/requests/req_1/claim', null],
  [
    'claim for a while',
    (client, signal) => client.claim('req_1', { leaseSeconds: 60, signal }),
    'POST /v1/requests/req_1/claim',
    { lease_seconds: 60 },
  ],
  [
    'report',
    (client, signal) => client.report('req_1', REPORT, { signal }),
    'POST /v1/requests/req_1/execution',
    REPORT,
  ],
];

describe('a call', () => {
  it.each(CALLS)(
    'the call %s sends its path, its body and the key, and follows no redirect',
    async (_, call, line, body) => {
      const { calls, fetch } = fetched(answer(found));
      await call(made({ fetch }));
      const [method, path] = line.split(' ');
      const [url, init] = calls[0]!;
      expect(url).toBe(`https://a.example${path}`);
      expect(init).toEqual({
        method,
        redirect: 'manual',
        headers: {
          ...{ authorization: 'Bearer rak_x', accept: 'application/json', 'user-agent': expect.any(String) },
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(path === '/v1/requests' ? { 'idempotency-key': 'k' } : {}),
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        signal: expect.any(AbortSignal),
      });
    },
  );

  it.each(CALLS)('the call %s ends with the signal of its caller', async (_, call) => {
    const { fetch } = fetched(async (_url, { signal }) => {
      signal!.throwIfAborted();
      return answer(found)();
    });
    const reason = new Error('enough');
    expect(await caught(call(made({ fetch }), AbortSignal.abort(reason)))).toBe(reason);
  });

  it('the events are read a hundred at a time, after the given place', async () => {
    const { calls, fetch } = fetched(async () => {
      if (calls.length === 3) return answer({ error: 'the key was revoked' }, 401)();
      return answer({ server_now: 1, events: [{ id: 'evt_1' }], next: 'a b&c' })();
    });
    const failed = caught(
      (async () => {
        for await (const _ of made({ fetch }).events({ waitSeconds: 7 })) void _;
      })(),
    );
    await failed;
    expect(calls.slice(0, 2).map(([url]) => url)).toEqual([
      'https://a.example/v1/events?limit=100&wait=7',
      'https://a.example/v1/events?limit=100&after=a%20b%26c&wait=7',
    ]);
  });

  it.each(['https://a.example/', 'https://a.example///', 'https://a.example'])(
    'a call uses a path below %s',
    async (baseUrl) => {
      const { calls, fetch } = fetched(answer(found));
      await made({ baseUrl, fetch }).getRequest('req_1');
      expect(calls[0]![0]).toBe('https://a.example/v1/requests/req_1');
    },
  );

  it('a call can use a path below a proxy’s, also one that contains v1', async () => {
    const { calls, fetch } = fetched(answer(found));
    await made({ baseUrl: 'https://a.example/v1/ras/', fetch }).getRequest('req_1');
    expect(calls[0]![0]).toBe('https://a.example/v1/ras/v1/requests/req_1');
  });

  it('a call returns only what the service says', async () => {
    const proof = { files: { 'verdict.json': '{}' } };
    expect(await made({ fetch: answer({ server_now: 1, proof }) }).getProof('req_1')).toEqual(proof);
    const page = { server_now: 1, requests: [] };
    expect(await made({ fetch: answer(page) }).listExecutable()).toEqual(page);
    expect(await made({ fetch: answer(found) }).getRequest('req_1')).toEqual(found);
  });

  it('a call uses the platform’s fetch and timers, a limit of 30 seconds and four retries by default', async () => {
    const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(answer({ error: 'busy' }, 503));
    const limit = jest.spyOn(AbortSignal, 'timeout');
    jest.spyOn(Math, 'random').mockReturnValue(1);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
    const failed = caught(createClient({ baseUrl: 'https://a.example', apiKey: 'rak_x' }).getRequest('req_1'));
    for (const ms of [200, 400, 800, 1600]) {
      const { length } = fetching.mock.calls;
      for (const [passes, calls] of [
        [ms - 1, length],
        [1, length + 1],
      ] as const) {
        await new Promise((resolve) => setImmediate(resolve));
        jest.advanceTimersByTime(passes);
        await new Promise((resolve) => setImmediate(resolve));
        expect(fetching).toHaveBeenCalledTimes(calls);
      }
    }
    expect(await failed).toBeInstanceOf(ServerError);
    // Not the limits of calls that an earlier suite left behind in this process.
    const limitOf = (signal: unknown) =>
      limit.mock.calls[limit.mock.results.findIndex(({ value }) => value === signal)];
    expect(fetching.mock.calls.map(([, init]) => limitOf(init?.signal))).toEqual(Array(5).fill([30_000]));
  });
});

describe('a create', () => {
  const keyOf = async (idempotencyKey?: string) => {
    const { calls, fetch } = fetched(answer(found, 202));
    await made({ fetch }).createRequest(NEW, idempotencyKey === undefined ? {} : { idempotencyKey });
    return (calls[0]![1].headers as Record<string, string>)['idempotency-key'];
  };

  it('a create has a random Idempotency-Key by default', async () => {
    const [first, second] = [await keyOf(), await keyOf()];
    expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
  });

  it.each(['k', 'x'.repeat(255), ' ~'])('a create sends the Idempotency-Key %j', async (key) => {
    expect(await keyOf(key)).toBe(key);
  });

  it('a create refuses an Idempotency-Key that is not allowed in a header', async () => {
    const sentence = '`idempotencyKey` must be 1 to 255 printable ASCII characters.';
    const { calls, fetch } = fetched(answer(found, 202));
    for (const idempotencyKey of ['', 'x'.repeat(256), 'zażółć', 'a\nb', 'a\tb', '\x7f'])
      expect(await caught(made({ fetch }).createRequest(NEW, { idempotencyKey }))).toEqual(new TypeError(sentence));
    expect(calls).toEqual([]);
  });

  it('a create whose body cannot be serialized is not treated as a lost connection', async () => {
    const { calls, fetch } = fetched(answer(found, 202));
    const unwritable = { ...NEW, params: { amount: 1n } } as never;
    expect(await caught(made({ fetch }).createRequest(unwritable))).toBeInstanceOf(TypeError);
    expect(calls).toEqual([]);
  });

  it.each([
    ['true', true],
    ['false', false],
    ['', false],
  ])('a create says whether it is a replay: Idempotent-Replayed %j', async (header, replayed) => {
    const fetching = answer(found, 202, { 'idempotent-replayed': header });
    expect(await made({ fetch: fetching }).createRequest(NEW)).toEqual({ ...found, replayed });
    expect(await made({ fetch: answer(found, 202) }).createRequest(NEW)).toEqual({ ...found, replayed: false });
  });

  it('a replayed create returns the original, also of another operator', async () => {
    const other = { ...found, request: { ...found.request, requester: 'op_mallory' } };
    const replay = answer(other, 202, { 'idempotent-replayed': 'true' });
    const replayed = await made({ fetch: replay }).createRequest(NEW);
    expect(replayed).toMatchObject({ replayed: true, request: { requester: 'op_mallory' } });
    expect(await made({ fetch: answer(other, 202) }).createRequest(NEW)).toMatchObject({ replayed: false });
  });
});

describe('a client that could make no call says', () => {
  const HTTP =
    '`baseUrl` begins with http://, which sends the API key without encryption. Use https://, or set `allowHttp: true` in a network that you trust.';
  const CHOICES =
    'The options are baseUrl, allowHttp, apiKey, retries, timeoutMs, fetch, sleep, nowMs, onRequest, onResponse.';
  it.each<[unknown, string]>([
    [undefined, "createClient needs options: createClient({ baseUrl: 'https://…', apiKey: '…' })."],
    [null, "createClient needs options: createClient({ baseUrl: 'https://…', apiKey: '…' })."],
    ['https://a.example', "createClient needs options: createClient({ baseUrl: 'https://…', apiKey: '…' })."],
    [{ apiKey: 'k' }, '`baseUrl` is missing.'],
    [{ baseUrl: 'https://a.example' }, '`apiKey` is missing.'],
    [{ base_url: '' }, '`base_url` is not an option of createClient. Did you mean `baseUrl`?'],
    [{ 'TIMEOUT-MS': 1 }, '`TIMEOUT-MS` is not an option of createClient. Did you mean `timeoutMs`?'],
    [{ token: 'k' }, `\`token\` is not an option of createClient. ${CHOICES}`],
    ...['', 'a.example', 'ftp://a.example', '/v1', 'https://:pass@a.example', 'https://user@a.example'].map(
      (baseUrl): [unknown, string] => [
        { baseUrl, apiKey: 'k' },
        '`baseUrl` must be an http or https address such as https://authorization.example.com.',
      ],
    ),
    ...['http://a.example', 'HTTP://10.0.0.1:8787', 'http://localhost.example', 'http://127.0.0.1.nip.io'].map(
      (baseUrl): [unknown, string] => [{ baseUrl, apiKey: 'k' }, HTTP],
    ),
    ...[false, 'true', 1].map((allowHttp): [unknown, string] => [
      { baseUrl: 'http://a.example', apiKey: 'k', allowHttp },
      HTTP,
    ]),
    [
      { baseUrl: 'https://a.example/v1', apiKey: 'k' },
      '`baseUrl` must not end in /v1: the client adds it. Use https://a.example.',
    ],
    [
      { baseUrl: 'https://a.example/x/v1//', apiKey: 'k' },
      '`baseUrl` must not end in /v1: the client adds it. Use https://a.example.',
    ],
    ...['', 'a b', ' k', 'k\n', 'k\nx', 'kż', 7].map((apiKey): [unknown, string] => [
      { baseUrl: 'https://a.example', apiKey },
      '`apiKey` is empty or contains characters that are not allowed in a header.',
    ]),
  ])('a client that could make no call says what is wrong: %j', (options, sentence) => {
    expect(() => createClient(options as ClientOptions)).toThrow(new TypeError(sentence));
  });

  it.each([
    { baseUrl: 'http://localhost:8787' },
    { baseUrl: 'http://127.0.0.1:8787' },
    { baseUrl: 'http://[::1]:8787' },
    { baseUrl: 'http://a.example', allowHttp: true },
    { baseUrl: 'https://a.example', allowHttp: false },
  ])(
    'a client takes an address that sends the key to no network without encryption, or that it was told to trust: %j',
    async (options) => {
      expect(await made({ ...options, fetch: answer(found) }).getRequest('req_1')).toEqual(found);
    },
  );

  it.each<[string, (client: Client) => unknown, string]>([
    [
      'createRequest',
      (client) => client.createRequest({} as never, { idempotency_key: 'k' } as object),
      'idempotencyKey',
    ],
    ['attach', (client) => client.attach('plan', 'text', { time_out_ms: 1 } as object), 'timeoutMs'],
    ['evidence', (client) => client.evidence({ params: {} }, 'plan', { Retries: 1 } as object), 'retries'],
    ['getRequest', (client) => client.getRequest('req_1', { timeout_ms: 1 } as object), 'timeoutMs'],
    ['abort', (client) => client.abort('req_1', { Reason: 'x' } as object), 'reason'],
    ['getProof', (client) => client.getProof('req_1', { timeoutMS: 1 } as object), 'timeoutMs'],
    ['listExecutable', (client) => client.listExecutable({ Limit: 1 } as object), 'limit'],
    ['claim', (client) => client.claim('req_1', { lease_seconds: 1 } as object), 'leaseSeconds'],
    ['report', (client) => client.report('req_1', {} as never, { Signal: null } as object), 'signal'],
    ['events', (client) => client.events({ wait_seconds: 20 } as object), 'waitSeconds'],
    ['waitForVerdict', (client) => client.waitForVerdict('req_1', OPERATION, { timeout_ms: 1 } as object), 'timeoutMs'],
    ['waitForExecution', (client) => client.waitForExecution('req_1', { Wake: 1 } as object), 'wake'],
  ])('%s refuses an option that it does not have, before any call', async (method, act, meant) => {
    const { client, calls } = counting();
    const error = (await caught((async () => act(client))())) as Error;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(new RegExp(`is not an option of ${method}\\. Did you mean \`${meant}\`\\?$`));
    expect(calls()).toBe(0);
  });

  it('a method names all its options if none is similar', async () => {
    const names = 'signal, timeoutMs, retries, idempotencyKey';
    expect(await caught(made().createRequest({} as never, { key: 'k' } as object))).toEqual(
      new TypeError(`\`key\` is not an option of createRequest. The options are ${names}.`),
    );
    expect(await caught(made().createRequest({} as never, 'k' as never))).toEqual(
      new TypeError(`createRequest needs options: an object with ${names}.`),
    );
  });

  it('a method takes null and undefined for no options', async () => {
    for (const options of [null, undefined]) {
      expect(await made({ fetch: answer(found) }).getRequest('req_1', options as never)).toEqual(found);
    }
  });

  it('a wait takes the body of a create as its operation, and refuses a misspelled option in it', async () => {
    const { client, calls } = counting();
    const body = { ...OPERATION, requester: 'op_alpha', summary: 'x', ttl_seconds: 60 };
    expect(await caught(client.waitForVerdict('req_1', { ...body, Timeout_Ms: 1 } as never))).toEqual(
      new TypeError('`Timeout_Ms` is not an option of waitForVerdict. Did you mean `timeoutMs`?'),
    );
    expect(calls()).toBe(0);
    await caught(client.waitForVerdict('req_1', body as never));
    expect(calls()).toBeGreaterThan(0);
  });

  it.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [7, 'a number'],
    [Promise.resolve('req_1'), 'a promise, which needs `await`'],
    [found, 'an answer: pass its `request.id`'],
    [{ id: 'req_1' }, 'an object: pass its `id`'],
    [['req_1'], 'an array'],
    [{}, 'an object'],
  ])('every method says what was passed in place of an id: %j', async (id, what) => {
    const { client, calls } = counting();
    const error = new TypeError(`\`id\` is not the id of a request: it is ${what}.`);
    for (const act of [
      () => client.getRequest(id as string),
      () => client.abort(id as string),
      () => client.getProof(id as string),
      () => client.claim(id as string),
      () => client.report(id as string, {} as never),
      () => client.waitForVerdict(id as string, OPERATION),
      () => client.waitForExecution(id as string),
    ])
      expect(await caught(act())).toEqual(error);
    expect(calls()).toBe(0);
  });

  it.each<[unknown, string]>([
    [undefined, '`action` is undefined'],
    [{ params: {} }, '`action` is undefined'],
    [{ action: 7, params: {} }, '`action` is a number'],
    [{ action: 'pay' }, '`params` are undefined'],
    [{ action: 'pay', params: ['a'] }, '`params` are an array'],
    [{ action: 'pay', params: 'a' }, '`params` are a string'],
  ])('a wait for a verdict says what is missing of its operation: %j', async (operation, what) => {
    const { client, calls } = counting();
    const example = 'waitForVerdict(id, { action, params }) compares what was authorized.';
    expect(await caught(client.waitForVerdict('req_1', operation as never))).toEqual(
      new TypeError(`The operation's ${what}: ${example}`),
    );
    expect(calls()).toBe(0);
  });

  it('a call refuses an empty id or dots', async () => {
    for (const call of [() => made().getRequest('..'), () => made().getProof(''), () => made().claim('.')])
      expect(await caught((async () => call())())).toEqual(new TypeError('`id` is not the id of a request.'));
  });
});

describe('an answer', () => {
  const failing = (fetching: () => Promise<Response>) => caught(made({ fetch: fetching }).getRequest('req_1'));

  it.each<[string, unknown, number]>([
    ['a page', '<html>', 200],
    ['a list', [{ server_now: 1 }], 200],
    ['null', 'null', 200],
    ['JSON without an instant', { message: 'welcome' }, 200],
    ['an instant that is a text', { server_now: '1' }, 200],
    ['nothing', '', 404],
    ['an error of another service', { error: { code: 7 } }, 404],
    ['a redirect', '', 302],
  ])('an answer of another server is reported as such: %s', async (_, body, status) => {
    const error = await failing(answer(body, status, { 'x-request-id': 'r-1' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    const message = `GET /v1/requests/req_1 answered ${status}, and the body is not from the service. Check \`baseUrl\`.`;
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', status, kind: null, retryable: false, message });
    expect([error!.requestId, error!.headers!.get('x-request-id')]).toEqual(['r-1', 'r-1']);
  });

  it('the page of a proxy is no page of the audit log', async () => {
    for (const headers of [{ 'content-type': 'text/html' }, { 'content-type': 'application/json' }]) {
      const error = await caught(made({ fetch: answer('<html>', 200, headers) }).pullAudit());
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ status: 200, message: expect.stringContaining('Check `baseUrl`.') });
    }
  });

  it('an answer of a failing gateway has its status as its message, and can be retried', async () => {
    const message = 'GET /v1/requests/req_1 answered 500';
    expect(await failing(answer('', 500))).toMatchObject({ name: 'ServerError', message, kind: null, retryable: true });
    expect(await failing(answer('', 499))).toBeInstanceOf(UnexpectedAnswerError);
  });

  const NOON = 'Fri, 20 Nov 2026 12:00:00 GMT';
  it.each<readonly [Record<string, string>, number | null]>([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' }, 9],
    [{ 'retry-after': 'Fri, 20 Nov 2026 11:59:59 GMT' }, 0],
    // The clock of the service is an hour fast.
    [{ 'retry-after': 'Fri, 20 Nov 2026 13:00:09 GMT', date: 'Fri, 20 Nov 2026 13:00:00 GMT' }, 9],
    [{ 'retry-after': 'Sat, 20 Nov 2027 12:00:00 GMT' }, 3600],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': '' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('an answer of 429 or 503 with %j asks for a pause in seconds: %j', async (headers, seconds) => {
    const nowMs = () => Date.parse(NOON);
    for (const [status, name] of [
      [429, 'RateLimitedError'],
      [503, 'ServerError'],
    ] as const) {
      const call = made({ nowMs, fetch: answer({ error: 'slow down' }, status, headers) }).getRequest('req_1');
      const error = await caught(call);
      expect(error).toMatchObject({ name, retryAfterSeconds: seconds, retryable: true });
      expect(retryAfterMs(error)).toBe(seconds === null ? null : seconds * 1000);
    }
  });

  it('an answer of another fault asks for no pause', async () => {
    for (const status of [500, 502, 504])
      expect(retryAfterMs(await failing(answer('', status, { 'retry-after': '7' })))).toBeNull();
  });

  it.each([
    ['an Error with a cause', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), 'ECONNREFUSED'],
    ['an Error', new TypeError('fetch failed'), 'fetch failed'],
    ['no Error', 'boom', 'no connection'],
  ])('a missing answer is a ConnectionError with its cause: %s', async (_, thrown, why) => {
    const error = await failing(async () => Promise.reject(thrown));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).not.toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ name: 'ConnectionError', message: `GET /v1/requests/req_1: ${why}`, cause: thrown });
    expect(error).toMatchObject({ status: null, kind: null, retryable: true });
  });

  it('an incomplete answer is a ConnectionError', async () => {
    const cut = new Error('terminated');
    const error = await failing(cutShort(() => cut));
    const message = 'GET /v1/requests/req_1: the connection closed before the end of the answer';
    expect(error).toMatchObject({ name: 'ConnectionError', message, cause: cut });
  });

  it.each([
    ['without a signal', undefined],
    ['with a signal that nobody aborts', new AbortController().signal],
  ])('an answer that is late says how long the client waited: a call %s', async (_, given) => {
    const { fetch } = fetched(
      (_url, { signal }) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
    );
    const error = await caught(made({ fetch, timeoutMs: 5 }).getRequest('req_1', { signal: given }));
    expect(error).toMatchObject({ name: 'TimeoutError', message: 'GET /v1/requests/req_1: no answer within 5 ms' });
    expect(error!.cause).toBeInstanceOf(DOMException);
  });
});

describe('an aborted call', () => {
  it('an aborted call is an AbortedError with the platform’s error as its cause', async () => {
    const { fetch } = fetched((_url, { signal }) => Promise.reject(signal!.reason));
    for (const [reason, message] of [
      [undefined, 'The call was aborted: This operation was aborted'],
      [new DOMException('too late', 'TimeoutError'), 'The call was aborted: too late'],
    ] as const) {
      const signal = AbortSignal.abort(reason);
      const error = await caught(made({ fetch }).getRequest('req_1', { signal }));
      expect(error).toBeInstanceOf(AbortedError);
      expect(error).toMatchObject({ name: 'AbortError', message, status: null, kind: null, retryable: false });
      expect(error!.cause).toBe(signal.reason);
    }
    const own = new DOMException('mine', 'DataError');
    const options = { signal: AbortSignal.abort(own) };
    expect(await caught(made({ fetch }).getRequest('req_1', options))).toBe(own);
  });

  it('an aborted pause before a retry is an AbortedError, and a pause that fails otherwise ends the call', async () => {
    const stop = new AbortController();
    const stopping = async () => {
      stop.abort();
      throw new Error('woken');
    };
    const busy = answer({ error: 'busy' }, 503);
    const call = made({ fetch: busy, retries: 1, sleep: stopping }).getRequest('req_1', { signal: stop.signal });
    expect(await caught(call)).toBeInstanceOf(AbortedError);
    const broken = new Error('no timers');
    const sleeping = () => Promise.reject(broken);
    expect(await caught(made({ fetch: busy, retries: 1, sleep: sleeping }).getRequest('req_1'))).toBe(broken);
  });

  it('a call that is aborted during its answer is an AbortedError', async () => {
    const stop = new AbortController();
    const cut = cutShort(() => {
      stop.abort();
      return new TypeError('terminated');
    });
    const call = made({ fetch: cut });
    expect(await caught(call.getRequest('req_1', { signal: stop.signal }))).toBeInstanceOf(AbortedError);
  });

  it('an aborted call is not retried', async () => {
    const stop = new AbortController();
    const slept = jest.fn();
    const { calls, fetch } = fetched(async () => {
      stop.abort();
      return answer({ error: 'busy' }, 503)();
    });
    await caught(made({ fetch, retries: 3, sleep: slept }).getRequest('req_1', { signal: stop.signal }));
    expect([calls.length, slept.mock.calls.length]).toEqual([1, 0]);
  });
});

it('the pause before a retry is at least half of its time, at random', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const slept: number[] = [];
  const sleeping = async (ms: number) => void slept.push(ms);
  await caught(made({ fetch: answer({ error: 'x' }, 503), retries: 3, sleep: sleeping }).getRequest('req_1'));
  expect(slept).toEqual([100, 200, 400]);
});

describe('an error', () => {
  it.each(['apigw-requestid', 'x-amzn-requestid', 'x-amz-cf-id', 'x-request-id'])(
    'an error has the id of the call from the header %s',
    (name) => {
      const headers = new Headers({ [name]: 'the id', 'x-other': 'y' });
      expect(apiError({ status: 404, kind: null, message: 'x', headers }, null).requestId).toBe('the id');
    },
  );

  it('an error prefers the gateway’s id of the call to a proxy’s, and has none without both', () => {
    const all = { 'x-request-id': '4', 'x-amz-cf-id': '3', 'x-amzn-requestid': '2', 'apigw-requestid': '1' };
    expect(new UnexpectedAnswerError(502, 'x', new Headers(all)).requestId).toBe('1');
    expect(new UnexpectedAnswerError(502, 'x').requestId).toBeNull();
    const bare = new ApiError({ status: 404, kind: 'not_found', message: 'x' });
    expect(bare).toMatchObject({ name: 'ApiError', requestId: null, retryable: false, headers: expect.any(Headers) });
  });

  it.each([
    [400, 'InvalidError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [410, 'WindowClosedError'],
    [413, 'InvalidError'],
    [415, 'InvalidError'],
    [422, 'InvalidError'],
    [429, 'RateLimitedError'],
    [499, 'InvalidError'],
    [500, 'ServerError'],
    [599, 'ServerError'],
  ])('an error with the status %i is a %s by name and class', (status, name) => {
    const error = apiError({ status, kind: null, message: 'x' }, null);
    expect([error.name, error.constructor.name, error.status]).toEqual([name, name, status]);
    expect(isRetryable(error)).toBe(status === 429 || status >= 500);
  });

  it('a refusal by the policy has its own error class', () => {
    const refused = apiError({ status: 422, kind: 'refused', message: 'x' }, null);
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused.name).toBe('RefusedError');
  });

  it('an error can be retried only if it says so', () => {
    expect(isRetryable(new ConnectionError('x'))).toBe(true);
    expect(isRetryable(new WaitTimeoutError('x'))).toBe(true);
    for (const other of [new Error('x'), { retryable: true }, null, 'x', new AbortedError('x')])
      expect(isRetryable(other)).toBe(false);
    expect(isRetryable(Object.assign(new Error('x'), { retryable: 'yes' }))).toBe(false);
    expect(retryAfterMs(new RateLimitedError({ status: 429, kind: null, message: 'x' }, 2))).toBe(2000);
    expect(retryAfterMs(new ServerError({ status: 503, kind: null, message: 'x' }))).toBeNull();
    expect(retryAfterMs(new ServerError({ status: 503, kind: null, message: 'x' }, 3))).toBe(3000);
  });
});

describe('a pause', () => {
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };

  it('a pause ends after its time, and leaves no listener at the signal', async () => {
    jest.useFakeTimers();
    const stop = new AbortController();
    let over = 0;
    for (const signal of [stop.signal, undefined]) void sleep(1000, signal).then(() => over++);
    jest.advanceTimersByTime(999);
    await turns();
    expect([over, getEventListeners(stop.signal, 'abort').length]).toEqual([0, 1]);
    jest.advanceTimersByTime(1);
    await turns();
    expect([over, getEventListeners(stop.signal, 'abort').length]).toEqual([2, 0]);
  });

  it('a pause ends at once with the reason of the signal, and keeps no process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const [stop, reason] = [new AbortController(), new Error('enough')];
    const pause = caught(sleep(60_000, stop.signal));
    expect(timers()).toBe(before + 1);
    stop.abort(reason);
    expect(await pause).toBe(reason);
    expect(timers()).toBe(before);
    expect(await caught(sleep(60_000, stop.signal))).toBe(reason);
    expect(timers()).toBe(before);
  });
});

const README = readFileSync(join(__dirname, '../../src/client/README.md'), 'utf8');
const section = README.slice(README.indexOf('## Errors'));
const table = section.slice(0, section.indexOf('\n## ', 3));

it('every exported error class is in the one table of the README', () => {
  const classes = Object.entries(sdk)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name);
  expect(classes.length).toBeGreaterThan(15);
  expect(classes.filter((name) => !new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm').test(table))).toEqual([]);
});
