/** One event wakes many workers. Time is simulated: a list takes 15 ms, a claim 25, a report 20. */
import { type AuthorizationRequest, type Client, ConflictError, createWorker } from '../../src/client';
import { SimulatedTime, seededRandom } from '../support/simulated-time';
import { aSealed, KEY } from './approved';

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
