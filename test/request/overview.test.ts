/** The overview: deliveries since a day, requests in their current state, and the operators whom requests wait for. */
import { getOverview, type OverviewDeps } from '../../src/service/overview/use-cases/get-overview';
import type { Request } from '../../src/service/request/rules/request';
import { ALPHA, aRequest, at, BRAVO, CHARLIE, days, FOUR_OPERATORS, ORG, turnedBy } from '../support/builders';

const NOW = at('12:10');

interface Given {
  /** Newest first. */
  readonly requests?: readonly Request[];
  /** What the index of open requests has, oldest first. Without it, the requests above. */
  readonly open?: readonly Request[];
  /** The requests that are read although they are not among the newest. */
  readonly glanced?: string[];
  readonly deliveries?: readonly object[];
  readonly operators?: readonly object[];
  readonly nowMs?: number;
}

/** Ports that are not expected to be used are missing, and calls of them fail. */
const overview = (given: Given = {}, wanted = 7, zone = 'UTC') => {
  const { requests = [], open = requests, glanced = [], operators = [...FOUR_OPERATORS] } = given;
  const known = new Map([...open, ...requests].map((request) => [request.id as string, request]));
  const deliveries = (given.deliveries ?? []).map((fields, n) => ({
    ...{ id: `dlv_${n}`, state: 'delivered', test: false, attempts: 1, createdAtMs: NOW, nextAttemptAtMs: null },
    ...fields,
  }));
  const deps = {
    clock: { nowMs: () => given.nowMs ?? NOW },
    config: { operators: async () => operators, endpoints: async () => [{ org: ORG, id: 'we_1', deletedAtMs: null }] },
    deliveries: { ofEndpoint: async () => ({ items: deliveries, cursor: null }), attempts: async () => [] },
    requests: {
      recent: async (_: string, { limit, cursor }: { limit: number; cursor: string | null }) => {
        const to = Number(cursor ?? 0) + limit;
        const ids = requests.slice(Number(cursor ?? 0), to).map(({ id }) => id);
        return { ids, cursor: to < requests.length ? String(to) : null };
      },
      loadMany: async (_: string, ids: readonly string[]) => ids.map((id) => known.get(id)),
      glanceMany: async (_: string, ids: readonly string[]) => {
        glanced.push(...ids);
        return ids.flatMap((id) => known.get(id) ?? []);
      },
      openEntries: async function* () {
        yield* open;
      },
    },
  };
  return getOverview(deps as never as OverviewDeps, ORG, wanted, zone);
};

describe('the deliveries of an overview', () => {
  it('the overview counts deliveries by their state', async () => {
    const states = ['delivered', 'failed', 'failed', 'pending', 'pending', 'pending'];
    const { deliveries } = await overview({ deliveries: states.map((state) => ({ state })) });
    expect(deliveries).toMatchObject({ delivered: 1, failed: 2, pending: 3 });
  });

  it('a delivery counts as attempted after its first attempt, and as delivered at first only after one attempt', async () => {
    const { deliveries } = await overview({
      deliveries: [
        { state: 'pending', attempts: 0 },
        { state: 'pending', attempts: 1 },
        { state: 'failed', attempts: 1 },
        { state: 'delivered', attempts: 1 },
        { state: 'delivered', attempts: 2 },
        { state: 'delivered', attempts: 3 },
      ],
    });
    expect(deliveries).toMatchObject({ attempted: 5, deliveredAtFirst: 1 });
  });

  it('the overview counts deliveries from the first millisecond of its first day', async () => {
    const since = at('00:00') - days(6);
    const made = [since - 1, since, since + 1].map((createdAtMs) => ({ createdAtMs }));
    const { sinceMs, deliveries } = await overview({ deliveries: made });
    expect(sinceMs).toBe(since);
    expect(deliveries.delivered).toBe(2);
  });

  it('the overview does not count test events', async () => {
    expect((await overview({ deliveries: [{ test: true }, {}] })).deliveries.delivered).toBe(1);
  });

  it('an overview of more days than there are begins at time zero', async () => {
    expect((await overview({ nowMs: days(3) })).sinceMs).toBe(0);
  });
});

