/**
 * The list of requests of a busy organization, newest first. Its order does not depend on the shards, so an entry that
 * moves to another shard keeps its place (docs/decisions/busy-organizations.md).
 */
import type { RecentQuery } from '../../../app/ports';
import { InvalidCursor, readCursor, writeCursor } from '../../../protocol/cursor';
import type { OrgId } from '../../../protocol/identifiers';
import { shardsRead } from '../busy-organizations';
import type { Tables } from '../client';
import { recentPk } from '../keys';
import { queryAll } from '../pages';
import { firstPage, merged } from './merge';
import { type Item, idOf } from './request-item';

/** Where a page begins. */
interface Place {
  readonly atMs: number;
  /**
   * DynamoDB continues after this key in every shard. It has an order of its own for requests of one millisecond, in which
   * a list without shards was read so far.
   */
  readonly after: { readonly pk: string; readonly sk: string } | null;
  /** Of the other requests created at `atMs`, those up to this key are on earlier pages. */
  readonly passed: string | null;
}

export async function recentInShards(tables: Tables, org: OrgId, query: RecentQuery) {
  const place = query.cursor === null ? null : placeOf(query.cursor);
  const shards = shardsRead(tables, org);
  const lists = shards.map((shard) => inShard(tables, recentPk(org, shard), query, place, shards.length));
  const entries: Item[] = [];
  for await (const entry of inOrder(merged(lists, (a, b) => createdAt(b) - createdAt(a)))) {
    if (isPassed(entry, place)) continue;
    entries.push(entry);
    if (entries.length > query.limit) break;
  }
  // As in a list without shards, the filter looks at the entries of a page.
  const page = entries.slice(0, query.limit);
  return {
    ids: page.filter((entry) => isWanted(entry, query)).map(idOf),
    cursor: entries.length > query.limit ? cursorAfter(entries, page.length - 1, place) : null,
  };
}

const createdAt = (entry: Item): number => entry.created_at as number;

function inShard(tables: Tables, partition: string, query: RecentQuery, place: Place | null, shards: number) {
  const sinceMs = query.sinceMs ?? 0;
  const untilMs = query.untilMs ?? Number.MAX_SAFE_INTEGER;
  // DynamoDB refuses a start key outside of the range.
  if (place !== null && (place.atMs < sinceMs || place.atMs > untilMs)) throw new InvalidCursor();
  const { after, atMs } = place ?? { after: null, atMs: untilMs };
  return queryAll(
    tables,
    {
      IndexName: 'recent',
      ScanIndexForward: false,
      Limit: query.limit,
      KeyConditionExpression: 'recent_pk = :pk AND created_at BETWEEN :since AND :until',
      ExpressionAttributeValues: { ':pk': partition, ':since': sinceMs, ':until': atMs },
      ...(after === null ? {} : { ExclusiveStartKey: { recent_pk: partition, created_at: atMs, ...after } }),
    },
    firstPage(query.limit, shards),
  );
}

/** Requests of one millisecond by their key. One that moves between two shards may be seen in both. */
async function* inOrder(entries: AsyncIterable<Item>): AsyncGenerator<Item> {
  let alike = new Map<string, Item>();
  let atMs: number | null = null;
  for await (const entry of entries) {
    if (createdAt(entry) !== atMs) {
      yield* inKeyOrder(alike);
      alike = new Map();
      atMs = createdAt(entry);
    }
    alike.set(entry.pk as string, entry);
  }
  yield* inKeyOrder(alike);
}

const inKeyOrder = (alike: ReadonlyMap<string, Item>): Item[] =>
  [...alike].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);

const isPassed = (entry: Item, place: Place | null): boolean =>
  place !== null && place.passed !== null && createdAt(entry) === place.atMs && (entry.pk as string) <= place.passed;

const isWanted = (entry: Item, { action, requester }: RecentQuery): boolean =>
  (action === undefined || entry.action === action) && (requester === undefined || entry.requester === requester);

/** The cursor of a list without shards, where the last entry of a page is the only one of its millisecond. */
function cursorAfter(entries: readonly Item[], last: number, from: Place | null): string {
  const { pk, sk } = entries[last] as { pk: string; sk: string };
  const atMs = createdAt(entries[last]!);
  const neighbours = [entries[last - 1], entries[last + 1]].flatMap((one) => (one === undefined ? [] : createdAt(one)));
  if (atMs !== from?.atMs && !neighbours.includes(atMs)) return writeCursor([atMs, pk, sk]);
  const after = atMs === from?.atMs ? from.after : null;
  return writeCursor([atMs, pk, after?.pk ?? '', after?.sk ?? '']);
}

function placeOf(cursor: string): Place {
  const types = ['number', 'string', 'string'] as const;
  try {
    const [atMs, pk, sk] = readCursor<[number, string, string]>(cursor, types);
    return { atMs, after: { pk, sk }, passed: null };
  } catch {
    const [atMs, passed, pk, sk] = readCursor<[number, string, string, string]>(cursor, [...types, 'string']);
    return { atMs, after: pk === '' ? null : { pk, sk }, passed };
  }
}
