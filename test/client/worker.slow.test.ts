import { createClient, createWorker, sealIntent, type Worker, type WorkerOptions } from '../../src/client';
import { openHouse } from '../support/house';
import { openedForEach } from '../support/opened';
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

  /** It follows the events. A poll, which would come after the test, cannot find what runs. */
  const follow = async (fetching: typeof fetch = fetch) => {
    const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'w', scopes: ['read', 'execute'] });
    return start({
      client: createClient({ baseUrl: house.url, apiKey: made.body.token, retries: 0, fetch: fetching }),
      ...{ keys: [KEY], clients: { billing: { refunds: { create: () => 're_1' } } }, check: () => true },
      ...{ follow: true, pollIntervalMs: 600_000 },
    });
  };

  it('the worker that follows events runs what is authorized long before it would poll', async () => {
    await follow();
    for (const n of [1, 2]) await reported(await authorized([n]));
  });

  it('the worker ends its reading of events when it stops, and leaves no call open', async () => {
    let open = 0;
    const worker = await follow((address, init) => {
      open++;
      return fetch(address, init).finally(() => open--);
    });
    while (open === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await worker.stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(open).toBe(0);
  });
});
