import {
  createClient,
  createWorker,
  operationHash,
  sealIntent,
  type Worker,
  type WorkerLog,
  type WorkerOptions,
} from '../../src/client';
import { openHouse } from '../support/house';
import { openedForEach, openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { KEY } from './approved';

const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');

describe('the reference worker', () => {
  const house = openedForEach(() => openHouse({ memory: true }));
  const started: Worker[] = [];
  const start = (options: WorkerOptions) => {
    const worker = createWorker({ log: false, ...options });
    started.push(worker);
    return worker;
  };
  afterEach(async () => {
    // Also of a test that failed before its own stop.
    await Promise.all(started.splice(0).map((worker) => worker.stop({ timeoutMs: 0 })));
  });

  const clientFor = (key: 'proposer' | 'worker', options: object = {}) =>
    createClient({ baseUrl: house.url, apiKey: house.running.demo.keys[key], ...options });

  async function authorized(args: unknown[] = []): Promise<string> {
    const id = await proposed(args);
    await house.turn('op_bravo', id);
    return id;
  }
  async function proposed(args: unknown[]): Promise<string> {
    const { intent, digest } = sealIntent({
      keys: [KEY],
      action: 'demo.solo',
      client: 'billing',
      method: 'refunds.create',
      args,
    });
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { intent: digest }, intent };
    return (await clientFor('proposer').createRequest(body)).request.id;
  }
  const execution = async (id: string) => (await clientFor('proposer').getRequest(id)).request.execution;
  const until = async (holds: () => Promise<boolean>, everyMs = 20) => {
    for (let tries = 0; tries < 1000; tries++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    throw new Error('it did not come to pass');
  };
  const reported = (id: string) => until(async () => (await execution(id)).reported_at !== null);

  it('the worker runs what was approved, with the request id as the idempotency key, and reports', async () => {
    const calls: unknown[] = [];
    const id = await authorized([{ charge: 'ch_1' }]);
    const worker = start({
      client: clientFor('worker'),
      keys: [OTHER_KEY, KEY],
      clients: {
        billing: ({ idempotencyKey }: { idempotencyKey: string }) => ({
          refunds: {
            create: async (refund: object) => {
              calls.push({ ...refund, idempotencyKey });
              return { id: 're_1' };
            },
          },
        }),
      },
      allow: ['billing.refunds.create'],
      pollIntervalMs: 20,
    });
    await reported(id);
    await worker.stop();
    expect(calls).toEqual([{ charge: 'ch_1', idempotencyKey: id }]);
    expect(await execution(id)).toMatchObject({ state: 'succeeded', reference: 're_1', error: null });
  });

  it('the worker sends a report again whose answer was lost', async () => {
    const id = await authorized();
    let lost = 0;
    const losing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).endsWith('/execution') && lost++ < 2) throw new TypeError('socket hang up');
      return answer;
    };
    const client = clientFor('worker', { fetch: losing, retries: 0, sleep: async () => undefined });
    const worker = start({
      client,
      keys: [KEY],
      clients: { billing: { refunds: { create: () => 're_2' } } },
      pollIntervalMs: 20,
      sleep: () => new Promise((resolve) => setImmediate(resolve)),
    });
    await until(async () => lost >= 3);
    await worker.stop();
    expect(lost).toBe(3);
    expect(await execution(id)).toMatchObject({ state: 'succeeded', reference: 're_2' });
  });

  it('the worker leaves a request until its lease has ended if the answer to the claim was lost', async () => {
    const id = await authorized();
    const create = jest.fn();
    let [claims, looks] = [0, 0];
    const losing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).includes('executable')) looks++;
      if (String(input).endsWith('/claim') && claims++ === 0) throw new TypeError('socket hang up');
      return answer;
    };
    const worker = start({
      client: clientFor('worker', { fetch: losing, sleep: async () => undefined }),
      ...{ keys: [KEY], clients: { billing: { refunds: { create } } }, pollIntervalMs: 20 },
    });
    await until(async () => looks > 3);
    await worker.stop();
    expect([claims, create.mock.calls]).toEqual([2, []]);
    expect((await execution(id)).state).toBe('claimed');
  });

  it('the worker says when its lease was lost, and does not send the report again', async () => {
    const id = await authorized();
    const lost: string[] = [];
    const said: string[] = [];
    let finish = () => {};
    const create = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const worker = start({
      client: clientFor('worker'),
      keys: [KEY],
      clients: { billing: { refunds: { create } } },
      leaseSeconds: 1,
      callBudgetSeconds: 0.1,
      pollIntervalMs: 20,
      concurrency: 1,
      log: logInto(said),
      onLost: (request) => lost.push(request),
    });
    await until(async () => lost.length > 0);
    // The worker's clock ends a lease a little early, never late. The clock of the service ends it now.
    await house.advance(1000);
    const second = await clientFor('worker').claim(id);
    finish();
    await until(async () => said.some((line) => line.includes('report was refused')));
    await worker.stop();
    expect(lost).toEqual([id]);
    expect(said.filter((line) => line.includes('report was refused'))).toHaveLength(1);
    await clientFor('worker').report(id, { claim_id: second.claim_id, status: 'succeeded' });
    expect((await execution(id)).state).toBe('succeeded');
  });

  it('two workers share many intents and one dies in some: each is reported, and none runs under two live leases', async () => {
    const LEASE_MS = 600_000;
    const ids = await Promise.all(Array.from({ length: runs('RACES', 10) }, (_, n) => proposed([n])));
    await Promise.all(ids.map((id) => house.turn('op_bravo', id)));
    let aheadMs = 0;
    const nowMs = () => Date.now() + aheadMs;
    const hung = new Set<string>();
    let calls = 0;
    const startedAt = new Map<string, number[]>(ids.map((id) => [id, []]));
    const make = (mayDie: boolean) =>
      start({
        client: clientFor('worker'),
        keys: [KEY],
        clients: {
          billing: ({ requestId }: { requestId: string }) => ({
            refunds: {
              create: (n: number) => {
                startedAt.get(requestId)!.push(nowMs());
                // It dies during some calls: the call never returns, and the lease ends.
                if (!mayDie || ++calls % 5 > 0) return `re_${n}`;
                hung.add(requestId);
                return new Promise(() => undefined);
              },
            },
          }),
        },
        leaseSeconds: LEASE_MS / 1000,
        concurrency: ids.length,
        pollIntervalMs: 200,
        nowMs,
      });
    const begun = () => ids.filter((id) => startedAt.get(id)!.length > 0);
    const succeeded = async () => {
      const states = await Promise.all(ids.map(async (id) => (await execution(id)).state));
      return states.filter((state) => state === 'succeeded').length;
    };
    const dying = make(true);
    await until(async () => begun().length >= ids.length / 2);
    const steady = make(false);
    await until(async () => begun().length === ids.length);
    void dying.stop();
    await until(async () => (await succeeded()) === ids.length - hung.size, 200);
    expect(hung.size).toBeGreaterThan(0);
    aheadMs += LEASE_MS;
    await house.advance(LEASE_MS);
    await until(async () => (await succeeded()) === ids.length, 200);
    await steady.stop();
    for (const [id, starts] of startedAt) {
      expect([id, starts.length]).toEqual([id, hung.has(id) ? 2 : 1]);
      if (hung.has(id)) expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(LEASE_MS);
    }
  });
});

