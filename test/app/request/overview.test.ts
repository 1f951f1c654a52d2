/** The overview: deliveries since a day, requests in their current state, and the operators whom requests wait for. */
import { getOverview, type OverviewDeps } from '../../../src/app/request/get-overview';
import type { Request } from '../../../src/core/request/request';
import { ALPHA, aRequest, at, BRAVO, CHARLIE, days, FOUR_OPERATORS, ORG, turnedBy } from '../../support/builders';

const NOW = at('12:10');

interface Given {
  readonly requests?: readonly Request[];
  readonly deliveries?: readonly object[];
  readonly operators?: readonly object[];
  readonly nowMs?: number;
}

/** Ports that are not expected to be used are missing, and calls of them fail. */
const overview = (given: Given = {}, wanted = 7) => {
  const { requests = [], operators = [...FOUR_OPERATORS] } = given;
  const deliveries = (given.deliveries ?? []).map((fields, n) => ({
    ...{ id: `dlv_${n}`, state: 'delivered', test: false, attempts: 1, createdAtMs: NOW, nextAttemptAtMs: null },
    ...fields,
  }));
  const deps = {
    clock: { nowMs: () => given.nowMs ?? NOW },
    config: { operators: async () => operators, endpoints: async () => [{ org: ORG, id: 'we_1', deletedAtMs: null }] },
    deliveries: { ofEndpoint: async () => ({ items: deliveries, cursor: null }), attempts: async () => [] },
    requests: {
      recent: async () => ({ ids: requests.map(({ id }) => id), cursor: null }),
      loadMany: async (_: string, ids: readonly string[]) => requests.filter(({ id }) => ids.includes(id)),
      openEntries: async function* () {
        yield* requests;
      },
    },
  };
  return getOverview(deps as never as OverviewDeps, ORG, wanted);
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
    const since = NOW - days(7);
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
