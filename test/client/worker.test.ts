import { createClient, createWorker, sealIntent, type WorkerLog } from '../../src/client';
import { type House, openHouse } from '../support/house';

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');

describe('the reference worker', () => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house?.stop());

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
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 1000; tries++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('it did not come to pass');
  };
  const reported = (id: string) => until(async () => (await execution(id)).reported_at !== null);

  it('runs what was approved, with the request id as the idempotency key, and reports', async () => {
    const calls: unknown[] = [];
    const id = await authorized([{ charge: 'ch_1' }]);
    const worker = createWorker({
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

  it('reports a call that throws as failed, with its message', async () => {
    const id = await authorized();
    const create = () => Promise.reject(new Error('card expired'));
    const worker = createWorker({
      client: clientFor('worker'),
      keys: [KEY],
      clients: { billing: { refunds: { create } } },
      pollIntervalMs: 20,
    });
    await reported(id);
    await worker.stop();
    expect(await execution(id)).toMatchObject({ state: 'failed', error: 'card expired' });
  });

  it('reports what it refuses to run, with the reason code, and runs nothing', async () => {
    const id = await authorized();
    const create = jest.fn();
    const worker = createWorker({
      client: clientFor('worker'),
      keys: [OTHER_KEY],
      clients: { billing: { refunds: { create } } },
      pollIntervalMs: 20,
    });
    await reported(id);
    await worker.stop();
    expect(await execution(id)).toMatchObject({ state: 'failed', error: 'unknown_key' });
    expect(create).not.toHaveBeenCalled();
  });

  it('sends a report again whose answer was lost', async () => {
    const id = await authorized();
    let lost = 0;
    const losing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).endsWith('/execution') && lost++ < 2) throw new TypeError('socket hang up');
      return answer;
    };
    const client = clientFor('worker', { fetch: losing, retries: 0, sleep: async () => undefined });
    const worker = createWorker({
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

  it('starts no call that the lease cannot cover', async () => {
    const id = await authorized();
    const create = jest.fn();
    const said: string[] = [];
    const log = logInto(said);
    // A clock that jumps a quarter of an hour between the claim and the call.
    let looks = 0;
    const worker = createWorker({
      client: clientFor('worker'),
      keys: [KEY],
      clients: { billing: { refunds: { create } } },
      leaseSeconds: 600,
      callBudgetSeconds: 60,
      pollIntervalMs: 20,
      log,
      nowMs: () => Date.now() + 900_000 * looks++,
    });
    await until(async () => said.some((line) => line.includes('cannot cover')));
    await worker.stop();
    expect(create).not.toHaveBeenCalled();
    expect((await execution(id)).state).toBe('claimed');
  });

  it('says when its lease was lost, and does not fight over the report', async () => {
    const id = await authorized();
    const lost: string[] = [];
    const said: string[] = [];
    let finish = () => {};
    const create = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const worker = createWorker({
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
    // Its own clock ends a lease a little early, never late; the service's ends it now.
    await house.advance(1000);
    const second = await clientFor('worker').claim(id);
    finish();
    await until(async () => said.some((line) => line.includes('report was refused')));
    await worker.stop();
    expect(lost).toEqual([id]);
    await clientFor('worker').report(id, { claim_id: second.claim_id, status: 'succeeded' });
    expect((await execution(id)).state).toBe('succeeded');
  });

  it('finishes what it runs before it stops, and claims nothing more', async () => {
    const first = await authorized();
    let finish = () => {};
    let started = false;
    const create = () => {
      started = true;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const worker = createWorker({
      client: clientFor('worker'),
      keys: [KEY],
      clients: { billing: { refunds: { create } } },
      pollIntervalMs: 20,
      concurrency: 1,
    });
    await until(async () => started);
    const second = await authorized();
    const stopped = worker.stop();
    finish();
    await stopped;
    expect((await execution(first)).state).toBe('succeeded');
    expect((await execution(second)).state).toBe('pending');
  });

  it('shares 200 intents with another worker, one of which dies: each is reported, none run under two live leases', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, (_, n) => proposed([n])));
    const codes = new Map<string, string | null>();
    await until(async () => {
      for (const { request_id, code } of await house.messages('op_bravo')) codes.set(request_id, code);
      return ids.every((id) => codes.has(id));
    });
    await Promise.all(
      ids.map((id) => house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: codes.get(id) })),
    );
    const runs = new Map<string, { from: number; to: number }[]>();
    const make = (mayDie: boolean) =>
      createWorker({
        client: clientFor('worker'),
        keys: [KEY],
        clients: {
          billing: ({ requestId }: { requestId: string }) => ({
            refunds: {
              create: async (n: number) => {
                const run = { from: Date.now(), to: Number.POSITIVE_INFINITY };
                runs.set(requestId, [...(runs.get(requestId) ?? []), run]);
                // Dies in the middle of some calls: it never comes back, and its lease runs out.
                if (mayDie && n % 10 === 3) return new Promise(() => undefined);
                run.to = Date.now();
                return `re_${n}`;
              },
            },
          }),
        },
        leaseSeconds: 2,
        callBudgetSeconds: 1,
        concurrency: 40,
        pollIntervalMs: 20,
      });
    const dying = make(true);
    const steady = make(false);
    await until(async () => runs.size === 200 || [...runs.values()].flat().length > 100);
    void dying.stop();
    for (const id of ids) await until(async () => (await execution(id)).state === 'succeeded');
    await steady.stop();
    for (const [id, attempts] of runs) {
      expect(attempts.length).toBeLessThanOrEqual(2);
      // The second start is a whole lease after the first: never two at once.
      if (attempts.length === 2) expect(attempts[1]!.from - attempts[0]!.from).toBeGreaterThanOrEqual(1900);
      expect(ids).toContain(id);
    }
  }, 60_000);
});

function logInto(said: string[]): WorkerLog {
  const line = (message: string) => void said.push(message);
  return { info: line, warn: line, error: line };
}
