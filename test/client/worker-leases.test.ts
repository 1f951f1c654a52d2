/** The worker and the leases of what it claimed, over a service that is a few functions. */

import { type Claim, createWorker, type Worker, type WorkerOptions } from '../../src/client';
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
