/** `client.events`: following the feed, from any checkpoint, in simulated time. */
import { AbortedError, createClient, type FollowOptions, InvalidError, type RequestEvent } from '../../src/client';
import { SimulatedTime, seededRandom } from '../support/simulated-time';

const PAGE = 3;
/** Every third entry of the chain is no event, so there are pages without one. */
const isEvent = (seq: number) => seq % 3 !== 0;
const eventAt = (seq: number) => ({ id: `evt_${seq}` }) as RequestEvent;

/** The feed as the service answers it: a cursor is a place in a chain that only grows. */
function serviceOf(time: SimulatedTime) {
  const service = {
    entries: 0,
    reads: [] as { readonly after: string | null; readonly wait: string | null; readonly atMs: number }[],
    holds: true,
    /** How many reads fail from now on. */
    failures: 0,
    pageSize: () => PAGE,
    fetch: (async (address: string) => {
      const query = new URL(address).searchParams;
      const after = query.get('after');
      service.reads.push({ after, wait: query.get('wait'), atMs: time.nowMs });
      if (service.failures > 0) {
        service.failures--;
        return Response.json({ error: 'not now', kind: 'internal' }, { status: 503 });
      }
      if (after !== null && !/^(latest|c\d+)$/.test(after))
        return Response.json({ error: 'no such place', kind: 'invalid' }, { status: 400 });
      const start = after === null ? 0 : after === 'latest' ? service.entries : Number(after.slice(1));
      const endsAtMs = time.nowMs + Number(query.get('wait')) * 1000;
      while (service.holds && service.entries === start && time.nowMs < endsAtMs) await time.sleep(1000);
      const events: RequestEvent[] = [];
      let seq = start;
      for (const end = start + 2 * PAGE; seq < service.entries && seq < end && events.length < service.pageSize(); ) {
        seq++;
        if (isEvent(seq)) events.push(eventAt(seq));
      }
      return Response.json({ server_now: time.nowMs, events, next: `c${seq}` });
    }) as typeof fetch,
  };
  return service;
}

