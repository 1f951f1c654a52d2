/** What one instance remembers, and how much it reads at once. */

import { openEntryOf } from '../../../src/adapters/dynamodb/request/request-lists';
import { toRequestItem } from '../../../src/adapters/dynamodb/request/to-request-item';
import { recentHeads } from '../../../src/app/audit/recent-heads';
import { currentChats, rememberedChats } from '../../../src/app/chat/settings';
import { listExecutableRequests } from '../../../src/app/execution/list-executable-requests';
import { createMailPace } from '../../../src/app/notice/mail-pace';
import type { Asked } from '../../../src/app/ports';
import { listRequests, listWaiting } from '../../../src/app/request/list-requests';
import { recentRequests } from '../../../src/app/request/recent-requests';
import { batchesOf } from '../../../src/app/support/batches';
import type { Request } from '../../../src/core/request/request';
import { aRequest, at, BRAVO, ORG, turnedBy } from '../../support/builders';

const clockOf = (startMs = 1_000_000) => {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    pass(ms: number) {
      nowMs += ms;
    },
  };
};

describe('the chats that an instance remembers', () => {
  const world = () => {
    const clock = clockOf();
    const reads: string[] = [];
    let settings: object[] = [];
    const config = {
      chats: async (org: string) => {
        reads.push(org);
        return settings;
      },
    };
    const set = (...all: object[]) => {
      settings = all;
    };
    return { clock, reads, config: config as never, set };
  };
  const NONE = { target: null, operators: new Map() };
  const OURS = { target: { host: 'x' } };

  it('are read again after a minute, or when they have changed', async () => {
    const { clock, reads, config, set } = world();
    const chats = rememberedChats(config, clock);
    expect(await chats.of(ORG)).toEqual(NONE);
    set(OURS);
    clock.pass(59_999);
    expect([await chats.of(ORG), reads.length]).toEqual([NONE, 1]);
    clock.pass(1);
    expect([await chats.of(ORG), reads.length]).toEqual([{ ...NONE, ...OURS }, 2]);
    set();
    expect(await chats.of(ORG)).toEqual({ ...NONE, ...OURS });
    chats.changed(ORG);
    expect([await chats.of(ORG), reads.length]).toEqual([NONE, 3]);
  });

  it('are not remembered if they changed while they were read', async () => {
    const { reads, config, set } = world();
    const chats = rememberedChats(config, clockOf());
    const before = chats.of(ORG);
    set(OURS);
    chats.changed(ORG);
    await before;
    expect([await chats.of(ORG), reads.length]).toEqual([{ ...NONE, ...OURS }, 2]);
    await chats.of(ORG);
    expect(reads.length).toBe(2);
  });

  it('are the organization’s and those of its operators, as far as they are set', async () => {
    const { config, set } = world();
    const bravos = { operator: BRAVO, target: { host: 'y' } };
    set({ operator: 'op_charlie', target: null }, bravos, OURS);
    expect(await currentChats(config).of(ORG)).toEqual({ ...OURS, operators: new Map([[BRAVO, bravos]]) });
    set(bravos, { target: null });
    expect((await currentChats(config).of(ORG)).target).toBeNull();
  });

  it('are ten thousand, and then the memory starts anew', async () => {
    const { clock, reads, config } = world();
    const chats = rememberedChats(config, clock);
    for (let n = 0; n < 10_000; n++) await chats.of(`org_${n}` as never);
    await chats.of('org_0' as never);
    expect(reads).toHaveLength(10_000);
    await chats.of('org_new' as never);
    await chats.of('org_0' as never);
    expect(reads).toHaveLength(10_002);
  });

  it('are not remembered where a change counts at once', async () => {
    const { reads, config, set } = world();
    const chats = currentChats(config);
    expect(await chats.of(ORG)).toEqual(NONE);
    set(OURS);
    expect(await chats.of(ORG)).toEqual({ ...NONE, ...OURS });
    expect([chats.changed(ORG), reads.length]).toEqual([undefined, 2]);
  });
});

