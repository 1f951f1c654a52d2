/** What waits of one client cost, and how soon they notice: they share one reading of the feed. Time is simulated. */
import {
  type AuthorizationRequest,
  createClient,
  operationHash,
  type RequestEvent,
  type Verdict,
} from '../../src/client';
import { SimulatedTime, seededRandom } from '../support/simulated-time';

const OPERATION = { action: 'refund', params: {} };
const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** From the verdict to its entry in the chain. */
const ENTRY_MS = SECOND;
const PAGE = 100;

/** As much of the service as a wait meets. */
function serviceOf(time: SimulatedTime) {
  const decidedAt = new Map<string, number>();
  const entries: { readonly atMs: number; readonly id: string }[] = [];
  const calls: { readonly path: string; readonly atMs: number }[] = [];
  const service = {
    calls,
    open: 0,
    feed: 'held' as 'held' | 'not held' | 'none' | 'broken',
    decide(id: string, { loses = false } = {}) {
      decidedAt.set(id, time.nowMs);
      if (!loses) entries.push({ atMs: time.nowMs + ENTRY_MS, id });
    },
    /** An event of a request that nobody waits for. */
    other: (count: number) => {
      for (let n = 0; n < count; n++) entries.push({ atMs: time.nowMs, id: `other_${n}` });
    },
    of: (prefix: string) => calls.filter(({ path }) => path.startsWith(prefix)),
    fetch: (async (address: string, { signal }: { signal: AbortSignal }) => {
      const { pathname, searchParams, search } = new URL(address);
      calls.push({ path: pathname + search, atMs: time.nowMs });
      service.open++;
      try {
        return await (pathname === '/v1/events' ? eventsOf(searchParams, signal) : requestOf(pathname));
      } finally {
        service.open--;
      }
    }) as typeof fetch,
  };
  const requestOf = async (pathname: string) => {
    const id = pathname.split('/').at(-1)!;
    const outcome = decidedAt.has(id) ? 'authorized' : null;
    const operation_hash = operationHash(OPERATION.action, OPERATION.params);
    return Response.json({ server_now: time.nowMs, request: { id, outcome, operation_hash, ...OPERATION } });
  };
  const eventsOf = async (query: URLSearchParams, signal: AbortSignal) => {
    if (service.feed === 'none') return Response.json({ error: 'no such path', kind: 'not_found' }, { status: 404 });
    if (service.feed === 'broken') return Response.json({ error: 'sorry', kind: 'internal' }, { status: 503 });
    const visible = () => entries.filter(({ atMs }) => atMs <= time.nowMs);
    const after = query.get('after') === 'latest' ? visible().length : Number(query.get('after')!.slice(1));
    const endsAtMs = time.nowMs + Number(query.get('wait') ?? 0) * SECOND;
    while (service.feed === 'held' && visible().length <= after && time.nowMs < endsAtMs)
      await time.sleep(SECOND, signal);
    const found = visible().slice(after, after + PAGE);
    const events = found.map(({ id }) => ({ type: 'request.authorized', data: { request: { id } } }) as RequestEvent);
    return Response.json({ server_now: time.nowMs, events, next: `c${after + found.length}` });
  };
  return service;
}

