/** The lists of requests of a busy organization, whose entries are in several partitions of each index. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Shards } from '../../../src/adapters/dynamodb/busy-organizations';
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { executablePk, leasedPk, openPk, recentPk } from '../../../src/adapters/dynamodb/keys';
import { createRequestStore } from '../../../src/adapters/dynamodb/request/request-store';
import type { RecentQuery } from '../../../src/app/ports';
import { unchanged } from '../../../src/core/request/journal';
import type { Request } from '../../../src/core/request/request';
import { InvalidCursor, writeCursor } from '../../../src/protocol/cursor';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import { dice } from '../../linearizability/record';
import { aLease, aRequest, at, refusedBy, turnedBy } from '../../support/builders';
import type { Place } from './stores';

/** The same place for an organization that is listed as busy. */
export const busy = (place: Place, shards: Shards): Place => ({
  ...place,
  tables: () => ({ ...place.tables(), busy: new Map([[place.org(), shards]]) }),
});

export function busyListRules(place: Place): void {
  let org: OrgId;
  beforeEach(() => {
    org = place.org();
  });

  const idOf = (n: number) => `req_${n.toString(16).padStart(24, '0')}` as RequestId;
  const at12 = at('12:00');
  const open = (n: number, createdAtMs = at12): Request => ({ ...aRequest(), org, id: idOf(n), createdAtMs });
  const authorized = (n: number, createdAt: string): Request => ({
    ...aRequest({ createdAt, quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_bravo', '12:09')),
    org,
    id: idOf(n),
  });
  const storeOf = (
    shards: number,
    readShards = shards,
    tables: Tables = busy(place, { shards, readShards }).tables(),
  ) => createRequestStore(tables);
  const unsharded = () => createRequestStore(place.tables());
  type Store = ReturnType<typeof storeOf>;
  const create = async (store: Store, ...requests: Request[]) => {
    for (const request of requests) await store.create(unchanged(request) as never, null, 'write_1');
  };
  /** Written again without a change, by an instance with its own setting. */
  const rewrite = async (store: Store, n: number) => {
    const { request } = (await store.load(org, idOf(n)))!;
    expect(await store.save(unchanged(request) as never, `write_${n}_${request.revision}`)).toMatchObject({
      kind: 'saved',
    });
  };
  const all = async (ids: AsyncIterable<RequestId>) => {
    const found: RequestId[] = [];
    for await (const id of ids) found.push(id);
    return found;
  };
  const pages = async (store: Store, limit: number, from: string | null = null, more: Partial<RecentQuery> = {}) => {
    const found: RequestId[] = [];
    let cursor = from;
    do {
      const page = await store.recent(org, { ...more, limit, cursor });
      found.push(...page.ids);
      cursor = page.cursor;
      if (found.length > 100) throw new Error('the pages have no end');
    } while (cursor !== null);
    return found;
  };
  const entriesIn = async (index: 'work' | 'recent', partition: string) => {
    const { client, main } = place.tables();
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: main,
        IndexName: index,
        KeyConditionExpression: `${index}_pk = :pk`,
        ExpressionAttributeValues: { ':pk': partition },
      }),
    );
    return Items.length;
  };
  /** The queries that a store sends. */
  const watched = (shards: Shards | null) => {
    const { client, ...rest } = shards === null ? place.tables() : busy(place, shards).tables();
    const sent: { readonly IndexName: string; readonly Limit?: number }[] = [];
    const send = (command: { readonly input: never }) => {
      sent.push(command.input);
      return client.send(command as never);
    };
    return { tables: { ...rest, client: { send } as never } satisfies Tables, sent };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

  test('are spread over all shards, and the first shard is the partition of a list without shards', async () => {
    await create(storeOf(4), ...numbers(24).map((n) => open(n, at12 + n)));
    for (const pkOf of [openPk, recentPk]) {
      const index = pkOf === openPk ? 'work' : 'recent';
      const counts = await Promise.all([0, 1, 2, 3].map((shard) => entriesIn(index, pkOf(org, shard))));
      expect(counts.reduce((sum, count) => sum + count)).toBe(24);
      expect(Math.min(...counts)).toBeGreaterThan(1);
      expect(await entriesIn(index, pkOf(org))).toBe(counts[0]);
    }
  });

  test('have the oldest open request first, and the newest request first in the list of all', async () => {
    await create(storeOf(5), ...numbers(20).map((n) => open(n, at12 + n)));
    const oldest = numbers(20).map(idOf);
    expect(await all(storeOf(5).openIds(org))).toEqual(oldest);
    expect(await pages(storeOf(5), 3)).toEqual([...oldest].reverse());
    expect(await pages(storeOf(5), 20)).toEqual([...oldest].reverse());
  });

  test('have executable requests by creation, with those whose leases have lapsed between them', async () => {
    const store = storeOf(3);
    await create(store, ...numbers(9).map((n) => authorized(n, `12:0${n - 1}`)));
    const claim = (n: number, seconds: number) => store.claim(org, idOf(n), aLease(String(n), '12:10', seconds));
    for (const n of [2, 4, 5]) await claim(n, 60);
    // One of each shard has lapsed.
    expect(await Promise.all([0, 1, 2].map((shard) => entriesIn('work', leasedPk(org, shard))))).toEqual([1, 1, 1]);
    await claim(8, 600);
    expect(await all(store.executableCandidates(org, at('12:10'), 2))).toEqual([1, 3, 6, 7, 9].map(idOf));
    expect(await all(store.executableCandidates(org, at('12:12'), 2))).toEqual([1, 2, 3, 4, 5, 6, 7, 9].map(idOf));
  });

  test('name requests of one millisecond once each, whatever the size of a page and the filter', async () => {
    const store = storeOf(4);
    await create(store, ...numbers(11).map((n) => open(n, n < 10 ? at12 : at12 + n)));
    for (const limit of [1, 4]) {
      const found = await pages(store, limit);
      expect(found.slice(0, 2)).toEqual([idOf(11), idOf(10)]);
      expect([...found].sort()).toEqual(numbers(11).map(idOf));
    }
    expect(await pages(store, 2, null, { requester: 'op_nobody' })).toEqual([]);
    expect(await pages(store, 2, null, { requester: 'op_alpha', action: 'deploy' })).toHaveLength(11);
    expect(await pages(store, 2, null, { sinceMs: at12 + 1, untilMs: at12 + 10 })).toEqual([idOf(10)]);
  });

  test('go on after a cursor from before they had shards, also between requests of one millisecond', async () => {
    await create(unsharded(), ...numbers(12).map((n) => open(n, at12 + Math.floor(n / 6))));
    const first = await unsharded().recent(org, { limit: 4, cursor: null });
    for (const n of numbers(12)) await rewrite(storeOf(4), n);
    expect(await entriesIn('recent', recentPk(org))).toBeLessThan(12);
    for (const limit of [1, 5]) {
      const rest = await pages(storeOf(4), limit, first.cursor);
      expect([...first.ids, ...rest].sort()).toEqual(numbers(12).map(idOf));
    }
  });

  test('give a cursor that an instance without the setting understands, except between requests of one millisecond', async () => {
    await create(unsharded(), ...[1, 2, 3, 4].map((n) => open(n, at12 + Math.min(n, 3))));
    const raised = storeOf(1, 4);
    const alone = await raised.recent(org, { limit: 3, cursor: null });
    const same = await unsharded().recent(org, { limit: 3, cursor: null });
    expect([alone.cursor, await pages(unsharded(), 5, alone.cursor)]).toEqual([same.cursor, [idOf(1)]]);
    const { ids, cursor } = await raised.recent(org, { limit: 1, cursor: null });
    expect([...ids, ...(await pages(raised, 5, cursor))]).toEqual([3, 4, 2, 1].map(idOf));
    await expect(unsharded().recent(org, { limit: 1, cursor })).rejects.toBeInstanceOf(InvalidCursor);
  });

  test('refuse a cursor that comes from no list, as a list without shards does', async () => {
    await create(storeOf(3), open(1));
    const range = { sinceMs: at12 - 5, untilMs: at12 + 5, limit: 2 };
    const forged = [
      'x',
      ...[[], [at12], [at12, 'a'], ['a', 'b', 'c'], [at12, 'a', 'b', 1], [1.5, 'a', 'b', 'c']].map((place) =>
        Buffer.from(JSON.stringify(place)).toString('base64url'),
      ),
      ...[-6, 6].map((ms) => writeCursor([at12 + ms, 'a', '', ''])),
    ];
    for (const cursor of forged)
      await expect(storeOf(3).recent(org, { ...range, cursor })).rejects.toBeInstanceOf(InvalidCursor);
    const between = writeCursor([at12, idOf(1), '', '']);
    await expect(unsharded().recent(org, { ...range, cursor: between })).rejects.toBeInstanceOf(InvalidCursor);
    // At most a place between its own requests.
    const foreign = writeCursor([at12, `org_other#REQ#${idOf(9)}`, 'REQUEST']);
    expect((await storeOf(3).recent(org, { ...range, cursor: foreign })).ids.length).toBeLessThan(2);
  });

  test('are complete and in order while the number of shards goes up and down, in two steps each', async () => {
    const random = dice(7);
    const steps: readonly (readonly [number, number])[] = [
      [1, 1],
      [1, 4],
      [4, 4],
      [4, 6],
      [6, 6],
      [2, 6],
      [1, 6],
    ];
    let made = 0;
    for (const [index, [shards, readShards]] of steps.entries()) {
      // During a step, an instance still has the setting before.
      const before = steps[Math.max(0, index - 1)]!;
      const [old, now] = [storeOf(...before), storeOf(shards, readShards)];
      for (let n = 0; n < 3; n++) await create(random() < 0.5 ? old : now, open(++made, at12 + Math.floor(made / 2)));
      for (let n = 0; n < 3; n++) await rewrite(random() < 0.5 ? old : now, 1 + Math.floor(random() * made));
      const expected = numbers(made).map(idOf);
      for (const reader of [old, now]) {
        expect((await all(reader.openIds(org))).sort()).toEqual(expected);
        const recent = await pages(reader, 1 + Math.floor(random() * 4));
        expect([...recent].sort()).toEqual(expected);
        const times = recent.map((id) => Math.floor(Number.parseInt(id.slice(4), 16) / 2));
        expect(times).toEqual([...times].sort((a, b) => b - a));
      }
    }
  });

  test('name an entry once that moves to another shard while they are read', async () => {
    const store = storeOf(2, 6);
    await create(store, ...numbers(12).map((n) => open(n, at12 + n)));
    const found: RequestId[] = [];
    for await (const id of store.openIds(org)) {
      found.push(id);
      if (found.length === 1) for (const n of numbers(12)) await rewrite(storeOf(6), n);
    }
    expect(found).toEqual(numbers(12).map(idOf));
  });

  test('cost one query for each shard, of about a share of the page; and for all others one query, as before', async () => {
    await create(storeOf(4), ...numbers(40).map((n) => open(n, at12 + n)));
    const sharded = watched({ shards: 4, readShards: 8 });
    expect((await createRequestStore(sharded.tables).recent(org, { limit: 8, cursor: null })).ids).toHaveLength(8);
    expect(sharded.sent.slice(0, 8).map(({ Limit }) => Limit)).toEqual(Array(8).fill(4));
    // Four shards are empty, so each of the other four has twice its share.
    expect(sharded.sent.length).toBeLessThan(13);
    const plain = watched(null);
    const store = createRequestStore(plain.tables);
    await store.recent(org, { limit: 5, cursor: null });
    await all(store.openIds(org));
    await all(store.executableCandidates(org, at12, 5));
    expect(plain.sent.map(({ IndexName, Limit }) => [IndexName, Limit])).toEqual([
      ['recent', 5],
      ['work', 100],
      ['work', undefined],
      ['work', 5],
    ]);
  });

  test('leave an entry in no shard but its own when a request is claimed, reported or decided', async () => {
    const store = storeOf(3);
    const entries = async (pkOf: typeof openPk) => {
      const counts = await Promise.all([0, 1, 2].map((shard) => entriesIn('work', pkOf(org, shard))));
      return counts.reduce((sum, count) => sum + count);
    };
    await create(store, authorized(1, '12:00'), authorized(2, '12:01'), open(3));
    expect([await entries(openPk), await entries(executablePk), await entries(leasedPk)]).toEqual([1, 2, 0]);
    const { request } = (await store.load(org, idOf(3)))!;
    await store.save(unchanged(refusedBy('op_bravo')(request)), 'write_8');
    await store.claim(org, idOf(1), aLease('1', '12:10'));
    expect([await entries(openPk), await entries(executablePk), await entries(leasedPk)]).toEqual([0, 1, 1]);
    await store.report(
      org,
      idOf(1),
      { claimId: `clm_${'1'.repeat(24)}` as never, status: 'succeeded', reference: null, error: null },
      { id: 'write_9', nowMs: at('12:11') },
    );
    expect([await entries(openPk), await entries(executablePk), await entries(leasedPk)]).toEqual([0, 1, 0]);
    expect(await all(store.executableCandidates(org, at('13:00'), 5))).toEqual([idOf(2)]);
  });
}