describe('the heads that an instance remembers', () => {
  const world = (answers: (string | null | Error)[]) => {
    const clock = clockOf();
    const asked: string[] = [];
    const heads = recentHeads(
      {
        last: async (org) => {
          asked.push(org);
          const next = answers.length > 1 ? answers.shift()! : answers[0]!;
          if (next instanceof Error) throw next;
          return (next === null ? null : { jws: next }) as never;
        },
      },
      clock,
    );
    return { clock, asked, heads };
  };

  it('are asked for once in five minutes, by however many posts', async () => {
    const { clock, asked, heads } = world(['one', 'two', null]);
    expect(await Promise.all([heads(ORG), heads(ORG)])).toEqual(['one', 'one']);
    clock.pass(299_999);
    expect([await heads(ORG), asked.length]).toEqual(['one', 1]);
    clock.pass(1);
    expect([await heads(ORG), asked.length]).toEqual(['two', 2]);
    clock.pass(300_000);
    expect(await heads(ORG)).toBeNull();
  });

  it('are asked for again after a failure, and beyond ten thousand organizations', async () => {
    const { asked, heads } = world([new Error('down'), 'one']);
    await expect(heads(ORG)).rejects.toThrow('down');
    expect(await heads(ORG)).toBe('one');
    for (let n = 1; n < 10_000; n++) await heads(`org_${n}` as never);
    await heads(ORG);
    expect(asked).toHaveLength(10_001);
    await heads('org_new' as never);
    await heads(ORG);
    expect(asked).toHaveLength(10_003);
  });
});

describe('the pace of mails', () => {
  const world = () => {
    const counted: number[] = [];
    let total = 0;
    const pace = createMailPace({
      count: async (_org, _operator, mails) => {
        counted.push(mails);
        total += mails;
        return total;
      },
    });
    const wait = (nowMs: number, operator = 'op_a', org: string = ORG) =>
      pace.mustWait(org as never, operator as never, nowMs);
    return { counted, wait };
  };

  it('writes nothing for the first four of ten minutes, and lets ten go at once', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 4; n++) expect(await wait(0)).toBe(false);
    expect(counted).toEqual([]);
    expect(await wait(1)).toBe(false);
    expect(counted).toEqual([5]);
    for (let n = 6; n <= 10; n++) expect(await wait(599_999)).toBe(false);
    expect(await wait(599_999)).toBe(true);
    expect(counted).toEqual([5, 1, 1, 1, 1, 1, 1]);
    // Another operator, and a new window.
    expect([await wait(599_999, 'op_b'), counted.length]).toEqual([false, 7]);
    expect([await wait(600_000), counted.length]).toEqual([false, 7]);
  });

  it('is that of each organization apart, although both have an operator of this id', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 4; n++) await wait(0);
    for (let n = 0; n < 4; n++) await wait(0, 'op_a', 'org_other');
    expect(counted).toEqual([]);
  });

  it('remembers ten thousand operators', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 10_000; n++) await wait(0, `op_${n}`);
    for (let n = 0; n < 3; n++) await wait(0, 'op_0');
    expect(counted).toEqual([]);
    await wait(0, 'op_new');
    for (let n = 0; n < 4; n++) await wait(0, 'op_0');
    expect(counted).toEqual([]);
    await wait(0, 'op_0');
    expect(counted).toEqual([5]);
  });
});

