/** How far a search for approved requests goes, over tables in memory, and what an instance remembers of it. */

import type { ActionId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { openRequests } from '../../src/service/overview/use-cases/open-requests';
import type { Policy } from '../../src/service/policy/rules/policy';
import type { Remark, RemarkOf } from '../../src/service/remark/rules/remark';
import { type CompareDeps, compareRequests, earlierRequests } from '../../src/service/remark/use-cases/compare';
import { createHabits, rememberEarlier } from '../../src/service/remark/use-cases/memory';
import { ADMIN_ACTION } from '../../src/service/request/rules/administrative';
import type { Request } from '../../src/service/request/rules/request';
import { aRequest, at, BRAVO, ORG, refusedBy, turnedBy } from '../support/builders';
import { aLog } from '../support/log';
import { aStored, idOf, range, stored } from '../support/stored';

const RARE = 'demo.rare' as ActionId;
const ACTION = aRequest().action;
const MINUTE = 60_000;

const of = (n: number, steps: Parameters<typeof aRequest>[1][], fields: object = {}): Request => {
  const { createdAtMs } = aStored(n);
  const request = {
    ...aRequest({ params: { amount: '10' } }, ...steps),
    id: idOf(n),
    createdAtMs,
    operationHash: `sha256:${n}`,
  };
  return { ...request, ...fields } as Request;
};
/** Each a second older than the one before it. */
const approved = (n: number, fields: object = {}) => of(n, [turnedBy('op_alpha'), turnedBy('op_bravo')], fields);
const denied = (n: number, fields: object = {}) => of(n, [refusedBy('op_bravo')], fields);
const ASKED = aStored(0, { params: { amount: '400' } });

type Deps = Omit<Awaited<ReturnType<typeof stored>>, 'config'> & Pick<CompareDeps, 'config'>;

const standingOf = (remarks: readonly Remark[] | undefined) =>
  remarks?.find((remark): remark is RemarkOf<'compared'> => remark.kind === 'compared');
const kindsOf = (remarks: readonly Remark[] | undefined) => remarks?.map(({ kind }) => kind);

async function compared(deps: Deps, request: Request = ASKED) {
  const [pages, loads] = [jest.spyOn(deps.requests, 'recent'), jest.spyOn(deps.requests, 'glanceMany')];
  const { approved: found = [], remarks } = (await compareRequests(deps, [request])).get(request.id) ?? {};
  const loaded = loads.mock.calls.flatMap(([, ids]) => ids);
  return { found, remarks, ...standingOf(remarks), pages: pages.mock.calls.length, loaded };
}

describe('the search for approved requests', () => {
  it.each([
    [49, null, 49],
    [50, null, 50],
    [51, null, 50],
  ])('ends at fifty approved ones: of %i, %s', async (count, limit, expected) => {
    const found = await compared(await stored([ASKED, ...range(1, count + 1).map((n) => approved(n))]));
    expect(found).toMatchObject({ limit, approved: expected, pages: 1 });
    expect(found.loaded).toHaveLength(expected);
    expect(found.found.map(({ id }) => id)).toEqual(range(1, expected + 1).map(idOf));
  });

  it('is complete with exactly fifty approved ones, although there are more entries to read', async () => {
    const others = range(51, 1100).map((n) => denied(n));
    const found = await compared(await stored([ASKED, ...range(1, 51).map((n) => approved(n)), ...others]));
    expect(found).toMatchObject({ approved: 50, limit: null, pages: 1 });
    expect(found.loaded).toHaveLength(50);
  });

  it.each([
    [199, 1, 'loaded'],
    [200, 0, 'loaded'],
  ])('loads at most 200 requests of the action: behind %i others, %i approved', async (count, expected, limit) => {
    const others = range(1, count + 1).map((n) => denied(n));
    const found = await compared(await stored([ASKED, ...others, approved(300)]));
    expect([found.approved, found.loaded.length]).toEqual([expected, 200]);
    expect(found.limit).toBe(limit);
  });

  it.each([
    [4999, 1, null],
    [5000, 0, 'entries'],
  ])(
    'reads at most 5,000 entries of the organization: behind %i others, %i approved',
    async (entries, expected, limit) => {
      const rare = { action: RARE };
      // One of the entries is the request itself.
      const others = range(1, entries).map((n) => denied(n));
      const found = await compared(await stored([{ ...ASKED, ...rare }, ...others, approved(6000, rare)]), {
        ...ASKED,
        ...rare,
      });
      expect(found).toMatchObject({ approved: expected, limit, pages: 5 });
    },
  );

  it('reads one page if that has enough, and goes on for a rare action', async () => {
    const all = [ASKED, ...range(1, 1100).map((n) => denied(n)), approved(1200, { action: RARE })];
    const rare = { ...ASKED, action: RARE };
    expect(await compared(await stored([...all, ...range(1201, 1260).map((n) => approved(n))]))).toMatchObject({
      limit: 'loaded',
      pages: 1,
    });
    expect(await compared(await stored(all), rare)).toMatchObject({ approved: 1, limit: null, pages: 2 });
  });

  it('knows no request of another organization or another action', async () => {
    const other = { org: 'org_other' as OrgId };
    const foreign = range(1, 60).map((n) => approved(n, n % 2 === 0 ? other : { action: RARE }));
    expect(await compared(await stored([ASKED, ...foreign]))).toMatchObject({ approved: 0, isFirst: true, found: [] });
  });

  it('compares a decided request with what was decided until its verdict', async () => {
    const decided = approved(0, { params: { amount: '400' }, verdictAtMs: at('12:30') });
    const until = (verdictAtMs: number) => range(1, 6).map((n) => approved(n, { verdictAtMs }));
    expect(kindsOf((await compared(await stored([decided, ...until(at('12:30'))]), decided)).remarks)).toEqual([
      'far_above',
      'compared',
    ]);
    const later = await compared(await stored([decided, ...until(at('12:30') + 1)]), decided);
    expect(later).toMatchObject({ approved: 0 });
    // It was made after the verdict, so the walk does not even begin there.
    const after = approved(9, { createdAtMs: at('12:31'), verdictAtMs: at('12:29') });
    expect((await compared(await stored([decided, after]), decided)).loaded).toEqual([]);
  });

  it('compares an open request with one that was made later and approved since', async () => {
    const later = approved(1, { createdAtMs: ASKED.createdAtMs + MINUTE });
    expect(await compared(await stored([ASKED, later]))).toMatchObject({ approved: 1 });
  });

  it('does not compare a change of the configuration', async () => {
    expect((await compared(await stored([]), { ...ASKED, action: ADMIN_ACTION })).remarks).toBeUndefined();
  });

  it('reads by which size a value is compared from the policy version of the request', async () => {
    const deps = await stored([ASKED, ...range(1, 6).map((n) => approved(n, { params: { size: '10' } }))]);
    const versions: unknown[] = [];
    const actionVersion = async (...key: unknown[]) => {
      versions.push(key);
      return {
        display: null,
        paramRules: [{ when: [{ param: 'size', op: 'gte', value: '5' }], quorum: 1 }],
      } as unknown as Policy;
    };
    const policy = { ...ASKED.policy, version: 7 };
    const request = { ...ASKED, policy, params: { size: '11' } } as Request;
    expect(kindsOf((await compared({ ...deps, config: { actionVersion } }, request)).remarks)).toEqual([
      'above',
      'compared',
    ]);
    expect(versions).toEqual([[ORG, ACTION, 7]]);
  });

  it('searches for several actions at once, each with its own limits', async () => {
    const all = [...range(1, 230).map((n) => denied(n)), ...range(300, 320).map((n) => approved(n, { action: RARE }))];
    const deps = await stored(all);
    const pages = jest.spyOn(deps.requests, 'recent');
    const found = await earlierRequests(deps, ORG, [ACTION, RARE], at('23:00'));
    expect([...found].map(([action, { requests, limit }]) => [action, requests.length, limit])).toEqual([
      [ACTION, 200, 'loaded'],
      [RARE, 20, null],
    ]);
    expect(pages).toHaveBeenCalledTimes(1);
  });
});

describe('the inbox', () => {
  it('compares each action once, and reads no open request twice', async () => {
    const open = range(0, 30).map((n) => aStored(n, { params: { amount: '400' } }));
    const deps = await stored([...open, ...range(40, 45).map((n) => approved(n))]);
    const [pages, loads] = [jest.spyOn(deps.requests, 'recent'), jest.spyOn(deps.requests, 'glanceMany')];
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
    expect(found.requests.map(({ remarks }) => kindsOf(remarks))).toEqual(open.map(() => ['far_above', 'compared']));
    expect(loads.mock.calls.flatMap(([, ids]) => ids)).toEqual(range(40, 45).map(idOf));
    expect(pages).toHaveBeenCalledTimes(1);
  });

  it('compares no change of the configuration, and reads nothing for it', async () => {
    const deps = await stored([aStored(0, { action: ADMIN_ACTION })]);
    const pages = jest.spyOn(deps.requests, 'recent');
    const found = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
    expect([found.requests.map(({ remarks }) => remarks), pages.mock.calls]).toEqual([[[]], []]);
  });
});

describe('what an instance remembers for its inboxes', () => {
  const APPROVED = [1, 2].map((n) => approved(n));
  async function inbox(all: readonly Request[] = [ASKED, ...APPROVED], most = 3) {
    const deps = await stored(all);
    let nowMs = at('12:10');
    const earlier = rememberEarlier({ requests: deps.requests, clock: { nowMs: () => nowMs } }, most);
    const reads = jest.spyOn(deps.requests, 'recent');
    const read = async (...requests: Request[]) => {
      const found = await compareRequests(deps, requests, { earlierOf: earlier.of });
      return requests.map(({ id }) => standingOf(found.get(id)?.remarks));
    };
    return { earlier, reads, read, wait: (ms: number) => (nowMs += ms) };
  }
  const other = (fields: object): Request => ({ ...ASKED, ...fields }) as Request;

  it('an inbox searches for each action once in ten minutes, and for new ones together', async () => {
    const { reads, read, wait } = await inbox();
    expect(await read(ASKED)).toMatchObject([{ approved: 2 }]);
    expect(await read(ASKED)).toMatchObject([{ approved: 2 }]);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(await read(ASKED, other({ id: idOf(8), action: RARE }))).toMatchObject([{ approved: 2 }, { approved: 0 }]);
    expect(reads).toHaveBeenCalledTimes(2);
    wait(10 * MINUTE - 1);
    await read(ASKED);
    expect(reads).toHaveBeenCalledTimes(2);
    wait(1);
    await read(ASKED);
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it('an organization is never compared with what was remembered for another', async () => {
    const { read } = await inbox();
    await read(ASKED);
    expect(await read(other({ org: 'org_other' }))).toMatchObject([{ approved: 0 }]);
  });

  it('a search that fails is made again', async () => {
    const { reads, read } = await inbox();
    reads.mockRejectedValueOnce(new Error('down'));
    await expect(read(ASKED)).rejects.toThrow('down');
    expect(await read(ASKED)).toMatchObject([{ approved: 2 }]);
  });

  it('what is decided while the search runs counts', async () => {
    const { earlier, reads, read } = await inbox();
    reads.mockImplementationOnce(async () => {
      earlier.saw(approved(3));
      return { entries: [], ids: [], cursor: null, looked: 0 } as never;
    });
    expect(await read(ASKED)).toMatchObject([{ approved: 1 }]);
  });

  it('of two requests that were made since, only one is the first of its action', async () => {
    const { read } = await inbox([]);
    await read(ASKED);
    const later = other({ id: idOf(7), createdAtMs: ASKED.createdAtMs + 1 });
    const rare = other({ id: idOf(8), createdAtMs: ASKED.createdAtMs + 2, action: RARE });
    expect((await read(ASKED, later, rare)).map((each) => each?.isFirst)).toEqual([true, false, true]);
  });

  it('what an inbox finds decided, although the index still has it as open, counts at once', async () => {
    const deps = await stored([ASKED, aStored(1), denied(2, { operationHash: ASKED.operationHash })]);
    const remarksOf = async (ids: RequestId[]) => {
      const entry = { action: ACTION, asked: [], createdAtMs: 0, expiresAtMs: Number.MAX_SAFE_INTEGER };
      const open = ids.map((id) => ({ ...entry, id }));
      jest.spyOn(deps.requests, 'openEntries').mockImplementation(async function* () {
        yield* open;
      });
      const { requests } = await openRequests(deps, ORG, { operator: BRAVO, all: true, page: null });
      return kindsOf(requests.find(({ request }) => request.id === ASKED.id)!.remarks);
    };
    jest.spyOn(deps.requests, 'recent').mockResolvedValue({ entries: [], ids: [], cursor: null, looked: 0 } as never);
    expect(await remarksOf([ASKED.id])).not.toContain('rejected_before');
    expect(await remarksOf([ASKED.id, idOf(2)])).toContain('rejected_before');
  });

  it('when too many actions are remembered, all are forgotten', async () => {
    const { reads, read } = await inbox([], 1);
    const two = [ASKED, other({ id: idOf(8), action: RARE })];
    await read(...two);
    await read(...two);
    expect(reads).toHaveBeenCalledTimes(1);
    await read(other({ action: 'demo.third' }));
    await read(...two);
    expect(reads).toHaveBeenCalledTimes(3);
  });
});

describe('what an instance remembers for its messages', () => {
  async function instance(all: readonly Request[]) {
    const deps = await stored(all);
    const time = { nowMs: at('12:10') };
    const { log, warned } = aLog();
    const reads = jest.spyOn(deps.requests, 'recent');
    const habits = createHabits({ ...deps, clock: { nowMs: () => time.nowMs }, log });
    const approvedBefore = async (request: Request = ASKED) => standingOf(await habits.remarks(request))?.approved;
    return { deps, time, warned, reads, habits, approvedBefore };
  }

  it('an action is read again after ten minutes, and not before', async () => {
    const { time, reads, approvedBefore } = await instance([ASKED, approved(1)]);
    for (const [passed, count] of [
      [0, 1],
      [10 * MINUTE - 1, 1],
      [10 * MINUTE, 2],
    ] as const) {
      time.nowMs = at('12:10') + passed;
      expect([await approvedBefore(), reads.mock.calls.length]).toEqual([1, count]);
    }
  });

  it('an organization is never compared with another one that has an action of the same name', async () => {
    const other = { org: 'org_other' as OrgId };
    const { approvedBefore } = await instance([ASKED, ...range(1, 8).map((n) => approved(n, other))]);
    expect(await approvedBefore({ ...ASKED, ...other })).toBe(7);
    expect(await approvedBefore()).toBe(0);
    expect(await approvedBefore({ ...ASKED, action: RARE })).toBe(0);
  });

  it('what this instance saw decided since counts at once, and open or other requests do not', async () => {
    const { habits, approvedBefore } = await instance([ASKED, aStored(1), aStored(2)]);
    expect(await approvedBefore()).toBe(0);
    habits.saw(aStored(1));
    habits.saw(approved(3, { action: RARE }));
    habits.saw(approved(4, { org: 'org_other' as OrgId }));
    expect(await approvedBefore()).toBe(0);
    for (let n = 0; n < 2; n++) habits.saw(approved(1));
    expect(await approvedBefore()).toBe(1);
    habits.saw(denied(2, { operationHash: ASKED.operationHash }));
    expect(kindsOf(await habits.remarks(ASKED))).toContain('rejected_before');
  });

  it('what was seen is read from the tables after ten minutes', async () => {
    const { habits, time, approvedBefore } = await instance([ASKED, aStored(1)]);
    await approvedBefore();
    habits.saw(approved(1));
    time.nowMs += 10 * MINUTE;
    expect(await approvedBefore()).toBe(0);
  });

  it('a message says that nothing was compared if earlier requests cannot be read, and the log says why', async () => {
    const { deps, habits, warned } = await instance([ASKED]);
    jest.spyOn(deps.requests, 'recent').mockRejectedValue(new RangeError('down'));
    expect(kindsOf(await habits.remarks(ASKED))).toEqual(['not_read']);
    expect(warned).toEqual([['earlier requests could not be compared', { request: ASKED.id, error: 'RangeError' }]]);
  });

  it('a change of the configuration is not compared, and its texts are looked at', async () => {
    const { habits, reads } = await instance([]);
    expect(await habits.remarks({ ...ASKED, action: ADMIN_ACTION })).toEqual([]);
    expect(kindsOf(await habits.remarks({ ...ASKED, action: ADMIN_ACTION, summary: 'x\u202ey' }))).toEqual([
      'unseen_characters',
    ]);
    expect(reads).not.toHaveBeenCalled();
  });

  it('a request is the first one again for no instance that saw one before', async () => {
    const { habits } = await instance([aStored(1), ASKED]);
    expect(standingOf(await habits.remarks(ASKED))).toMatchObject({ isFirst: false });
    expect(standingOf(await habits.remarks({ ...ASKED, action: RARE }))).toMatchObject({ isFirst: true });
  });
});
