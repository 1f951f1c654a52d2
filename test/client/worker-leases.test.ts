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
import { anApproved, aSealed, KEY } from './approved';

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
    async listExecutable() {
      counted.lists++;
      await time.sleep(LIST_MS / 2);
      const requests = [...open.values()];
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

async function wakeForEach(events: number, workerCount: number) {
  const time = new SimulatedTime(1_800_000_000_000);
  const service = serviceOf(time);
  const workers = Array.from({ length: workerCount }, () =>
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
  await time.run(time.nowMs + 1000);
  const delays: number[] = [];
  for (let n = 1; n <= events; n++) {
    const request = aSealed([n], { id: `req_${n}` });
    const offeredAtMs = time.nowMs;
    service.open.set(request.id, request);
    for (const worker of workers) worker.wake();
    await time.run(time.nowMs + 1000);
    delays.push((service.reportedAtMs.get(request.id) ?? Number.NaN) - offeredAtMs);
  }
  const stopped = Promise.all(workers.map((worker) => worker.stop()));
  await time.run();
  await stopped;
  return { ...service.counted, delays };
}

describe('an event that wakes many workers', () => {
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
});

/** Many workers share one list: how many of their calls get nothing. */
const answered = () => new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 10));

/** A list that answers a few ms late, as a network does. What is claimed cannot be opened, and is reported so. */
function startList(size: number) {
  const free = new Set(Array.from({ length: size }, (_, n) => `req_${((n * 7919) % 65536).toString(16)}`));
  const counted = { won: 0, lost: 0, lists: 0 };
  let finish = () => undefined as void;
  const allReported = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let reported = 0;
  const client = {
    async listExecutable({ limit = 25 }) {
      counted.lists++;
      await answered();
      const requests = [...free].slice(0, limit).map((id) => ({ id }));
      await answered();
      return { server_now: Date.now(), requests };
    },
    async claim(id: string): Promise<Claim> {
      await answered();
      const won = free.delete(id);
      counted[won ? 'won' : 'lost']++;
      await answered();
      if (!won) throw new ConflictError({ status: 409, kind: 'already_claimed', message: 'claimed' });
      const now = Date.now();
      return { server_now: now, claim_id: `clm_${id}`, lease_expires_at: now + 600_000, request: anApproved({ id }) };
    },
    async report() {
      await answered();
      if (++reported === size) finish();
    },
  };
  return { client: client as unknown as WorkerOptions['client'], counted, allReported };
}

test('sixteen workers that start at once on two hundred requests lose less than half a claim for each one that they win', async () => {
  const { client, counted, allReported } = startList(200);
  const clients = { billing: () => ({ charge: () => 're_1' }) };
  const workers = Array.from({ length: 16 }, () => createWorker({ client, keys: [KEY], clients, log: false }));
  await allReported;
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(counted.won).toBe(200);
  expect(counted.lost / counted.won).toBeLessThan(0.5);
  expect(counted.lists / counted.won).toBeLessThan(0.5);
});

test('a worker alone on its list claims each request once, and lists only a few times', async () => {
  const { client, counted, allReported } = startList(100);
  const worker = createWorker({
    client,
    keys: [KEY],
    clients: { billing: () => ({ charge: () => 're_1' }) },
    log: false,
  });
  await allReported;
  await worker.stop();
  expect(counted).toEqual({ won: 100, lost: 0, lists: expect.any(Number) });
  expect(counted.lists).toBeLessThan(6);
});
