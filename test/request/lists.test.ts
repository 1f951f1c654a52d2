/** Lists of requests over tables in memory: their order, their pages, and how much one answer reads. */

import type { RequestId } from '../../src/protocol/identifiers';
import { listRequests } from '../../src/service/ceremony/use-cases/read-requests';
import { listExecutableRequests } from '../../src/service/execution/use-cases';
import { type OpenQuery, openRequests } from '../../src/service/overview/use-cases/open-requests';
import type { Loaded } from '../../src/service/request/ports';
import { everyAction } from '../../src/service/request/rules/caller';
import type { Request } from '../../src/service/request/rules/request';
import { recentRequests } from '../../src/service/request/use-cases/recent-requests';
import { abortedBy, aRequest, at, BRAVO, ORG, seconds, turnedBy } from '../support/builders';
import { aStored, idOf, numbersOf, range, stored } from '../support/stored';

describe('the newest requests', () => {
  it.each([
    [0, 5, 0, false],
    [5, 5, 5, false],
    [6, 5, 5, true],
    [250, 500, 250, false],
    [250, 150, 150, true],
  ])(
    'of %i requests at most %i are read in pages of at most 100: %i, and whether there are more: %s',
    async (count, max, read, truncated) => {
      const { requests } = await stored(range(0, count).map((n) => aStored(n)));
      const pages = jest.spyOn(requests, 'recent');
      const found = await recentRequests(requests, ORG, {}, max);
      expect([numbersOf(found.requests), found.truncated]).toEqual([range(0, read), truncated]);
      expect(pages.mock.calls.every(([, { limit }]) => limit <= 100)).toBe(true);
    },
  );
});

describe('the list of requests', () => {
  it('a page of the list reads no more than it shows if nothing is searched', async () => {
    const deps = await stored(range(0, 60).map((n) => aStored(n)));
    const pages = jest.spyOn(deps.requests, 'recent');
    const page = await listRequests(deps, ORG, { limit: 30, cursor: null });
    expect([numbersOf(page.requests), pages.mock.calls.map(([, { limit }]) => limit)]).toEqual([range(0, 30), [30]]);
    const next = await listRequests(deps, ORG, { limit: 50, cursor: page.cursor });
    expect([numbersOf(next.requests), next.cursor, next.backToMs]).toEqual([range(30, 60), null, null]);
  });

  it('a page of a search looks at 1,000 requests, and says how many and how far back that is', async () => {
    const deps = await stored(range(0, 1300).map((n) => aStored(n)));
    const isWanted = async ({ id }: Request) => [1100, 1200].includes(Number(id.slice(4)));
    const first = await listRequests(deps, ORG, { limit: 10, isWanted, cursor: null });
    expect(first).toMatchObject({ requests: [], looked: 1000, backToMs: at('12:00') - seconds(999) });
    const second = await listRequests(deps, ORG, { limit: 10, isWanted, cursor: first.cursor });
    expect(numbersOf(second.requests)).toEqual([1100, 1200]);
    expect(second).toMatchObject({ cursor: null, looked: 300, backToMs: null });
  });

  it('a search goes on after the last match of a full page, and misses none', async () => {
    const deps = await stored(range(0, 700).map((n) => aStored(n)));
    const isWanted = async ({ id }: Request) => Number(id.slice(4)) % 7 === 3;
    const found: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listRequests>> = await listRequests(deps, ORG, {
        limit: 8,
        isWanted,
        cursor,
      });
      expect(page.requests.length).toBeLessThanOrEqual(8);
      found.push(...numbersOf(page.requests));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(found).toEqual(range(0, 100).map((n) => 7 * n + 3));
  });

  it('a page ends before the answer is too large for the gateway', async () => {
    // With its seats and its policy, about as large as a request can be.
    const large = { params: { text: 'x'.repeat(52 * 1024) } };
    const deps = await stored(range(0, 120).map((n) => aStored(n, large)));
    const page = await listRequests(deps, ORG, { limit: 100, cursor: null });
    expect([page.requests.length, page.cursor === null]).toEqual([57, false]);
    expect(JSON.stringify(page.requests).length).toBeLessThan(6_000_000);
  });
});

