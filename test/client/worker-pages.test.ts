/** What a worker leaves to others, and how it finds its own intents behind them. Time is simulated. */
import {
  type AuthorizationRequest,
  createWorker,
  keyIdOf,
  sealIntent,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { SimulatedTime } from '../support/simulated-time';
import { anApproved, aSealed, KEY } from './approved';

const OLD_KEY = Buffer.alloc(32, 9).toString('base64');
const PAGE = 64;
const LEFT = 'no key for this intent; it is left to a worker that has one';

const sealedUnder = (key: string, n: number): AuthorizationRequest => {
  const { intent, digest } = sealIntent({
    keys: [key],
    action: 'refund',
    client: 'billing',
    method: 'refund',
    args: [n],
  });
  return anApproved({ id: `req_${n}`, intent, params: { intent: digest } });
};
const own = (n: number) => aSealed([n], { id: `req_${n}` });
const keyOfOthers = (n: number) => Buffer.alloc(32, `others ${n}`).toString('base64');
/** Of another team: one key, unless each is under its own. */
const others = (from: number, to: number, keyOf = () => keyOfOthers(0) as string): AuthorizationRequest[] =>
  Array.from({ length: to - from }, (_, n) => sealedUnder(keyOf(), from + n));

describe('a worker among requests of others', () => {
  let time: SimulatedTime;
  let said: unknown[];
  /** Of each call. */
  let places: (string | undefined)[];
  let claimed: string[];
  let ran: unknown[];
  let offered: AuthorizationRequest[];
  let worker: Worker | null;
  beforeEach(() => {
    time = new SimulatedTime(1_800_000_000_000);
    [said, places, claimed, ran, offered] = [[], [], [], [], []];
    worker = null;
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(async () => {
    const stopped = worker?.stop({ timeoutMs: 0 });
    await time.run(time.nowMs + 1);
    await stopped;
    jest.restoreAllMocks();
  });

  /** A place is the number of the request before it. */
  const numberOf = ({ id }: AuthorizationRequest) => Number(id.slice(4));
  const client = {
    async listExecutable({ limit, after }: { limit: number; after?: string }) {
      places.push(after);
      const from = after === 'oldest' || after === undefined ? Number.NEGATIVE_INFINITY : Number(after);
      const later = offered.filter((one) => !claimed.includes(one.id) && numberOf(one) > from);
      const requests = later.slice(0, limit);
      return { requests, next: later.length > limit ? String(numberOf(requests.at(-1)!)) : null };
    },
    async claim(id: string) {
      claimed.push(id);
      const request = offered.find((one) => one.id === id);
      return { server_now: time.nowMs, claim_id: 'clm_1', lease_expires_at: time.nowMs + 600_000, request };
    },
    report: async () => undefined,
  };
  const start = (options: Partial<WorkerOptions> = {}) => {
    worker = createWorker({
      client: client as never,
      keys: [KEY, OLD_KEY],
      clients: { billing: () => ({ refund: (n: unknown) => void ran.push(n) }) },
      allow: ['billing.refund'],
      check: () => true,
      log: {
        info: () => undefined,
        warn: (...line) => void said.push(['warn', ...line]),
        error: (...line) => void said.push(['error', ...line]),
      },
      nowMs: () => time.nowMs,
      sleep: (ms, signal) => time.sleep(ms, signal),
      ...options,
    });
  };
  const run = (ms: number) => time.run(time.nowMs + ms);

  it('a worker claims what any of its keys opens, and leaves the others where they are', async () => {
    offered = [others(1, 2)[0]!, own(2), sealedUnder(OLD_KEY, 3), others(4, 5)[0]!];
    start();
    await run(1000);
    expect([claimed.sort(), ran.sort()]).toEqual([
      ['req_2', 'req_3'],
      [2, 3],
    ]);
    const kid = keyIdOf(keyOfOthers(0));
    const fields = { request: 'req_1', kid, own: [keyIdOf(KEY), keyIdOf(OLD_KEY)] };
    expect(said).toEqual([['error', LEFT, fields]]);
    await run(60_000);
    expect(said).toHaveLength(1);
  });

  it('a worker says once for each of 100 keys that it does not have it, and no more', async () => {
    let n = 0;
    offered = others(0, 101, () => keyOfOthers(n++));
    start();
    await run(60_000);
    expect([claimed, said.length]).toEqual([[], 100]);
    expect(new Set(said.map((line) => (line as [string, string, { kid: string }])[2].kid)).size).toBe(100);
  });

  it('a worker claims an intent that names no key as before, and reports why it cannot be opened', async () => {
    offered = [anApproved({ id: 'req_1', intent: null })];
    start();
    await run(1000);
    expect(claimed).toEqual(['req_1']);
  });

  it('a worker goes on to the page that has something for it, and lists there again', async () => {
    offered = [...others(0, 2 * PAGE), own(500), own(501)];
    start({ concurrency: 1 });
    await run(1);
    expect(ran).toEqual([501, 500]);
    // The third page has its own twice, then nothing more, so it ends there.
    expect(places).toEqual(['oldest', '63', '127', '127']);
    await run(5000);
    expect(places.slice(4)).toEqual(['oldest', '63']);
  });

  it.each([
    [9, 1],
    [10, 2],
  ])('a worker finds what is behind %i pages of others in look %i', async (pages, looks) => {
    offered = [...others(0, pages * PAGE), own(5000)];
    start();
    await run(1);
    expect([ran.length, places.length >= 10]).toEqual([looks === 1 ? 1 : 0, true]);
    if (looks === 1) return;
    // Ten pages, and then the usual pause. The next look goes on where this one ended.
    expect([places.length, places.at(-1)]).toEqual([10, String(9 * PAGE - 1)]);
    await run(5001);
    expect([ran, places[10]]).toEqual([[5000], String(10 * PAGE - 1)]);
  });

  it('a worker that has come to the end begins with the oldest again', async () => {
    offered = others(0, 12 * PAGE);
    start();
    await run(5001);
    expect(places).toHaveLength(12);
    offered = [own(-1), ...offered];
    await run(5001);
    expect([ran, places[12]]).toEqual([[-1], 'oldest']);
  });

  it('a worker that always finds something behind a place looks at the oldest again after a minute', async () => {
    offered = [...others(0, PAGE), own(1000)];
    start({
      clients: { billing: () => ({ refund: (made: unknown) => void offered.push(own(1000 + ran.push(made))) }) },
      concurrency: 1,
      check: async () => {
        await time.sleep(1000);
        return true;
      },
    });
    await run(30_000);
    expect(places.filter((place) => place === 'oldest')).toHaveLength(1);
    offered = [own(-1), ...offered];
    await run(29_000);
    expect(ran).not.toContain(-1);
    await run(4000);
    expect(ran).toContain(-1);
  });

  it('a worker takes what it runs itself for nothing new, and goes on behind it', async () => {
    offered = [...Array.from({ length: PAGE }, (_, n) => own(n)), own(1000)];
    const again = { ...client, claim: async (id: string) => ({ ...(await client.claim(id)), claim_id: `clm_${id}` }) };
    start({
      client: again as never,
      concurrency: 100,
      clients: { billing: () => ({ refund: () => new Promise(() => undefined) }) },
    });
    await run(1);
    expect(claimed).toHaveLength(65);
    // Its leases end, but its calls run.
    claimed = [];
    await run(20_000);
    expect(claimed).toEqual([]);
  });

  it('a worker of a service without pages takes its answer for all there is', async () => {
    offered = others(0, 100);
    const old = {
      ...client,
      listExecutable: async () => {
        places.push('asked');
        return { requests: offered.slice(0, PAGE) };
      },
    };
    start({ client: old as never });
    await run(1);
    expect(places).toEqual(['asked']);
  });
});