describe('waits of one client', () => {
  let time: SimulatedTime;
  let service: ReturnType<typeof serviceOf>;
  let stop: AbortController;
  let noticed: Map<string, number>;
  let client: ReturnType<typeof createClient>;
  beforeEach(() => {
    time = new SimulatedTime(1_800_000_000_000);
    service = serviceOf(time);
    stop = new AbortController();
    noticed = new Map();
    client = createClient({
      ...{ baseUrl: 'https://a.example', apiKey: 'rak_x', fetch: service.fetch },
      ...{ nowMs: () => time.nowMs, sleep: (ms, signal) => time.sleep(ms, signal) },
    });
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(async () => {
    stop.abort();
    await time.run(time.nowMs + 1);
    jest.restoreAllMocks();
  });
  const run = (ms: number) => time.run(time.nowMs + ms);
  const wait = (id: string, signal: AbortSignal = stop.signal): Promise<Verdict | null> =>
    client.waitForVerdict(id, { ...OPERATION, signal }).then(
      (verdict) => {
        noticed.set(id, time.nowMs);
        return verdict;
      },
      () => null,
    );
  /** How long after its verdict a wait ended, in ms. */
  const decidedAfter = async (ms: number, id: string, options?: { loses?: boolean }) => {
    await run(ms);
    const atMs = time.nowMs;
    service.decide(id, options);
    await run(60 * SECOND);
    return (noticed.get(id) ?? Number.POSITIVE_INFINITY) - atMs;
  };
  const gaps = (id: string) => {
    const at = service.of(`/v1/requests/${id}`).map(({ atMs }) => atMs);
    return at.slice(1).map((ms, index) => ms - at[index]!);
  };

  it.each([0, 500, 10 * SECOND, 59 * SECOND, HOUR])(
    'waits of one client notice a verdict after %i ms within 3 s',
    async (ms) => {
      void wait('req_1');
      expect(await decidedAfter(ms, 'req_1')).toBeLessThanOrEqual(3 * SECOND);
    },
  );

  it('waits first take the place in the feed, then read the request and wait for events from there', async () => {
    void wait('req_1');
    await run(10);
    expect(service.calls.map(({ path }) => path)).toEqual([
      '/v1/events?limit=100&after=latest',
      '/v1/events?limit=100&after=c0&wait=20',
      '/v1/requests/req_1',
    ]);
  });

  it('waits cost 181 calls of the feed in an hour for all of them, and 120 reads for each', async () => {
    for (let n = 0; n < 20; n++) void wait(`req_${n}`);
    await run(HOUR - SECOND);
    expect(service.of('/v1/events')).toHaveLength(181);
    expect(service.of('/v1/requests/req_19')).toHaveLength(120);
    expect(service.of('/v1/requests')).toHaveLength(20 * 120);
  });

  it('waits cost 18 calls of the feed and 371 reads in an hour in which nothing is held', async () => {
    service.feed = 'not held';
    void wait('req_1');
    await run(HOUR - SECOND);
    expect([service.of('/v1/events').length, service.of('/v1/requests').length]).toEqual([18, 371]);
  });

  it('waits read only the request that an event names', async () => {
    for (let n = 0; n < 20; n++) void wait(`req_${n}`);
    await run(10 * SECOND);
    const before = service.of('/v1/requests').length;
    service.other(3);
    service.decide('req_7');
    await run(5 * SECOND);
    expect(
      service
        .of('/v1/requests')
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(['/v1/requests/req_7']);
    expect([...noticed.keys()]).toEqual(['req_7']);
  });

  it('waits notice within half a minute what has no entry in the feed', async () => {
    void wait('req_1');
    expect(await decidedAfter(HOUR, 'req_1', { loses: true })).toBeLessThanOrEqual(30 * SECOND);
  });

  it.each(['not held', 'none', 'broken'] as const)(
    'waits poll at most ten seconds apart if the feed is %s',
    async (feed) => {
      service.feed = feed;
      void wait('req_1');
      expect(await decidedAfter(HOUR, 'req_1')).toBeLessThanOrEqual(10 * SECOND);
      expect(Math.max(...gaps('req_1'))).toBeLessThanOrEqual(10 * SECOND);
      // Attempts to have an answer held are a minute apart at first, and ten minutes in the end.
      const limits = { 'not held': 20, none: 1, broken: 10 };
      expect(service.of('/v1/events').length).toBeLessThanOrEqual(limits[feed]);
    },
  );

  it('waits do not ask again for a feed that does not exist', async () => {
    service.feed = 'none';
    await Promise.all([decidedAfter(0, 'req_1'), wait('req_1')]);
    const before = service.of('/v1/events').length;
    void wait('req_2');
    await run(SECOND);
    expect(service.of('/v1/events')).toHaveLength(before);
  });

  it('waits poll every ten seconds while more than a page a second arrives, and return to the feed after that', async () => {
    void wait('req_1');
    for (let second = 0; second < 50; second++) {
      service.other(PAGE);
      await run(SECOND);
    }
    expect(service.of('/v1/events').length).toBeLessThan(10);
    expect(Math.max(...gaps('req_1').slice(-4))).toBeLessThanOrEqual(10 * SECOND);
    await run(5 * 60 * SECOND);
    expect(await decidedAfter(0, 'req_1')).toBeLessThanOrEqual(3 * SECOND);
  });

  it('waits read the feed at most once a second while a few events a second arrive', async () => {
    void wait('req_1');
    for (let tenth = 0; tenth < 300; tenth++) {
      service.other(1);
      await run(100);
    }
    expect(service.of('/v1/events').length).toBeLessThanOrEqual(33);
    expect(await decidedAfter(0, 'req_1')).toBeLessThanOrEqual(3 * SECOND);
  });

  it('waits return to held answers after an outage', async () => {
    void wait('req_1');
    await run(30 * SECOND);
    service.feed = 'broken';
    await run(60 * SECOND);
    service.feed = 'held';
    await run(120 * SECOND);
    expect(await decidedAfter(0, 'req_1')).toBeLessThanOrEqual(3 * SECOND);
  });

  it('the last wait ends the reading of the feed, and the next wait starts it again', async () => {
    const first = new AbortController();
    const second = new AbortController();
    void wait('req_1', first.signal);
    void wait('req_2', second.signal);
    await run(5 * SECOND);
    first.abort();
    await run(SECOND);
    expect(service.open).toBe(1);
    second.abort();
    await run(SECOND);
    const calls = service.calls.length;
    expect(service.open).toBe(0);
    await run(HOUR);
    expect(service.calls).toHaveLength(calls);
    void wait('req_3');
    expect(await decidedAfter(60 * SECOND, 'req_3')).toBeLessThanOrEqual(3 * SECOND);
    expect(service.open).toBe(0);
  });

  it('a wait ends at once if it is stopped before the place in the feed is known', async () => {
    const { fetch: answering } = service;
    const never = (address: string, init: { signal: AbortSignal }) =>
      address.includes('/v1/events')
        ? new Promise<Response>((_, reject) => init.signal.addEventListener('abort', () => reject(init.signal.reason)))
        : answering(address, init);
    client = createClient({
      baseUrl: 'https://a.example',
      apiKey: 'rak_x',
      fetch: never as never,
      nowMs: () => time.nowMs,
    });
    const stopping = new AbortController();
    const waiting = client.waitForVerdict('req_1', { ...OPERATION, signal: stopping.signal });
    stopping.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(service.of('/v1/requests')).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])(
    'waits notice every verdict within half a minute, whatever the feed does: seed %i',
    async (seed) => {
      const random = seededRandom(seed * 7919);
      jest.spyOn(Math, 'random').mockImplementation(random);
      const feeds = ['held', 'held', 'not held', 'broken'] as const;
      const decided = new Map<string, number>();
      for (let n = 0; n < 60; n++) {
        const id = `req_${n}`;
        void wait(id);
        await run(random() * 40 * SECOND);
        if (random() < 0.3) service.feed = feeds[Math.floor(random() * feeds.length)]!;
        const open = [...Array(n + 1).keys()].map((index) => `req_${index}`).filter((each) => !decided.has(each));
        for (const each of open) {
          if (random() > 0.4) continue;
          decided.set(each, time.nowMs);
          service.decide(each, { loses: random() < 0.1 });
        }
      }
      await run(60 * SECOND);
      expect(decided.size).toBeGreaterThan(40);
      const delays = [...decided].map(([id, atMs]) => (noticed.get(id) ?? Number.POSITIVE_INFINITY) - atMs);
      expect(Math.max(...delays)).toBeLessThanOrEqual(30 * SECOND);
    },
  );
});

/** The fields that a wait for an execution reads. */
const executed = (fields: object, execution: object = {}) => ({
  ...{ id: 'req_1', ...OPERATION, outcome: 'authorized', state: 'succeeded', intent: {} },
  ...fields,
  execution: { state: 'none', execute_by: null, lease_expires_at: null, ...execution },
});

describe('waiting for an execution', () => {
  const NOW = 1_800_000_000_000;
  let time: SimulatedTime;
  let reads: number;
  const client = (record: (nowMs: number) => object) =>
    createClient({
      ...{ baseUrl: 'https://a.example', apiKey: 'rak_x', nowMs: () => time.nowMs },
      sleep: (ms, signal) => time.sleep(ms, signal),
      fetch: (async (address: string) => {
        if (address.includes('/v1/events')) return Response.json({ error: 'x', kind: 'not_found' }, { status: 404 });
        reads++;
        return Response.json({ server_now: time.nowMs, request: record(time.nowMs) });
      }) as typeof fetch,
    });
  const waited = async (record: (nowMs: number) => object, options = {}) => {
    const waiting = client(record).waitForExecution('req_1', options);
    let endedAtMs = 0;
    const ended = waiting.then(
      ({ request, ...result }) => ({ ...result, id: request.id }),
      (error: Error) => error.message,
    );
    void ended.then(() => (endedAtMs = time.nowMs));
    await time.run(NOW + HOUR);
    return [await ended, endedAtMs - NOW];
  };
  beforeEach(() => {
    time = new SimulatedTime(NOW);
    reads = 0;
  });
  const notRun = (why: string) => ({ state: 'not_run', why, id: 'req_1' });

  it.each<[string, object, object]>([
    ['a run that succeeded', executed({}, { state: 'succeeded' }), { state: 'succeeded', id: 'req_1' }],
    ['a run that failed', executed({}, { state: 'failed' }), { state: 'failed', id: 'req_1' }],
    [
      'a late report after the integration failed',
      executed({ state: 'failed' }, { state: 'succeeded' }),
      { state: 'succeeded', id: 'req_1' },
    ],
    [
      'a request without an intent, still open',
      executed({ intent: null, outcome: null, state: 'notified' }),
      notRun('no_intent'),
    ],
    ...(['denied', 'expired', 'aborted'] as const).map((outcome): [string, object, object] => [
      `a request that is ${outcome}`,
      executed({ outcome, state: outcome }),
      notRun('not_authorized'),
    ]),
    [
      'an integration that failed',
      executed({ state: 'failed' }, { state: 'pending', execute_by: NOW + 1 }),
      notRun('not_authorized'),
    ],
    ['an authorization that no longer stands', executed({}), notRun('not_authorized')],
    ['a window that is closed', executed({}, { state: 'pending', execute_by: NOW - 1 }), notRun('window_closed')],
  ])('a wait for an execution ends at once for %s', async (_, record, result) => {
    expect(await waited(() => record)).toEqual([result, 0]);
    expect(reads).toBe(1);
  });

  it('a wait for an execution ends just after the window has closed, also between two polls', async () => {
    const [result, afterMs] = await waited(() => executed({}, { state: 'pending', execute_by: NOW + 605_000 }));
    expect(result).toEqual(notRun('window_closed'));
    expect(afterMs).toBeGreaterThan(605_000);
    expect(afterMs).toBeLessThanOrEqual(606_100);
  });

  it('a wait for an execution waits for a live lease beyond the window', async () => {
    const leaseEnds = NOW + 300_000;
    const [result, afterMs] = await waited((nowMs) =>
      nowMs < leaseEnds
        ? executed({}, { state: 'claimed', execute_by: NOW + 10_000, lease_expires_at: leaseEnds })
        : executed({}, { state: 'pending', execute_by: NOW + 10_000 }),
    );
    expect(result).toEqual(notRun('window_closed'));
    expect(afterMs).toBeGreaterThanOrEqual(300_000);
    expect(afterMs).toBeLessThanOrEqual(301_100);
  });

  it('a wait for an execution waits while people decide, and gives up after its time', async () => {
    const open = executed({ outcome: null, state: 'notified' });
    expect(await waited(() => open, { timeoutMs: 45_000 })).toEqual([
      'req_1 has no report of its execution after 45000 ms',
      45_000,
    ]);
    expect(await waited(() => open, { signal: AbortSignal.abort(new Error('enough')) })).toEqual([
      'enough',
      expect.any(Number),
    ]);
  });

  it('a wait for an execution accepts a request object from `getRequest`', async () => {
    const record = executed({}, { state: 'succeeded', reference: 're_1' });
    const { request } = await client(() => record).waitForExecution('req_1');
    expect(request satisfies AuthorizationRequest).toEqual(record);
  });
});