describe('the open requests of an inbox', () => {
  const seats = (...operators: string[]) => ({ seats: aRequest({ seats: operators }).seats });
  const ending = (n: number) => ({ expiresAtMs: at('12:20') + seconds(n) });

  it('a search of the inbox reads at most 1,000 requests, and counts the others as open', async () => {
    const deps = await stored(range(0, 1040).map((n) => aStored(n, ending(n))));
    const reads = jest.spyOn(deps.requests, 'loadMany');
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
    expect(found).toMatchObject({ count: 1040, unread: 40 });
    expect(found.requests.map(({ request }) => Number(request.id.slice(4))).sort((a, b) => a - b)).toEqual(
      range(0, 1000),
    );
    expect(reads.mock.calls.flatMap(([, ids]) => ids)).toHaveLength(1000);
  });

  it('a flood hides no request in which the operator has a seat, and none of the action that was chosen', async () => {
    const flood = range(0, 1010).map((n) => aStored(n, { ...ending(n), ...seats('op_charlie') }));
    const own = aStored(2000, { ...ending(5000), ...seats('op_bravo') });
    const chosen = aStored(2001, { ...ending(6000), ...seats('op_charlie'), action: 'demo.rare' as Request['action'] });
    const deps = await stored([...flood, own, chosen]);
    const read = async (query: Partial<OpenQuery>) => {
      const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null, ...query });
      return [
        found.unread,
        found.count,
        ...found.requests.map(({ request }) => request.id).filter((id) => id >= own.id),
      ];
    };
    expect(await read({})).toEqual([12, 1012, own.id]);
    expect((await read({ action: 'demo.rare' })).sort()).toEqual([1012, 12, own.id, chosen.id].sort());
    expect(await read({ all: false })).toEqual([0, 1012, own.id]);
  });
});

describe('an inbox without a filter', () => {
  const ending = (n: number) => ({ expiresAtMs: at('12:20') + seconds(n) });
  const page = { offset: 0, limit: 50 };
  const read = async (all: readonly Request[], query: Partial<OpenQuery> = {}) => {
    const deps = await stored(all);
    const reads = jest.spyOn(deps.requests, 'loadMany');
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page, ...query });
    return {
      ...found,
      numbers: numbersOf(found.requests.map(({ request }) => request)),
      loaded: reads.mock.calls.flatMap(([, ids]) => ids).length,
    };
  };

  it('an inbox of 600 open requests reads all of them, and an inbox of 601 only its page', async () => {
    const few = await read(range(0, 600).map((n) => aStored(n, ending(n))));
    expect(few).toMatchObject({ isPage: false, loaded: 600, count: 600, asked: 600, unread: 0, next: null });
    const many = await read(range(0, 601).map((n) => aStored(n, ending(n))));
    expect(many).toMatchObject({ isPage: true, loaded: 50, count: 601, asked: 601, unread: 551, next: 50 });
    expect(many.numbers).toEqual(range(0, 50));
  });

  it('the last page of a flood has the rest, and names no page after it', async () => {
    const all = range(0, 720).map((n) => aStored(n, ending(n)));
    const last = await read(all, { page: { ...page, offset: 690 } });
    expect([last.numbers, last.next, last.loaded]).toEqual([range(690, 720), null, 30]);
    expect(await read(all, { page: { ...page, offset: 720 } })).toMatchObject({ numbers: [], next: null, loaded: 0 });
  });

  it('a page of a flood leaves out requests with a key of the operator, and reads about 1,000 at most', async () => {
    const turned = aRequest({ quorum: 2 }, turnedBy('op_bravo'));
    const own = (n: number) => ({ ...turned, id: idOf(n), ...ending(n) }) as Request;
    const mine = { all: false };
    const some = await read([...range(0, 60).map(own), ...range(60, 700).map((n) => aStored(n, ending(n)))], mine);
    expect([some.numbers, some.next, some.loaded]).toEqual([range(60, 110), 110, 150]);
    const none = await read(range(0, 1300).map(own), mine);
    expect([none.numbers, none.next, none.loaded]).toEqual([[], 1050, 1050]);
  });

  it('an inbox of few requests reads none of a flood of others', async () => {
    const others = { seats: aRequest({ seats: ['op_charlie'] }).seats };
    const flood = range(0, 700).map((n) => aStored(n, { ...ending(n), ...others }));
    const found = await read([...flood, aStored(900, ending(900))], { all: false });
    expect(found).toMatchObject({ isPage: false, numbers: [900], loaded: 1, count: 701, asked: 1, unread: 0 });
  });
});

