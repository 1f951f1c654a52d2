/** The worker and the leases of what it claimed, over a service that is a few functions. */
import {
  type AuthorizationRequest,
  type Claim,
  type Client,
  ConflictError,
  createWorker,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { SimulatedTime, seededRandom } from '../support/simulated-time';
import { aSealed, KEY } from './approved';

const LEASE_MS = 600_000;
const NOON = Date.UTC(2026, 10, 20, 12);

const request = aSealed([1]);

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a worker', () => {
  let nowMs: number;
  let claims: number;
  let reports: { claim_id: string; status: string }[];
  /** How long a claim's answer takes on its way. */
  let answerTakesMs: number;
  let looks: number;
  let worker: Worker;
  beforeEach(() => {
    nowMs = NOON;
    [claims, looks, answerTakesMs] = [0, 0, 0];
    reports = [];
  });
  afterEach(() => worker.stop({ timeoutMs: 0 }));

  const start = (refund: () => unknown, options: Partial<WorkerOptions> = {}) => {
    const client = {
      async listExecutable() {
        looks++;
        await turn();
        return { server_now: nowMs, requests: [request] };
      },
      async claim(): Promise<Claim> {
        const claimedAt = nowMs;
        nowMs += answerTakesMs;
        const claim_id = `clm_${++claims}`;
        return { server_now: claimedAt, claim_id, lease_expires_at: claimedAt + LEASE_MS, request };
      },
      async report(_: string, report: { claim_id: string; status: string }) {
        reports.push(report);
      },
    };
    worker = createWorker({
      client: client as unknown as WorkerOptions['client'],
      log: false,
      keys: [KEY],
      clients: { billing: { refund } },
      leaseSeconds: LEASE_MS / 1000,
      nowMs: () => nowMs,
      sleep: turn,
      ...options,
    });
    return worker;
  };
  const until = async (holds: () => boolean) => {
    for (let turns = 0; turns < 20_000 && !holds(); turns++) await turn();
    expect(holds()).toBe(true);
  };

  it('a worker makes a call once that outlives its lease, however often the list names it again', async () => {
    let finish = (_: string) => {};
    let calls = 0;
    start(() => {
      calls++;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    await until(() => calls === 1);
    nowMs += 2 * LEASE_MS;
    const before = looks;
    await until(() => looks > before + 5);
    expect([calls, claims]).toEqual([1, 1]);
    finish('re_1');
    await until(() => reports.length === 1);
    expect(reports).toEqual([{ claim_id: 'clm_1', status: 'succeeded', reference: 're_1' }]);
  });

  it.each([
    ['makes no call', 1, 0],
    ['makes the call', 0, 1],
  ])(
    'a worker %s if the answer to its claim left %i ms less of the lease than a call needs',
    async (_, lacking, made) => {
      // The lease runs from when it was claimed, not from when this worker heard of it.
      answerTakesMs = LEASE_MS - 60_000 + lacking;
      let calls = 0;
      start(() => ++calls, { callBudgetSeconds: 60, concurrency: 1 });
      await until(() => claims >= 1);
      await worker.stop();
      expect(Math.min(1, calls)).toBe(made);
      if (made === 0) expect(reports).toEqual([]);
    },
  );
});

/** One event wakes many workers. Time is simulated: a list takes 15 ms, a claim 25, a report 20. */
const LIST_MS = 15;
const CLAIM_MS = 25;
const REPORT_MS = 20;

function serviceOf(time: SimulatedTime) {
  const open = new Map<string, AuthorizationRequest>();
  const counted = { won: 0, lost: 0, lists: 0 };
  const reportedAtMs = new Map<string, number>();
  const client = {
    async listExecutable({ limit = 25 }) {
      counted.lists++;
      await time.sleep(LIST_MS / 2);
      const requests = [...open.values()].slice(0, limit);
      await time.sleep(LIST_MS / 2);
      return { server_now: time.nowMs, requests };
    },
    async claim(id: string) {
      await time.sleep(CLAIM_MS / 2);
      const request = open.get(id);
      open.delete(id);
      await time.sleep(CLAIM_MS / 2);
      counted[request === undefined ? 'lost' : 'won']++;
      if (request === undefined)
        throw new ConflictError({ status: 409, kind: 'already_claimed', message: 'claimed already' });
      return {
        server_now: time.nowMs,
        request,
        claim_id: 'clm_1',
        lease_expires_at: time.nowMs + 600_000,
      };
    },
    async report(id: string) {
      await time.sleep(REPORT_MS);
      reportedAtMs.set(id, time.nowMs);
    },
  };
  return { client: client as unknown as Client, open, counted, reportedAtMs };
}

/** Workers of one service, which start at once. */
function openWorkers(count: number, requests: readonly AuthorizationRequest[] = []) {
  const time = new SimulatedTime(1_800_000_000_000);
  const service = serviceOf(time);
  for (const request of requests) service.open.set(request.id, request);
  const workers = Array.from({ length: count }, () =>
    createWorker({
      client: service.client,
      log: false,
      keys: [KEY],
      clients: { billing: { refund: () => 're_1' } },
      check: () => true,
      nowMs: () => time.nowMs,
      sleep: (ms, signal) => time.sleep(ms, signal),
    }),
  );
  const run = (ms: number) => time.run(time.nowMs + ms);
  const stop = async () => {
    const stopped = Promise.all(workers.map((worker) => worker.stop()));
    await time.run();
    await stopped;
    return service.counted;
  };
  return { time, service, workers, run, stop };
}

async function wakeForEach(events: number, workerCount: number) {
  const { time, service, workers, run, stop } = openWorkers(workerCount);
  await run(1000);
  const delays: number[] = [];
  for (let n = 1; n <= events; n++) {
    const request = aSealed([n], { id: `req_${n}` });
    const offeredAtMs = time.nowMs;
    service.open.set(request.id, request);
    for (const worker of workers) worker.wake();
    await run(1000);
    delays.push((service.reportedAtMs.get(request.id) ?? Number.NaN) - offeredAtMs);
  }
  return { ...(await stop()), delays };
}

/** Until all are reported. The ids are in no order. */
async function share(size: number, workerCount: number) {
  const ids = Array.from({ length: size }, (_, n) => `req_${((n * 7919) % 65536).toString(16)}`);
  const { service, run, stop } = openWorkers(
    workerCount,
    ids.map((id) => aSealed([id], { id })),
  );
  while (service.reportedAtMs.size < size) await run(100);
  return stop();
}

describe('many workers of one service', () => {
  const random = jest.spyOn(Math, 'random');
  beforeEach(() => random.mockImplementation(seededRandom(7)));
  afterAll(() => random.mockRestore());

  it.each([2, 4, 16])(
    'an event that wakes %i workers costs at most 0.3 lost claims for each one that is won',
    async (count) => {
      const { won, lost, delays } = await wakeForEach(100, count);
      expect(won).toBe(100);
      expect(lost / won).toBeLessThanOrEqual(0.3);
      expect(Math.max(...delays)).toBeLessThan(500);
    },
  );

  it('a worker that is alone soon answers an event at once', async () => {
    const { delays } = await wakeForEach(25, 1);
    expect(Math.max(...delays.slice(-10))).toBeLessThan(LIST_MS + CLAIM_MS + REPORT_MS + 10);
  });

  it('sixteen workers that start at once on two hundred requests lose less than half a claim for each one that they win', async () => {
    const { won, lost, lists } = await share(200, 16);
    expect(won).toBe(200);
    expect(lost / won).toBeLessThan(0.5);
    expect(lists / won).toBeLessThan(0.5);
  });

  it('a worker alone on its list claims each request once, and lists only a few times', async () => {
    const { won, lost, lists } = await share(100, 1);
    expect([won, lost]).toEqual([100, 0]);
    expect(lists).toBeLessThan(6);
  });
});
