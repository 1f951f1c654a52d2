/** The worker where things go wrong, against a service that loses answers on demand. */
import {
  type AuthorizationRequest,
  createClient,
  createWorker,
  operationHash,
  sealIntent,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { type FakeService, startFakeService } from './fake-service';

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const SECRET_ARG = 'card-4242424242424242';
const action = 'payments.refund';

let serial = 0;
function aRequest(change: Partial<AuthorizationRequest> = {}, call: object = {}): AuthorizationRequest {
  const { intent, digest } = sealIntent({
    keys: [KEY],
    action,
    client: 'billing',
    method: 'refunds.create',
    args: [{ card: SECRET_ARG }],
    ...call,
  });
  const params = { charge: 'ch_secret_param', intent: digest };
  return {
    id: `req_${String(++serial).padStart(24, '0')}`,
    action,
    requester: 'op_alpha',
    operation_hash: operationHash(action, params),
    state: 'succeeded',
    live: false,
    outcome: 'authorized',
    approvers: ['op_bravo'],
    params,
    created_at: 1,
    decided_at: 2,
    intent,
    execution: {
      state: 'pending',
      claimed_at: null,
      lease_expires_at: null,
      reported_at: null,
      reference: null,
      error: null,
      execute_by: Date.now() + 60_000,
    },
    ...change,
  };
}

describe('the worker', () => {
  let service: FakeService;
  let said: { level: string; message: string; fields: object }[];
  beforeEach(async () => {
    service = await startFakeService();
    said = [];
  });
  const started: Worker[] = [];
  afterEach(async () => {
    // Also stops the worker of a failed test, which would otherwise look for work for ever.
    await Promise.all(started.splice(0).map((worker) => worker.stop({ timeoutMs: 0 })));
    await service.stop();
  });

  const turns = () => new Promise<void>((resolve) => setImmediate(resolve));
  const until = async (holds: () => boolean) => {
    for (let tries = 0; tries < 5000; tries++) {
      if (holds()) return;
      await turns();
    }
    throw new Error(`it did not come to pass; the log: ${JSON.stringify(said)}`);
  };
  const line = (level: string) => (message: string, fields: object) => void said.push({ level, message, fields });
  const clientOf = (options: object = {}) =>
    createClient({ baseUrl: service.url, apiKey: 'rak_worker', retries: 0, ...options });
  const start = (options: Partial<WorkerOptions> = {}) => {
    const worker = createWorker({
      client: clientOf(),
      keys: [KEY],
      clients: { billing: { refunds: { create: () => 're_1' } } },
      log: { info: line('info'), warn: line('warn'), error: line('error') },
      sleep: turns,
      ...options,
    });
    started.push(worker);
    return worker;
  };
  /** What is reported of one request, by a worker that is stopped then. */
  const outcomeOf = async (request: AuthorizationRequest, options: Partial<WorkerOptions> = {}) => {
    service.offer(request);
    const worker = start(options);
    await until(() => service.reports.has(request.id));
    await worker.stop();
    const { claim_id: _, ...outcome } = service.reports.get(request.id)!;
    return outcome;
  };

  const other = sealIntent({ keys: [KEY], action, client: 'billing', method: 'refunds.create', args: [1] });
  it.each<[string, () => AuthorizationRequest, Partial<WorkerOptions>]>([
    ['unknown_key', () => aRequest(), { keys: [OTHER_KEY] }],
    ['decrypt_failed', () => aRequest({ action: 'payments.payout' }), {}],
    ['digest_mismatch', () => aRequest({ intent: other.intent }), {}],
    ['operation_mismatch', () => aRequest({ operation_hash: operationHash(action, {}) }), {}],
    ['not_authorized', () => aRequest({ outcome: 'denied', state: 'denied' }), {}],
    ['client_not_registered', () => aRequest({}, { client: 'mailer' }), {}],
    ['not_allowed', () => aRequest(), { allow: ['billing.refunds.list'] }],
    ['not_allowed', () => aRequest({}, { method: 'refunds.__proto__.toString' }), {}],
    ['not_allowed', () => aRequest({}, { method: 'constructor.constructor' }), {}],
  ])('a worker reports %s, and runs nothing', async (reason, request, options) => {
    const create = jest.fn();
    const list = jest.fn();
    const clients = { billing: { refunds: { create, list } } };
    expect(await outcomeOf(request(), { clients, ...options })).toEqual({ status: 'failed', error: reason });
    expect(create).not.toHaveBeenCalled();
    expect(list).not.toHaveBeenCalled();
    expect(said.map(({ message }) => message)).toContain(`refused to run: ${reason}`);
  });

  it('the log of a worker has no arguments, params or keys, whether a call fails, is refused or succeeds', async () => {
    const explode = () => Promise.reject(new Error(`declined: ${SECRET_ARG}`));
    await outcomeOf(aRequest(), { clients: { billing: { refunds: { create: explode } } } });
    await outcomeOf(aRequest({ action: 'x' }));
    await outcomeOf(aRequest());
    const log = JSON.stringify(said);
    expect(said.length).toBeGreaterThan(8);
    for (const secret of [SECRET_ARG, 'ch_secret_param', KEY, 'rak_worker', 'ciphertext'])
      expect(log).not.toContain(secret);
  });

  it('a worker sends a report until it is answered, and makes the call once', async () => {
    const create = jest.fn(() => 're_9');
    let lost = 0;
    service.loses = (path) => path.endsWith('/execution') && lost++ < 12;
    expect(await outcomeOf(aRequest(), { clients: { billing: { refunds: { create } } } })).toEqual({
      status: 'succeeded',
      reference: 're_9',
    });
    expect(create).toHaveBeenCalledTimes(1);
    expect(service.received).toHaveLength(13);
    expect(new Set(service.received.map((report) => JSON.stringify(report))).size).toBe(1);
  });

  it('a worker leaves a request until its lease has ended if the answer to the claim was lost', async () => {
    const create = jest.fn();
    let lost = 0;
    service.loses = (path) => path.endsWith('/claim') && lost++ === 0;
    service.offer(aRequest());
    const worker = start({
      client: clientOf({ retries: 3, sleep: turns }),
      clients: { billing: { refunds: { create } } },
    });
    await until(() => service.lists > 3);
    await worker.stop();
    expect(create).not.toHaveBeenCalled();
    expect(service.received).toEqual([]);
  });

  it.each<[string, Partial<WorkerOptions>]>([
    [
      'throws',
      {
        referenceOf: () => {
          throw new Error('no id in it');
        },
      },
    ],
    ['answers a number', { referenceOf: () => 42 as unknown as string }],
    ['answers null', { referenceOf: () => null as unknown as string }],
  ])('a call that was made is reported as succeeded, even if referenceOf %s', async (_, options) => {
    expect((await outcomeOf(aRequest(), options)).status).toBe('succeeded');
  });

  it.each([
    ['an Error', new Error('card expired'), 'card expired'],
    ['a text', 'card expired', 'card expired'],
    ['nothing', undefined, 'the call failed without a message'],
    ['a message that is too long', new Error('🔑'.repeat(600)), '🔑'.repeat(512)],
    ['half a surrogate pair', new Error('\ud83d'), '\ufffd'],
  ])('a worker reports %s that was thrown as the message of the failure', async (_, thrown, error) => {
    const create = () => Promise.reject(thrown);
    expect(await outcomeOf(aRequest(), { clients: { billing: { refunds: { create } } } })).toEqual({
      status: 'failed',
      error,
    });
  });

  it('a client that is an object gets the request id as its idempotency key', async () => {
    const create = jest.fn();
    const request = aRequest();
    await outcomeOf(request, {
      clients: { billing: { refunds: { create } } },
      idempotencyKey: (key, { args }) => [...args, { idempotencyKey: key }],
    });
    expect(create.mock.calls).toEqual([[{ card: SECRET_ARG }, { idempotencyKey: request.id }]]);
  });

  it('a worker says at its start which clients get no idempotency key', async () => {
    const warned = () => said.filter(({ message }) => message.includes('idempotency key')).map(({ fields }) => fields);
    await start({ clients: { plain: {}, made: () => ({}) } }).stop();
    expect(warned()).toEqual([{ client: 'plain' }]);
    await start({ clients: { plain: {} }, idempotencyKey: (_, { args }) => args }).stop();
    expect(warned()).toHaveLength(1);
  });

  it('a worker gives up a report that is refused, and says whether the claim was lost', async () => {
    const lost: string[] = [];
    const request = aRequest();
    let reports = 0;
    const refusing = (status: number, body: object) => (path: string) => {
      if (!path.endsWith('/execution')) return null;
      reports++;
      return { status, body };
    };
    service.answers = refusing(409, { error: 'someone claimed after you', kind: 'claim_lost' });
    service.offer(request);
    const worker = start({ onLost: (id) => lost.push(id) });
    await until(() => lost.length > 0);
    service.answers = refusing(403, { error: 'no scope' });
    service.offer(aRequest());
    await until(() => said.some(({ message }) => message.includes('no scope')));
    await worker.stop();
    expect([lost, reports]).toEqual([[request.id], 2]);
  });

  it('a worker survives an onLost that throws', async () => {
    service.answers = (path) =>
      path.endsWith('/execution') ? { status: 409, body: { error: 'x', kind: 'claim_lost' } } : null;
    service.offer(aRequest());
    const worker = start({
      onLost: () => {
        throw new Error('the pager is down');
      },
    });
    await until(() => said.some(({ message }) => message === 'onLost failed'));
    service.answers = () => null;
    const next = aRequest();
    service.offer(next);
    await until(() => service.reports.has(next.id));
    await worker.stop();
  });

  it('a worker waits for Retry-After before it looks again, and events do not end this wait', async () => {
    const pauses: number[] = [];
    service.answers = () => ({ status: 429, body: { error: 'slow down' }, headers: { 'retry-after': '240' } });
    const worker = start({
      sleep: (ms, signal) => {
        pauses.push(ms);
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    await until(() => pauses.length === 1);
    worker.wake();
    for (let turn = 0; turn < 50; turn++) await turns();
    expect(pauses).toEqual([240_000]);
    await worker.stop();
  });

  it('an event wakes a worker, also while it looks', async () => {
    let asleep = 0;
    const worker = start({
      sleep: (ms, signal) => {
        // Before a look that an event caused. A rest is longer.
        if (ms < 3000) return turns();
        asleep++;
        return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    await until(() => asleep === 1);
    const first = aRequest();
    service.offer(first);
    worker.wake();
    await until(() => service.reports.has(first.id));
    await until(() => asleep === 2);
    const looks = service.lists;
    service.answers = (path) => {
      if (path.includes('executable') && service.lists === looks) worker.wake();
      return null;
    };
    worker.wake();
    await until(() => service.lists === looks + 2 && asleep === 3);
    await worker.stop();
  });

  it('a worker makes no more calls at a time than it was told', async () => {
    let running = 0;
    let most = 0;
    let finished = 0;
    const create = async () => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < 20; turn++) await turns();
      running--;
      finished++;
    };
    for (let n = 0; n < 12; n++) service.offer(aRequest());
    const worker = start({ concurrency: 3, clients: { billing: { refunds: { create } } } });
    await until(() => finished === 12);
    await worker.stop();
    expect(most).toBe(3);
    expect(service.reports.size).toBe(12);
  });

  it('a worker stops when its time is over, and names what it leaves unfinished', async () => {
    const request = aRequest();
    let started = false;
    const create = () => {
      started = true;
      return new Promise(() => undefined);
    };
    service.offer(request);
    const worker = start({ clients: { billing: { refunds: { create } } }, leaseSeconds: 3, callBudgetSeconds: 1 });
    await until(() => started);
    await worker.stop({ timeoutMs: 10 });
    expect(said.at(-1)).toEqual({
      level: 'error',
      message: 'stopped with unreported runs',
      fields: { requests: [request.id] },
    });
    expect(service.received).toEqual([]);
  });

  it.each<[string, Partial<WorkerOptions>]>([
    ['a key that is none', { keys: ['c2VjcmV0'] }],
    ['no key', { keys: [] }],
    ['a lease of more than an hour', { leaseSeconds: 3601 }],
    ['a lease of part of a second', { leaseSeconds: 1.5 }],
    ['a call that needs the whole lease', { leaseSeconds: 60, callBudgetSeconds: 60 }],
    ['no place to run a call', { concurrency: 0 }],
    ['no pause at all', { pollIntervalMs: Number.NaN }],
  ])('a worker does not start with %s', async (_, options) => {
    expect(() => start(options)).toThrow(/^(?!.*c2VjcmV0)/);
    await turns();
    expect(service.lists).toBe(0);
  });
});