describe('the list of executable requests', () => {
  const authorized = aRequest({ executeWithinSeconds: 3600 }, turnedBy('op_alpha'), turnedBy('op_bravo'));

  /** What the index names, in its order, and what is stored under these ids. */
  const listing = async (
    isExecutable: readonly boolean[],
    limit: number,
    { bytes = 10, after, stopsAt = null }: { bytes?: number; after?: 'oldest'; stopsAt?: number | null } = {},
  ) => {
    const read: number[] = [];
    const placeOf = (n: number) => ({ createdAtMs: at('12:00'), id: idOf(n), isLapsed: false });
    const intent = { v: 1, alg: 'A256GCM', kid: 'k', nonce: 'n', ciphertext: 'A'.repeat(bytes) } as const;
    const all = isExecutable.map(
      (is, n): Loaded => ({ request: is ? { ...authorized, id: idOf(n) } : aStored(n), intent }),
    );
    const requests = {
      executableCandidates: async function* () {
        for (const n of all.keys()) yield placeOf(n);
        return stopsAt === null ? null : placeOf(stopsAt);
      },
      hydrate: async (_: string, ids: readonly RequestId[]) => {
        read.push(ids.length);
        return all.filter(({ request }) => ids.includes(request.id));
      },
    };
    const deps = { ...(await stored([])), requests: { ...(await stored([])).requests, ...requests } };
    const { loaded, nowMs, next } = await listExecutableRequests(deps, everyAction(ORG), { limit, after });
    expect(nowMs).toBe(at('12:10'));
    const ids = numbersOf(loaded.map(({ request }) => request));
    return after === undefined ? { ids, read } : { ids, read, next: next && Number(next.id.slice(4)) };
  };

  it('candidates that are not executable are replaced by later ones, until the page is full', async () => {
    const all = [true, false, false, true, true, true];
    expect(await listing(all, 3)).toEqual({ ids: [0, 3, 4], read: [3, 2] });
    expect((await listing(all, 9)).ids).toEqual([0, 3, 4, 5]);
    expect(await listing([], 3)).toEqual({ ids: [], read: [] });
  });

  it.each([
    [1.9, [0, 1]],
    [2.5, [0]],
    [5, [0]],
  ])('intents of %d MB fill a page before the answer is too large, and it has at least one', async (megabytes, ids) => {
    const sized = { bytes: megabytes * 1024 * 1024 };
    expect((await listing([true, true, true], 9, sized)).ids).toEqual(ids);
    const next = ids.at(-1);
    expect(await listing([true, true, true], 9, { ...sized, after: 'oldest' })).toMatchObject({ ids, next });
  });

  it.each([
    ['a page that is not full is the last one', [true, false], 2, null, { ids: [0], next: null }],
    ['a full page with nothing after it is the last one', [false, true, true], 2, null, { ids: [1, 2], next: null }],
    ['a full page with one more goes on after its last', [true, true, false], 2, null, { ids: [0, 1], next: 1 }],
    ['a page that is full where the list stopped goes on from there', [true, true], 2, 7, { ids: [0, 1], next: 7 }],
    ['a page with nothing goes on where the list stopped', [false], 2, 7, { ids: [], next: 7 }],
    ['no request at all is the end', [], 2, null, { ids: [], next: null }],
  ])('%s', async (_, isExecutable, limit, stopsAt, expected) => {
    expect(await listing(isExecutable, limit, { after: 'oldest', stopsAt })).toMatchObject(expected);
  });

  it('a page that is too large goes on after the last one that it looked at, and misses none', async () => {
    const bytes = 2.5 * 1024 * 1024;
    expect(await listing([true, false, true], 9, { bytes, after: 'oldest' })).toMatchObject({ ids: [0], next: 1 });
  });
});

describe('an inbox', () => {
  it('the inbox counts those in which the operator has a seat, whatever it shows, and none that has just been decided', async () => {
    const others = { seats: aRequest({ seats: ['op_charlie'] }).seats };
    const deps = await stored([aStored(0), aStored(1, others), aStored(2, others)]);
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
    expect(found).toMatchObject({ count: 3, asked: 1, unread: 0 });
    const load = deps.requests.loadMany;
    jest
      .spyOn(deps.requests, 'loadMany')
      .mockImplementation(async (...given) =>
        (await load(...given)).map((each) =>
          each.id === idOf(0) ? { ...aRequest({}, abortedBy('op_bravo')), id: idOf(0) } : each,
        ),
      );
    const later = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
    expect(later).toMatchObject({ count: 2, requests: [{}, {}] });
  });

  it('of too many, those of the chosen action are read before those in which the operator has a seat', async () => {
    const rare = { action: 'demo.rare' as Request['action'], seats: aRequest({ seats: ['op_charlie'] }).seats };
    const deps = await stored([
      ...range(0, 1000).map((n) => aStored(n)),
      ...range(1000, 1005).map((n) => aStored(n, rare)),
    ]);
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, action: 'demo.rare', page: null });
    expect(found.requests.filter(({ request }) => request.action === rare.action)).toHaveLength(5);
    expect(found.unread).toBe(5);
  });

  it('an open request that has just expired is not in the inbox, although its expiry is not written yet', async () => {
    const deps = await stored([aStored(0, { expiresAtMs: at('12:10') }), aStored(1, { expiresAtMs: at('12:10') + 1 })]);
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
    expect(numbersOf(found.requests.map(({ request }) => request))).toEqual([1]);
    expect(found).toMatchObject({ count: 1, asked: 1 });
  });
});
