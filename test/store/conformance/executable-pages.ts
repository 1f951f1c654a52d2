/** The pages of requests that a worker may claim. */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import type { ExecutablePlace, ExecutableQuery, RequestStore } from '../../../src/service/request/ports';
import { type Caller, everyAction } from '../../../src/service/request/rules/caller';
import type { Request } from '../../../src/service/request/rules/request';
import { createRequestStore } from '../../../src/service/request/store/request-store';
import { aLease, aRequest, at, createdAs, turnedBy } from '../../support/builders';
import { ENVELOPE } from '../../support/house';
import { tablesThrough } from '../../support/tables';
import type { Place } from './stores';

export function executablePageRules(place: Place): void {
  let store: RequestStore;
  let org: OrgId;
  beforeEach(() => {
    store = createRequestStore(place.tables());
    org = place.org();
  });

  const NOW = '12:20';
  const idOf = (n: number) => `req_${n.toString(16).padStart(24, '0')}` as RequestId;
  const numberOf = (id: RequestId) => Number.parseInt(id.slice(4), 16);
  const authorized = async (n: number, createdAt: string, action = 'deploy') => {
    const options = { createdAt, quorum: 1, executeWithinSeconds: 3600 };
    const request = { ...aRequest(options, turnedBy('op_bravo', '12:05')), org, id: idOf(n), action } as Request;
    await store.create(createdAs(request), ENVELOPE, 'write_1');
  };
  const lapsed = async (n: number, createdAt: string, action?: string, seconds = 60) => {
    await authorized(n, createdAt, action);
    await store.claim(everyAction(org), idOf(n), aLease('1', '12:06', seconds));
  };

  /** With the actions of a limited key. */
  type Query = ExecutableQuery & Pick<Caller, 'actions'>;
  interface Call {
    readonly ids: readonly number[];
    readonly end: ExecutablePlace | null;
  }

  /** One call that takes `count`, and the place where the next one begins. */
  const page = async (
    count: number,
    { actions = null, ...query }: Partial<Query> = {},
    from = store,
  ): Promise<Call> => {
    const listed = { nowMs: at(NOW), pageSize: count, after: 'oldest', ...query } as const;
    const candidates = from.executableCandidates({ org, actions }, listed);
    const places: ExecutablePlace[] = [];
    let end: ExecutablePlace | null | undefined;
    while (places.length < count && end === undefined) {
      const next = await candidates.next();
      if (next.done === true) end = next.value;
      else places.push(next.value);
    }
    return { ids: places.map(({ id }) => numberOf(id)), end: end === undefined ? places.at(-1)! : end };
  };

  const walk = async (count: number, query: Partial<Query> = {}, from = store): Promise<Call[]> => {
    const pages: Call[] = [];
    for (let after: ExecutableQuery['after'] | null = 'oldest'; after !== null; after = pages.at(-1)!.end) {
      pages.push(await page(count, { ...query, after }, from));
      if (pages.length > 100) throw new Error('the walk has no end');
    }
    return pages;
  };
  const idsOf = (pages: readonly Call[]) => pages.flatMap(({ ids }) => ids);

  /** A store that answers each query after this many entries, as DynamoDB does after 1 MB. */
  const small = (entries: number, asked: string[] = []) => {
    const tables = place.tables();
    return createRequestStore(
      tablesThrough(tables, ({ input }, pass) => {
        if (input.IndexName === undefined) return pass();
        asked.push(input.ExpressionAttributeValues[':pk'].split('#')[1]);
        return tables.client.send(new QueryCommand({ ...input, Limit: Math.min(entries, input.Limit ?? entries) }));
      }),
    );
  };

  test('pages of every size name each executable request once, in the order of creation, also of those with the same time', async () => {
    await lapsed(7, '12:01');
    // Of the same millisecond, expired leases come first. Their ids are below, between and above the others.
    for (const n of [2, 4, 6]) await authorized(n, '12:02');
    for (const n of [1, 3, 5, 9]) await lapsed(n, '12:02', 'deploy', 60 + n);
    await authorized(8, '12:03');
    const whole = idsOf(await walk(100));
    expect([whole.slice(0, 5), [...whole.slice(5, 8)].sort(), whole.slice(8)]).toEqual([
      [7, 1, 3, 5, 9],
      [2, 4, 6],
      [8],
    ]);
    for (let size = 1; size <= 10; size++) expect([size, idsOf(await walk(size))]).toEqual([size, whole]);
  });

  test('pages go on after their last request, also if it was claimed since, and find what appears behind it from the start', async () => {
    await lapsed(1, '12:01', 'deploy', 1000);
    for (const n of [2, 3, 4]) await authorized(n, `12:0${n}`);
    const first = await page(2);
    expect(first.ids).toEqual([2, 3]);
    await store.claim(everyAction(org), idOf(3), aLease('1', NOW));
    const query = { nowMs: at('12:25'), after: first.end! };
    expect((await page(9, query)).ids).toEqual([4]);
    expect((await page(9, { ...query, after: 'oldest' })).ids).toEqual([1, 2, 4]);
  });

  test('pages of some actions leave out the others, with a lease or without, and take no limit for their queries', async () => {
    await lapsed(1, '12:01', 'pay');
    await lapsed(2, '12:01');
    for (const n of [3, 4, 5, 6]) await authorized(n, `12:0${n}`, n % 2 === 0 ? 'pay' : 'deploy');
    const actions = (...names: string[]) => ({ actions: names as unknown as Caller['actions'] });
    expect(idsOf(await walk(2, actions('pay')))).toEqual([1, 4, 6]);
    expect(idsOf(await walk(2, actions('pay', 'deploy')))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(idsOf(await walk(2, actions('none')))).toEqual([]);
    const asked: string[] = [];
    expect((await page(1, actions('none'), small(100, asked))).end).toBeNull();
    expect(asked.sort()).toEqual(['EXECUTABLE', 'LEASED']);
  });

  test('a page asks the index three times at most and then says where it stopped; without a place it reads on', async () => {
    for (let n = 1; n <= 8; n++) await authorized(n, `12:0${n}`, n > 6 ? 'pay' : 'deploy');
    await lapsed(9, '12:03:30', 'pay');
    await lapsed(10, '12:07:30', 'pay');
    const asked: string[] = [];
    const pay = { actions: ['pay'] as unknown as Caller['actions'] };
    // The leases took two answers, so one is left.
    const pages = await walk(9, pay, small(1, asked));
    expect(pages.map(({ ids }) => ids)).toEqual([[], [], [], [9], [], [], [7], [10, 8], []]);
    expect(asked.slice(0, 3).sort()).toEqual(['EXECUTABLE', 'LEASED', 'LEASED']);
    expect(asked).toHaveLength(27);
    const all: RequestId[] = [];
    for await (const { id } of small(1).executableCandidates({ org, ...pay }, { nowMs: at(NOW), pageSize: 9 }))
      all.push(id);
    expect(all.map(numberOf)).toEqual([9, 7, 10, 8]);
  });

  test('a page without expired leases asks three times for the others, and one that ends with the third says that it is the last', async () => {
    for (let n = 1; n <= 7; n++) await authorized(n, `12:0${n}`, 'pay');
    const none = { actions: ['none'] as unknown as Caller['actions'] };
    const asked: string[] = [];
    const [first, ...others] = await walk(9, none, small(2, asked));
    expect(first).toEqual({ ids: [], end: { createdAtMs: at('12:06'), id: idOf(6), isLapsed: false } });
    expect([others, asked.length]).toEqual([[{ ids: [], end: null }], 6]);
    expect((await walk(9, none, small(3))).map(({ end }) => end)).toEqual([null]);
  });
}
