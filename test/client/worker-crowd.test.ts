/** Many workers share one list: how many of their calls get nothing. */

import { type Claim, ConflictError, createWorker, type WorkerOptions } from '../../src/client';
import { anApproved, KEY } from './approved';

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