describe('the requests of an overview', () => {
  it('the overview counts requests as of now, although their expiry is not written yet', async () => {
    const requests = [aRequest()];
    const before = await overview({ requests, nowMs: requests[0]!.expiresAtMs - 1 });
    expect(before.outcomes).toMatchObject({ expired: 0 });
    expect(before.oldestPending).toMatchObject({ id: requests[0]!.id });
    const after = await overview({ requests, nowMs: requests[0]!.expiresAtMs });
    expect(after).toMatchObject({ requests: 1, outcomes: { expired: 1 }, oldestPending: null });
  });

  const many = (count: number, from: number, fields: object = {}) =>
    Array.from(
      { length: count },
      (_, n): Request =>
        ({
          ...aRequest({}, turnedBy(ALPHA)),
          id: `req_${String(from + n).padStart(24, '0')}` as Request['id'],
          createdAtMs: NOW - from - n,
          ...(fields as Partial<Request>),
        }) as Request,
    );

  it('the overview counts every open request and who is waited for, although 1,000 newer ones are decided', async () => {
    const decided = many(1000, 0, { state: 'expired', reason: null, decidedBy: [], verdictAtMs: NOW });
    const open = many(513, 1000).reverse();
    const glanced: string[] = [];
    const found = await overview({ requests: [...decided, ...open.toReversed()], open, glanced });
    expect(found).toMatchObject({ requests: 1000, truncated: true, outcomes: { expired: 1000, pending: 0 } });
    expect(found.open).toEqual({ count: 513, read: 513 });
    expect(found.oldestPending!.id).toBe(open[0]!.id);
    const bravo = found.waitingOn.find(({ operator }) => operator === BRAVO);
    expect(bravo).toMatchObject({ requests: 513, sinceMs: open[0]!.createdAtMs });
    expect(glanced).toHaveLength(513);
  });

  it('the overview reads no open request again that is among the newest', async () => {
    const glanced: string[] = [];
    const requests = many(3, 0);
    expect((await overview({ requests, open: requests.toReversed(), glanced })).open).toEqual({ count: 3, read: 3 });
    expect(glanced).toEqual([]);
  });

  it.each([
    [999, 999],
    [1000, 1000],
    [1001, 1000],
  ])('the overview counts %i open requests, and reads the %i that have waited longest', async (count, read) => {
    const open = many(count, 0).reverse();
    const found = await overview({ open, requests: [] });
    expect(found.open).toEqual({ count, read });
    const charlie = found.waitingOn.find(({ operator }) => operator === CHARLIE);
    expect(charlie).toMatchObject({ requests: read, sinceMs: open[0]!.createdAtMs });
  });

  it('the overview counts every open request by the time that it has left, also those that it did not read', async () => {
    const soon = { expiresAtMs: NOW + 60_000 };
    const open = [...many(1, 0, soon), ...many(1000, 1), ...many(3, 1001, soon)].reverse();
    const { timeLeft } = await overview({ open, requests: [] });
    expect(timeLeft).toEqual({ within5Minutes: 4, within15Minutes: 0, withinHour: 1000, later: 0 });
    const ended = many(2, 0, { state: 'expired', reason: null, decidedBy: [], verdictAtMs: NOW });
    const found = await overview({ open: [...ended, ...many(1, 2, soon)], requests: [] });
    expect(Object.values(found.timeLeft)).toEqual([1, 0, 0, 0]);
  });

  it('the overview has a point for each decision among the newest thousand requests, and their median', async () => {
    const decided = (count: number, from: number, state: string, tookMs: number) =>
      many(count, from).map(
        (request) =>
          ({
            ...request,
            state,
            reason: null,
            decidedBy: [ALPHA],
            verdictAtMs: request.createdAtMs + tookMs,
          }) as Request,
      );
    const newest = [
      ...decided(1, 0, 'denied', 5000),
      ...decided(1, 1, 'expired', 1),
      ...decided(999, 2, 'denied', 7000),
    ];
    const { decisions, p50Ms } = await overview({ requests: [...newest, ...decided(5, 1001, 'denied', 1)], open: [] });
    expect(decisions).toHaveLength(999);
    expect(decisions[0]).toEqual({ id: newest[0]!.id, outcome: 'denied', atMs: NOW + 5000, tookMs: 5000 });
    expect(decisions.map(({ id }) => id)).not.toContain(newest[1]!.id);
    expect(p50Ms).toBe(7000);
  });

  it('the overview counts no request as open that the index has not forgotten yet', async () => {
    const [first, second, third] = many(3, 0).reverse() as [Request, Request, Request];
    const ended = { ...first, state: 'expired', reason: null, decidedBy: [], verdictAtMs: NOW } as Request;
    const late = { ...second, expiresAtMs: NOW } as Request;
    const found = await overview({ open: [ended, late, third], requests: [] });
    expect(found.open).toEqual({ count: 1, read: 1 });
    expect(found.oldestPending!.id).toBe(third.id);
  });

  it('the overview names who is waited for, by id if the operator was removed', async () => {
    const operators = [
      { ...FOUR_OPERATORS[1], name: 'Bravo' },
      { ...FOUR_OPERATORS[0], name: 'Alpha' },
    ];
    const request = aRequest({}, turnedBy(ALPHA));
    const { waitingOn } = await overview({ requests: [request], operators });
    const names = new Map(waitingOn.map(({ operator, name }) => [operator, name]));
    expect(names.get(BRAVO)).toBe('Bravo');
    expect(names.get(CHARLIE)).toBe(CHARLIE);
    expect(names.has(ALPHA)).toBe(false);
  });
});