describe('following the events', () => {
  const time = new SimulatedTime(0);
  let service: ReturnType<typeof serviceOf>;
  let places: (string | null)[];
  let stop: AbortController;
  beforeEach(() => {
    service = serviceOf(time);
    places = [];
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await time.run();
  });

  const client = (options: { timeoutMs?: number } = {}) =>
    createClient({
      baseUrl: 'https://service.example',
      apiKey: 'rak_x',
      retries: 0,
      fetch: service.fetch,
      sleep: (ms, signal) => time.sleep(ms, signal),
      nowMs: () => time.nowMs,
      ...options,
    });
  /** Follows until it is stopped. `seen` grows while the time runs. */
  const follow = (options: FollowOptions = {}, seen: string[] = []) => {
    const ended = (async () => {
      const followed = client().events({
        signal: stop.signal,
        checkpoint: (place) => void places.push(place),
        ...options,
      });
      for await (const { id } of followed) seen.push(id);
    })();
    ended.catch(() => undefined);
    return { seen, ended };
  };
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n)
      .filter(isEvent)
      .map((seq) => `evt_${seq}`);

  it('the feed gives every event once, in order, from the oldest, and then new ones', async () => {
    service.entries = 20;
    const { seen } = follow();
    await time.run(time.nowMs);
    expect(seen).toEqual(ids(1, 20));
    service.entries = 32;
    await time.run(time.nowMs + 60_000);
    expect(seen).toEqual(ids(1, 32));
  });

  it('the feed is read without a pause while there is more, even if a page has no event', async () => {
    service.entries = 60;
    service.pageSize = () => 1;
    const { seen } = follow();
    const before = time.nowMs;
    await time.run(before);
    expect(seen).toEqual(ids(1, 60));
    expect(new Set(service.reads.map(({ atMs }) => atMs))).toEqual(new Set([before]));
  });

  it('the pauses at the end of the feed grow up to half a minute, and are short again after an event', async () => {
    follow();
    const start = time.nowMs;
    await time.run(start + 300_000);
    const pauses = service.reads.slice(1).map(({ atMs }, index) => atMs - service.reads[index]!.atMs);
    // The first answer moves from no cursor to the first one.
    expect(pauses[0]).toBe(0);
    expect(pauses[1]).toBeLessThanOrEqual(1000);
    expect(pauses[1]).toBeGreaterThanOrEqual(800);
    for (const n of [2, 3, 4, 5, 6]) expect(pauses[n]).toBeGreaterThan(pauses[n - 1]!);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
    expect(Math.max(...pauses)).toBeGreaterThanOrEqual(24_000);
    service.entries = 1;
    await time.run(time.nowMs + 31_000);
    const [first, second] = service.reads.filter(({ after }) => after === 'c1');
    expect(second!.atMs - first!.atMs).toBeLessThanOrEqual(1000);
  });

  it('an event is noticed within a second if answers are held, and the feed is read again without a pause', async () => {
    service.entries = 1;
    const { seen } = follow({ waitSeconds: 20 });
    const start = time.nowMs;
    await time.run(start + 45_000);
    expect(seen).toEqual(['evt_1']);
    // The oldest, the end of the feed, and then one call for each 20 seconds.
    expect(service.reads.map(({ wait, atMs }) => [wait, atMs - start])).toEqual([
      ['20', 0],
      ['20', 0],
      ['20', 20_000],
      ['20', 40_000],
    ]);
    service.entries = 2;
    await time.run(time.nowMs + 1000);
    expect(seen).toEqual(['evt_1', 'evt_2']);
  });

  it('the feed is polled with pauses if answers are not held', async () => {
    service.holds = false;
    follow({ waitSeconds: 20 });
    await time.run(time.nowMs + 60_000);
    expect(service.reads.length).toBeGreaterThan(4);
    expect(service.reads.length).toBeLessThan(12);
  });

  it('the feed begins now with `latest`, and its first place is known at once, so that a restart misses nothing', async () => {
    service.entries = 10;
    const { seen } = follow({ after: 'latest', waitSeconds: 20 });
    await time.run(time.nowMs);
    expect([seen, places]).toEqual([[], ['c10']]);
    expect(service.reads.map(({ wait }) => wait)).toEqual([null, '20']);
    service.entries = 14;
    await time.run(time.nowMs + 5000);
    expect(seen).toEqual(ids(11, 14));
  });

  it.each([
    [25_000, '20'],
    [24_999, '19'],
    [6000, '1'],
    [5999, null],
  ])('five seconds of the time limit of %i ms are left for the call itself', async (timeoutMs, wait) => {
    const events = client({ timeoutMs }).events({ waitSeconds: 20, signal: stop.signal })[Symbol.asyncIterator]();
    events.next().catch(() => undefined);
    await time.run(time.nowMs);
    expect(service.reads[0]!.wait).toBe(wait);
  });

  it.each([
    [10_000, 0],
    [9999, 800],
  ])('after an answer that was held for %i ms of 20 s, the pause is at least %i ms', async (heldMs, pauseMs) => {
    const asked: number[] = [];
    const held = (async () => {
      asked.push(time.nowMs);
      if (asked.length === 2) await time.sleep(heldMs);
      return Response.json({ server_now: 1, events: [], next: 'c1' });
    }) as typeof fetch;
    service.fetch = held;
    follow({ waitSeconds: 20 });
    const start = time.nowMs;
    await time.run(start + heldMs + 900);
    const pause = (asked[2] ?? start + heldMs + 1000) - start - heldMs;
    expect(pauseMs === 0 ? pause === 0 : pause >= pauseMs).toBe(true);
  });

  it.each([
    ['c1.2', 'c1'],
    ['c1.12', 'c1'],
    ['.2', null],
    ['c1.1234567890', 'c1.1234567890'],
    ['c 1.2', 'c 1.2'],
    ['c1.2x', 'c1.2x'],
    ['c1', 'c1'],
  ])('after the place %j, the feed is read from %j', async (after, asked) => {
    follow({ after });
    await time.run(time.nowMs);
    expect(service.reads[0]!.after).toBe(asked);
  });

  it('the feed is read again when the service asks, and ends if its pauses fail', async () => {
    let reads = 0;
    const busy = Response.json({ error: 'slow down' }, { status: 429, headers: { 'retry-after': '240' } });
    service.fetch = (async () =>
      ++reads === 1 ? Response.json({ server_now: 1, events: [], next: 'c1' }) : busy.clone()) as typeof fetch;
    follow();
    await time.run(time.nowMs + 239_000);
    expect(reads).toBe(2);
    await time.run(time.nowMs + 2000);
    expect(reads).toBe(3);
    const broken = new Error('no timers');
    const failing = createClient({
      ...{ baseUrl: 'https://service.example', apiKey: 'rak_x', retries: 0 },
      fetch: (async () => Response.json({ server_now: 1, events: [], next: 'c1' })) as typeof fetch,
      sleep: () => Promise.reject(broken),
    });
    await expect(failing.events({ after: 'c1' })[Symbol.asyncIterator]().next()).rejects.toBe(broken);
  });

  it.each([-1, 21, 1.5, Number.NaN])('the feed refuses to wait for %p seconds', async (waitSeconds) => {
    await expect(follow({ waitSeconds }).ended).rejects.toThrow(
      new RangeError(`\`waitSeconds\` is ${waitSeconds}; it must be an integer from 0 to 20.`),
    );
  });

  it('a checkpoint gives each event exactly once, wherever the reader is stopped, with pages of any length', async () => {
    const random = seededRandom(7);
    service.pageSize = () => 1 + Math.floor(random() * 5);
    const counted: string[] = [];
    let after: string | null = null;
    for (let life = 0; life < 200; life++) {
      service.entries += Math.floor(random() * 4);
      stop = new AbortController();
      let left = Math.floor(random() * 6);
      const killed = () => {
        stop.abort();
        return Promise.reject(new Error('killed'));
      };
      // What the event causes and the place are written together, or not at all.
      const checkpoint = (place: string, event: RequestEvent | null) => {
        if (left-- === 0) return killed();
        after = place;
        if (event !== null) counted.push(event.id);
        return Promise.resolve();
      };
      follow({ after, checkpoint });
      await time.run(time.nowMs + 2000);
      stop.abort();
      await time.run(time.nowMs);
    }
    stop = new AbortController();
    follow({
      after,
      checkpoint: (_, event) => void (event !== null && counted.push(event.id)),
    });
    await time.run(time.nowMs + 1000);
    expect(service.entries).toBeGreaterThan(200);
    expect(counted).toEqual(ids(1, service.entries));
  });

  it('an event that the loop did not finish is given again', async () => {
    service.entries = 5;
    for await (const { id } of client().events({ checkpoint: (place) => void places.push(place) })) {
      if (id === 'evt_4') break;
    }
    const { seen } = follow({ after: places.at(-1)! });
    await time.run(time.nowMs);
    expect(seen).toEqual(ids(4, 5));
  });

  it('the feed survives an outage of some minutes after the first answer, and continues where it was', async () => {
    service.entries = 4;
    const { seen } = follow();
    await time.run(time.nowMs);
    service.failures = 8;
    service.entries = 8;
    await time.run(time.nowMs + 600_000);
    expect(seen).toEqual(ids(1, 8));
  });

  it('the feed throws at once if the first read fails or the place is unknown', async () => {
    service.failures = 1;
    await expect(follow().ended).rejects.toMatchObject({ status: 503 });
    await expect(follow({ after: 'elsewhere' }).ended).rejects.toBeInstanceOf(InvalidError);
  });

  it('the feed ends with its signal, in a pause and between events', async () => {
    const { ended } = follow();
    await time.run(time.nowMs + 100);
    stop.abort();
    await expect(ended).rejects.toBeInstanceOf(AbortedError);
    stop = new AbortController();
    service.entries = 5;
    const seen: string[] = [];
    const between = follow({ checkpoint: () => stop.abort() }, seen);
    await expect(between.ended).rejects.toBeInstanceOf(AbortedError);
    expect(seen).toEqual(['evt_1']);
  });
});