describe('batches', () => {
  async function* numbers(count: number) {
    for (let n = 0; n < count; n++) yield n;
  }
  it.each([
    [0, []],
    [1, [1]],
    [3, [3]],
    [4, [3, 1]],
    [6, [3, 3]],
  ])('of three hold %i in order', async (count, sizes) => {
    const batches: number[][] = [];
    for await (const batch of batchesOf(numbers(count), 3)) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(batches.flat()).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});

const aStored = (n: number, fields: Partial<Request> = {}): Request =>
  ({ ...aRequest(), id: `req_${String(n).padStart(24, '0')}`, ...fields }) as Request;

const EVERY = { entry: () => true, request: (_: Request) => true };

/** Pages of an index, newest first. */
const storeOf = (all: readonly Request[]) => {
  const queries: { limit: number; cursor: string | null }[] = [];
  return {
    queries,
    requests: {
      recent: async (_: string, query: { limit: number; cursor: string | null }) => {
        queries.push(query);
        const from = Number(query.cursor ?? 0);
        const page = all.slice(from, from + query.limit);
        const next = from + page.length;
        return { ids: page.map(({ id }) => id), cursor: next < all.length ? String(next) : null };
      },
      loadMany: async (_: string, ids: readonly string[]) => all.filter(({ id }) => ids.includes(id)).reverse(),
      openEntries: async function* (_: string, { operator, nowMs }: Asked) {
        for (const request of all) {
          const isAsked = request.seats.some((seat) => seat.operator === operator);
          if (isAsked && nowMs < request.expiresAtMs) yield openEntryOf(toRequestItem(request));
        }
      },
    },
  };
};

describe('the newest requests', () => {
  it.each([
    [0, 5, 0, false],
    [5, 5, 5, false],
    [6, 5, 5, true],
    [250, 500, 250, false],
    [250, 150, 150, true],
  ])('of %i are read in pages of at most 100, up to %i', async (count, max, read, truncated) => {
    const { queries, requests } = storeOf(Array.from({ length: count }, (_, n) => aStored(n)));
    const found = await recentRequests(requests as never, ORG, { action: 'a', sinceMs: 7 }, max);
    expect(found.requests.map(({ id }) => Number(id.slice(4)))).toEqual(Array.from({ length: read }, (_, n) => n));
    expect(found.truncated).toBe(truncated);
    expect(queries.every(({ limit }) => limit <= 100)).toBe(true);
    expect(queries[0]).toEqual({ action: 'a', sinceMs: 7, limit: Math.min(100, max), cursor: null });
  });
});

describe('a list of requests', () => {
  const listing = (all: readonly Request[]) => {
    const { queries, requests } = storeOf(all);
    const deps = { clock: { nowMs: () => at('12:10') }, requests, random: { hex: () => 'w' }, pause: null };
    return { queries, deps: deps as never };
  };
  const idsOf = ({ requests }: { readonly requests: readonly Request[] }) =>
    requests.map(({ id }) => Number(id.slice(4)));

  it('reads 25 at a time, and never more than there is room for', async () => {
    const { queries, deps } = listing(Array.from({ length: 60 }, (_, n) => aStored(n)));
    const page = await listRequests(deps, ORG, { limit: 30, cursor: null });
    expect(idsOf(page)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(page.cursor).toBe('30');
    expect(queries.map(({ limit }) => limit)).toEqual([25, 5]);
  });

  it('ends after twelve reads with a cursor, where a filter matches little', async () => {
    const { queries, deps } = listing(Array.from({ length: 400 }, (_, n) => aStored(n)));
    const page = await listRequests(deps, ORG, { limit: 10, cursor: null, state: 'denied' });
    expect([page.requests.length, queries.length, page.cursor]).toEqual([0, 12, '120']);
  });

  it('ends before the answer grows too large', async () => {
    // With its seats and its policy, about as large as a request can be: 25 of them are 1.4 MB.
    const large = { params: { text: 'x'.repeat(52 * 1024) } };
    const { deps } = listing(Array.from({ length: 120 }, (_, n) => aStored(n, large)));
    const page = await listRequests(deps, ORG, { limit: 100, cursor: null });
    expect([page.requests.length, page.cursor]).toEqual([75, '75']);
    // What the gateway and the function pass on.
    expect(JSON.stringify(page.requests).length).toBeLessThan(6_000_000);
  });

  it('of those that wait begins with the earliest deadline, and goes on after the last one shown', async () => {
    const ends = [30, 10, 20, 10];
    const all = ends.map((minutes, n) => aStored(n, { expiresAtMs: at('12:20') + minutes * 60_000 } as never));
    const { deps } = listing(all);
    const wanted = { operator: BRAVO, where: EVERY };
    const first = await listWaiting(deps, ORG, { ...wanted, limit: 2, after: null });
    expect([idsOf(first), first.next]).toEqual([[1, 3], { waitsUntilMs: at('12:30'), id: all[3]!.id }]);
    const second = await listWaiting(deps, ORG, { ...wanted, limit: 2, after: first.next });
    expect([idsOf(second), second.next]).toEqual([[2, 0], null]);
    const few = await listWaiting(deps, ORG, {
      ...wanted,
      limit: 9,
      after: null,
      where: { ...EVERY, request: ({ id }) => id === all[2]!.id },
    });
    expect([idsOf(few), few.next]).toEqual([[2], null]);
    const nobody = await listWaiting(deps, ORG, { ...wanted, operator: 'op_zulu' as never, limit: 9, after: null });
    expect([idsOf(nobody), nobody.next]).toEqual([[], null]);
  });

  it('of those that wait reads only a page, which begins with the coincident rounds that end first', async () => {
    const all = Array.from({ length: 60 }, (_, n) => aStored(n, { expiresAtMs: at('12:20') + n * 60_000 } as never));
    const round = {
      ...aRequest({ mode: 'coincident', quorum: 2 }, turnedBy('op_alpha', '12:09:30')),
      id: aStored(99).id,
    };
    const later = [90, 91, 92].map((n) => ({ ...round, id: aStored(n).id, windowEndsAtMs: at('12:50') }) as Request);
    const ended = { ...round, id: aStored(98).id, windowEndsAtMs: at('12:09'), expiresAtMs: at('23:00') } as Request;
    const { requests } = storeOf([...all, ...later, ended, { ...round, expiresAtMs: at('23:00') } as Request]);
    const read: number[] = [];
    const loadMany = (org: string, ids: readonly string[]) => {
      read.push(ids.length);
      return requests.loadMany(org, ids);
    };
    const deps = { ...(listing([]).deps as object), requests: { ...requests, loadMany } } as never;
    const page = await listWaiting(deps, ORG, { operator: BRAVO, where: EVERY, limit: 5, after: null });
    expect(idsOf(page)).toEqual([99, 0, 1, 2, 3]);
    expect(read).toEqual([6]);
  });

  it('of those that wait counts a coincident round no longer than its request', async () => {
    const round = aRequest({ mode: 'coincident', quorum: 2 }, turnedBy('op_alpha', '12:09:30'));
    const fields = { expiresAtMs: at('12:30'), windowEndsAtMs: at('12:31') };
    const all = [aStored(0, { expiresAtMs: at('12:30:30') } as never), { ...round, id: aStored(1).id, ...fields }];
    const { deps } = listing(all as Request[]);
    const page = await listWaiting(deps, ORG, { operator: BRAVO, where: EVERY, limit: 1, after: null });
    expect([idsOf(page), page.next]).toEqual([[1], { waitsUntilMs: at('12:30'), id: aStored(1).id }]);
  });

  it('of those that wait leaves out what has expired, and goes on where others have turned their keys', async () => {
    const turned = aRequest({ quorum: 2 }, turnedBy('op_bravo', '12:05'));
    const all = Array.from({ length: 40 }, (_, n) => ({ ...(n < 30 ? turned : aRequest()), id: aStored(n).id }));
    const expired = { ...aStored(50), expiresAtMs: at('12:10') };
    const { deps } = listing([expired, ...all] as Request[]);
    const page = await listWaiting(deps, ORG, { operator: BRAVO, where: EVERY, limit: 4, after: null });
    expect([idsOf(page), page.next?.id]).toEqual([[30, 31, 32, 33], aStored(33).id]);
  });

  it('of those that wait has as many as fit into an answer, and at least one', async () => {
    const large = { params: { text: 'x'.repeat(2 * 1024 * 1024) } };
    const { deps } = listing(Array.from({ length: 3 }, (_, n) => aStored(n, large)));
    const page = await listWaiting(deps, ORG, { operator: BRAVO, where: EVERY, limit: 9, after: null });
    expect([idsOf(page), page.next?.id]).toEqual([[0], aStored(0).id]);
    const huge = { params: { text: 'x'.repeat(4 * 1024 * 1024) } };
    const one = await listWaiting(listing([aStored(0, huge)]).deps, ORG, {
      operator: BRAVO,
      where: EVERY,
      limit: 9,
      after: null,
    });
    expect([idsOf(one), one.next]).toEqual([[0], null]);
  });
});

describe('a list of executable requests', () => {
  const authorized = (n: number, fields: object = {}) => {
    const decided = aRequest({ executeWithinSeconds: 3600 }, turnedBy('op_alpha'), turnedBy('op_bravo'));
    return { ...decided, id: `req_${String(n).padStart(24, '0')}`, ...fields } as Request;
  };
  const listing = async (all: readonly Request[], limit: number, bytes = 10) => {
    const hydrated: number[] = [];
    const requests = {
      executableCandidates: async function* () {
        for (const { id } of all) yield id;
      },
      hydrate: async (_: string, ids: readonly string[]) => {
        hydrated.push(ids.length);
        const found = all.filter(({ id }) => ids.includes(id));
        return found.map((request) => ({ request, intent: { ciphertext: 'A'.repeat(bytes) } })).reverse();
      },
    };
    const { loaded, nowMs } = await listExecutableRequests(
      { clock: { nowMs: () => at('12:10') }, requests: requests as never },
      ORG,
      limit,
    );
    expect(nowMs).toBe(at('12:10'));
    return { ids: loaded.map(({ request }) => Number(request.id.slice(4))), hydrated };
  };

  it('replaces candidates that are not executable by later ones, and stops when the page is full', async () => {
    const all = [authorized(0), aStored(1), aStored(2), authorized(3), authorized(4), authorized(5)];
    expect(await listing(all, 3)).toEqual({ ids: [0, 3, 4], hydrated: [3, 2] });
    expect((await listing(all, 9)).ids).toEqual([0, 3, 4, 5]);
    expect(await listing([], 3)).toEqual({ ids: [], hydrated: [] });
  });

  it('ends before the answer grows too large, and has at least one', async () => {
    const all = [0, 1, 2].map((n) => authorized(n));
    expect((await listing(all, 9, 2.5 * 1024 * 1024)).ids).toEqual([0]);
    expect((await listing(all, 9, 1.9 * 1024 * 1024)).ids).toEqual([0, 1]);
    expect((await listing(all, 9, 5 * 1024 * 1024)).ids).toEqual([0]);
  });
});
