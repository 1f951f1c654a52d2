/** Due items: every store's items that wait for a time, in shards. */

import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import type { OrgId } from '../../../src/protocol/identifiers';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import { edited, type Operator } from '../../../src/service/configuration/rules/items';
import { CHECK_AFTER_MS } from '../../../src/service/request/rules/limits';
import type { DueItem, DueStore } from '../../../src/service/transport/ports';
import { createDueStore } from '../../../src/service/transport/store/due-store';
import { PERMIT } from '../../support/permit';
import { anOperator, created } from './config-items';
import type { Place } from './stores';

/** Earlier than most other due times in the database, so that the pages contain few other items. */
const EARLY = Date.UTC(1990, 0, 1);
const CHECK = EARLY + CHECK_AFTER_MS;

export function dueRules(place: Place): void {
  let store: DueStore;
  let org: OrgId;
  beforeEach(() => {
    store = createDueStore(place.tables());
    org = place.org();
  });
  // Nothing stays due for another suite of the same database.
  afterEach(async () => {
    for (const item of await due(CHECK + 60_000)) await store.completeConfigCheck(item, 1);
  });

  const save = async (n: number): Promise<Operator> => {
    const id = `op_${n}`;
    const operator = edited(anOperator(org, id, { revision: 0 }), {}, [created(id, EARLY + n)]);
    await createConfigStore(place.tables()).saveOperator(operator, PERMIT);
    return operator;
  };
  /** The pages of a shard, without the items of other organizations. */
  const pagesOf = async (shard: number, untilMs: number, limit: number): Promise<DueItem[][]> => {
    const pages: DueItem[][] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<DueStore['due']>> = await store.due(shard, untilMs, limit, cursor);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      pages.push(page.items.filter((item) => item.org === org));
      cursor = page.cursor;
    } while (cursor !== null);
    return pages;
  };
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
  const shardsUntil = (untilMs: number, limit = 100) =>
    Promise.all(shards.map(async (shard) => (await pagesOf(shard, untilMs, limit)).flat()));
  const due = async (untilMs: number) => (await shardsUntil(untilMs)).flat();
  const times = async (untilMs: number) => (await due(untilMs)).map(({ dueAtMs }) => dueAtMs).sort();

  test('the store of due items names what is due by then, each in one shard, and nothing that is due later', async () => {
    await Promise.all([1, 2, 3].map(save));
    expect(await times(CHECK)).toEqual([]);
    expect(await times(CHECK + 2)).toEqual([CHECK + 1, CHECK + 2]);
    const [item] = await due(CHECK + 1);
    expect(item).toMatchObject({ kind: 'config', org, dueAtMs: CHECK + 1 });
  });

  test('the store of due items names an item by its last entry: the check comes two minutes after it', async () => {
    const entries = [created('op_1', EARLY + 2), created('op_1', EARLY + 9), created('op_1', EARLY + 5)];
    const operator = edited(anOperator(org, 'op_1', { revision: 0 }), {}, entries);
    await createConfigStore(place.tables()).saveOperator(operator, PERMIT);
    expect(await times(CHECK + 60_000)).toEqual([CHECK + 9]);
  });

  test('the store of due items goes through a shard page by page, the earliest first, each item once', async () => {
    const count = 2 * DUE_SHARDS + 1;
    await Promise.all(Array.from({ length: count }, (_, n) => save(n)));
    const found = await shardsUntil(CHECK + count, 1);
    expect(found.flat()).toHaveLength(count);
    expect(new Set(found.flat().map(({ id }) => id)).size).toBe(count);
    // With this many items, at least one shard has three of them, so at least three pages.
    expect(Math.max(...found.map((items) => items.length))).toBeGreaterThanOrEqual(3);
    for (const items of found) {
      const order = items.map(({ dueAtMs }) => dueAtMs);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });

  test('the store of due items puts off an item that is due as it was read, and leaves one alone that was moved since', async () => {
    await save(0);
    const [seen] = await due(CHECK);
    await store.backOff(seen!, CHECK + 60_000);
    expect(await times(CHECK + 59_999)).toEqual([]);
    expect(await times(CHECK + 60_000)).toEqual([CHECK + 60_000]);
    // An actor that read the item before that and writes later.
    await store.backOff(seen!, CHECK + 5);
    expect(await times(CHECK + 60_000)).toEqual([CHECK + 60_000]);
  });

  test('the store of due items gives the entries that wait for the chain, and forgets them at the revision that was checked alone', async () => {
    const { id, revision, journal } = await save(0);
    const [item] = await due(CHECK);
    expect(await store.configJournal(item!)).toEqual({ org, subject: id, revision, unchecked: journal });
    expect(await store.completeConfigCheck(item!, 2)).toBe(false);
    expect(await times(CHECK)).toEqual([CHECK]);
    expect(await store.completeConfigCheck(item!, 1)).toBe(true);
    expect(await times(CHECK)).toEqual([]);
    expect(await store.configJournal(item!)).toMatchObject({ revision, unchecked: [] });
    expect(await store.configJournal({ ...item!, id: 'nothing' })).toBeNull();
  });
}
