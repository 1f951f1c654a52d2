/** Mistakes in the options of a worker: each is found before a claim, and says what is wrong. */
import {
  type AuthorizationRequest,
  createClient,
  createWorker,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { workerSettings } from '../../src/client/worker/options';
import { openedForEach } from '../support/opened';
import { KEY } from './approved';
import { startFakeService } from './fake-service';

class Billing {
  readonly refunds = { create: () => 're_1', list: () => [] };
}
const client = {
  listExecutable: () => Promise.reject(),
  claim: () => Promise.reject(),
  report: () => Promise.reject(),
};
const right = {
  ...{ client, keys: [KEY], clients: { billing: new Billing() }, allow: ['billing.refunds.create'] },
  ...{ check: () => true, log: false },
} as unknown as WorkerOptions;
const make = (change: object) => createWorker({ ...right, ...change } as WorkerOptions);

describe('a mistake in the options of a worker', () => {
  it.each<[string, object, string]>([
    [
      'an option in another case',
      { leaseseconds: 60 },
      '`leaseseconds` is not an option of createWorker. Did you mean `leaseSeconds`?',
    ],
    [
      'an option that does not exist',
      { handlers: {} },
      '`handlers` is not an option of createWorker. The options are client, keys, clients, allow, check, requireProof, displays, sign, idempotencyKey, atMostOnce, concurrency, leaseSeconds, callBudgetSeconds, follow, pollIntervalMs, log, referenceOf, onLost, nowMs, sleep.',
    ],
    [
      'the options of a client',
      { client: { baseUrl: 'https://a.example' } },
      '`client` must be what createClient returns.',
    ],
    ['no client at all', { client: undefined }, '`client` must be what createClient returns.'],
    ['one key instead of a list', { keys: KEY }, '`keys` must be a list of intent keys.'],
    ['a key that is no text', { keys: [7] }, '`keys[0]` is not an intent key: it must be 32 bytes in base64.'],
    ['no clients', { clients: undefined }, '`clients` must have at least one client, by its name.'],
    ['an empty list of clients', { clients: {} }, '`clients` must have at least one client, by its name.'],
    [
      'a client that is a text',
      { clients: { billing: 'https://billing.example' } },
      '`clients.billing` must be an object, or a function that returns one.',
    ],
    [
      'a class in place of a function',
      { clients: { billing: Billing } },
      '`clients.billing` is a class. Pass a function that returns an instance: () => new …(…).',
    ],
    [
      'a client in `allow` that is not registered',
      { allow: ['biling.refunds.create'] },
      '`allow` has "biling.refunds.create", which names no client. Entries are `client.method`; the clients are billing.',
    ],
    [
      'an entry of `allow` for a client whose name has a dot, and which lacks the method',
      {
        clients: { billing: new Billing(), 'billing.refunds': { list: () => undefined } },
        allow: ['billing.refunds.create'],
      },
      '`allow` has "billing.refunds.create", and the client "billing.refunds" has no such method that intents can call.',
    ],
    [
      'an entry of `allow` without its client',
      { allow: ['refunds.create'] },
      '`allow` has "refunds.create", which names no client. Entries are `client.method`; the clients are billing.',
    ],
    [
      'a method that an object does not have',
      { allow: ['billing.refunds.create', 'billing.refunds.creat'] },
      '`allow` has "billing.refunds.creat", and the client "billing" has no such method that intents can call.',
    ],
    [
      'a path that ends before its method',
      { allow: ['billing.refunds'] },
      '`allow` has "billing.refunds", and the client "billing" has no such method that intents can call.',
    ],
    [
      'a method of the language',
      { allow: ['billing.toString'] },
      '`allow` has "billing.toString", and the client "billing" has no such method that intents can call.',
    ],
    [
      'a text as `allow`',
      { allow: 'billing.refunds.create' },
      '`allow` must be a list of `client.method` entries that is not empty.',
    ],
    ['an empty `allow`', { allow: [] }, '`allow` must be a list of `client.method` entries that is not empty.'],
    ['a check that is no function', { check: true }, '`check` must be a function.'],
    ['a text for yes', { atMostOnce: 'yes' }, '`atMostOnce` must be true or false.'],
    ['a number for yes', { atMostOnce: 1 }, '`atMostOnce` must be true or false.'],
    ['a clock that is no function', { nowMs: 0 }, '`nowMs` must be a function.'],
    [
      'a log without a method',
      { log: { warn: () => undefined } },
      "`log` must be 'info', 'warn', 'error', false, or an object with these three methods.",
    ],
    [
      'a level that does not exist',
      { log: 'verbose' },
      "`log` must be 'info', 'warn', 'error', false, or an object with these three methods.",
    ],
    [
      'a misspelled trust',
      { client: { ...client, getProof: () => undefined }, requireProof: { allowedSigner: '' } },
      '`allowedSigner` is not an option of `requireProof`. The options are allowedSigners, turnAtMs, origins, quorum.',
    ],
    [
      'allowed signers without a key',
      { client: { ...client, getProof: () => undefined }, requireProof: { allowedSigners: '# none\n' } },
      '`requireProof.allowedSigners` must be the text of an allowed_signers file with a key in it.',
    ],
    [
      'the path of a file of signers',
      { client: { ...client, getProof: () => undefined }, requireProof: { allowedSigners: './allowed_signers' } },
      '`requireProof.allowedSigners` must be the text of an allowed_signers file with a key in it.',
    ],
  ])('a mistake in the options throws when the worker is made: %s', (_, change, sentence) => {
    expect(() => make(change)).toThrow(new TypeError(sentence));
  });

  it('a worker without options throws one sentence', () => {
    expect(() => (createWorker as unknown as () => void)()).toThrow(
      new TypeError('createWorker needs options: createWorker({ client, keys, clients, allow, check }).'),
    );
  });
});

describe('a function in `clients`', () => {
  let said: string[];
  const started: Worker[] = [];
  const service = openedForEach(startFakeService);
  beforeEach(() => {
    service.offer({ id: 'req_1' } as AuthorizationRequest);
    said = [];
  });
  afterEach(() => Promise.all(started.splice(0).map((worker) => worker.stop({ timeoutMs: 0 }))));
  const line = (level: string) => (message: string, fields: object) =>
    void said.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  const start = (billing: unknown) => {
    const worker = make({
      ...{ client: createClient({ baseUrl: service.url, apiKey: 'rak_x', retries: 0 }), clients: { billing } },
      ...{ log: { info: () => undefined, warn: line('warn'), error: line('error') }, pollIntervalMs: 5 },
    });
    started.push(worker);
    return worker;
  };

  it.each<[string, unknown, string]>([
    [
      'has not the method in `allow`',
      () => ({ refunds: { creat: () => undefined } }),
      '`allow` has "billing.refunds.create", and the client "billing" has no such method that intents can call.',
    ],
    [
      'is asynchronous',
      async () => new Billing(),
      'The function `clients.billing` returned a promise. It must return the client itself.',
    ],
    [
      'is asynchronous and fails',
      async () => Promise.reject(new Error('no')),
      'The function `clients.billing` returned a promise. It must return the client itself.',
    ],
    ['returns nothing', () => undefined, 'The function `clients.billing` returned no object.'],
  ])(
    'a function in `clients` that %s throws when the worker is made, as an object does',
    async (_, billing, sentence) => {
      expect(() => start(billing)).toThrow(new TypeError(sentence));
      expect([said, service.lists, service.claims]).toEqual([[], 0, []]);
    },
  );

  it('a function in `clients` is called once when the worker is made, for no request, and then for each intent', async () => {
    const ids: string[] = [];
    start(({ requestId, idempotencyKey }: { requestId: string; idempotencyKey: string }) => {
      ids.push(requestId, idempotencyKey);
      return new Billing();
    });
    expect(ids).toEqual(Array(2).fill('req_000000000000000000000000'));
  });

  it('a function in `clients` that throws at the start causes a warning, and the worker works', async () => {
    let calls = 0;
    start(() => {
      if (calls++ === 0) throw new Error('no connection yet');
      return new Billing();
    });
    while (service.lists === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(said[0]).toBe(
      'warn: this client could not be checked: its function threw an error {"client":"billing","error":"no connection yet"}',
    );
  });
});

describe('a function in `clients` that could not be checked when the worker was made', () => {
  const missing = (method: string) =>
    `\`allow\` has "billing.${method}", and the client "billing" has no such method that intents can call.`;
  /** The settings of a worker whose function threw, and what its later calls log. */
  const later = (...clients: readonly unknown[]) => {
    const said: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (text: string) => void said.push(text) };
    let calls = 0;
    const billing = () => {
      const made = calls === 0 ? undefined : clients[Math.min(calls, clients.length) - 1];
      calls++;
      if (made === undefined) throw new Error('no connection yet');
      return made as object;
    };
    const allow = ['billing.refund', 'billing.credit.note'];
    const settings = workerSettings({ ...right, clients: { billing }, allow, log });
    const context = { requestId: 'req_1', idempotencyKey: 'req_1', signal: new AbortController().signal };
    return { said, call: () => (settings.clients.billing as (given: typeof context) => object)(context) };
  };

  it('a function in `clients` that threw is checked at its first call: each method in `allow` that is missing is named in the log, once', () => {
    const { said, call } = later({ refnd: () => undefined });
    expect(said).toEqual([]);
    expect(call()).toEqual({ refnd: expect.any(Function) });
    expect(said).toEqual([missing('refund'), missing('credit.note')]);
    call();
    expect(said).toHaveLength(2);
  });

  it('a function in `clients` that threw is checked when it first makes a client, and logs nothing if nothing is missing', () => {
    const { said, call } = later(undefined, { refund: () => undefined, credit: { note: () => undefined } });
    expect(call).toThrow('no connection yet');
    expect(call()).toBeDefined();
    expect(said).toEqual([]);
  });

  it.each([
    [
      'returned a promise',
      Promise.resolve({}),
      'The function `clients.billing` returned a promise. It must return the client itself.',
    ],
    ['returned no object', 7, 'The function `clients.billing` returned no object.'],
  ])('a function in `clients` that threw is checked at its first call, which %s', (_, made, sentence) => {
    const { said, call } = later(made);
    call();
    expect(said).toEqual([sentence]);
  });
});

describe('without `log`', () => {
  const spies = () => (['info', 'warn', 'error'] as const).map((level) => jest.spyOn(console, level).mockReturnValue());
  afterEach(() => jest.restoreAllMocks());
  const told = async (log: unknown) => {
    const [info, warn, error] = spies();
    const worker = createWorker({ ...right, check: undefined, log } as WorkerOptions);
    await new Promise((resolve) => setImmediate(resolve));
    await worker.stop();
    return [info, warn, error].map((spy) => spy!.mock.calls.length);
  };

  it.each<[unknown, number[]]>([
    [undefined, [0, 2, 1]],
    ['info', [0, 2, 1]],
    ['warn', [0, 2, 1]],
    ['error', [0, 0, 1]],
    [false, [0, 0, 0]],
  ])('warnings and errors go to the console as `log` says: %p', async (log, counts) => {
    expect(await told(log)).toEqual(counts);
  });

  it('a log line begins with the name of the package, and has its facts', async () => {
    const [, warn] = spies();
    await createWorker({ ...right, check: undefined, log: undefined } as WorkerOptions).stop();
    expect(warn!.mock.calls[0]).toEqual([
      'request-authorization-service: this client gets no idempotency key: a repeated call will be a second call',
      { client: 'billing' },
    ]);
  });
});