function logInto(said: string[]): WorkerLog {
  const line = (message: string) => void said.push(message);
  return { info: line, warn: line, error: line };
}

/** A worker that follows the events: they wake it, and everything else is as without them. */
/** Longer than this test takes, so a poll cannot find what runs. */
const NEVER_MS = 600_000;

describe('a worker that follows the events', () => {
  let stop: (() => Promise<void>) | null = null;
  const ran: unknown[] = [];
  const keys = { token: '' };
  const house = openedOnce(() => openHouse({ memory: true }));
  beforeAll(async () => {
    const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'w', scopes: ['read', 'execute'] });
    keys.token = made.body.token;
  });
  afterEach(async () => {
    await stop?.();
    stop = null;
  });

  const clientOf = (fetching: typeof fetch = fetch) => {
    const { token } = keys;
    return createClient({ baseUrl: house.url, apiKey: token, retries: 0, fetch: fetching });
  };
  const follow = (options: Partial<WorkerOptions> = {}) => {
    const warned: string[] = [];
    const quiet = () => undefined;
    const worker = createWorker({
      client: clientOf(),
      keys: [KEY],
      clients: { billing: () => ({ refund: (charge: unknown) => ran.push(charge) && 're_1' }) },
      check: () => true,
      follow: true,
      pollIntervalMs: NEVER_MS,
      log: { info: quiet, warn: (message) => void warned.push(message), error: quiet },
      ...options,
    });
    stop = () => worker.stop();
    return warned;
  };
  const authorize = async (charge: string) => {
    const action = 'demo.solo';
    const { intent, digest } = sealIntent({ keys: [KEY], action, client: 'billing', method: 'refund', args: [charge] });
    const params = { intent: digest };
    const { id, operation_hash } = (await house.propose({ params, intent })).body.request;
    expect(operation_hash).toBe(operationHash(action, params));
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    return id as string;
  };
  const executed = async (id: string) => {
    for (;;) {
      const { execution } = await house.read(id);
      if (execution.state === 'succeeded') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('a worker that follows events runs what is authorized long before it would poll', async () => {
    follow();
    for (const charge of ['ch_1', 'ch_2']) await executed(await authorize(charge));
    expect(ran).toEqual(['ch_1', 'ch_2']);
  });

  it('a worker that follows events polls if they cannot be read, and says so once for each failure', async () => {
    let failures = 0;
    const withoutEvents = (async (address, init) => {
      if (!String(address).includes('/v1/events')) return fetch(address, init);
      failures++;
      return Response.json({ error: 'not now', kind: 'internal' }, { status: 503 });
    }) as typeof fetch;
    const warned = follow({ client: clientOf(withoutEvents), pollIntervalMs: 50 });
    await executed(await authorize('ch_3'));
    expect(ran.at(-1)).toBe('ch_3');
    expect(failures).toBeGreaterThan(0);
    expect(warned).toEqual(Array(failures).fill('the events could not be followed; polling goes on'));
  });

  it('the reading of events ends with the worker, and leaves no call open', async () => {
    let open = 0;
    const counting = (async (address, init) => {
      open++;
      return fetch(address, init).finally(() => open--);
    }) as typeof fetch;
    follow({ client: clientOf(counting) });
    while (open === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await stop!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(open).toBe(0);
  });

  it('a worker that follows events needs a client with events', () => {
    const { events: _, ...client } = clientOf();
    expect(() => follow({ client })).toThrow(/`follow` needs a `client` with `events`/);
  });
});
