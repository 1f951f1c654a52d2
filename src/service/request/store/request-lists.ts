/**
 * Lists of requests, from the sparse indexes. An index is eventually consistent, so the record decides.
 */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import type { Item } from '../../../adapters/dynamodb/items';
import { executablePk, leasedPk, openPk, recentPk, requestKey } from '../../../adapters/dynamodb/keys';
import { answersOf, cursorAfter, type QueryInput, queryAll, queryPage } from '../../../adapters/dynamodb/pages';
import { InvalidCursor } from '../../../protocol/cursor';
import type { ActionId, OperatorId, OrgId } from '../../../protocol/identifiers';
import type { ExecutablePlace, ExecutableQuery, OpenEntry, OpenOf, RecentPage, RecentQuery } from '../ports';
import type { Caller } from '../rules/caller';
import { ofActions } from './limited';
import { idOf } from './request-item';

/** For a call with `after`. DynamoDB reads at most 1 MB for each: about 4,000 entries. */
const MAX_QUERIES = 3;
/** So that one is left for requests that were never claimed. */
const MAX_QUERIES_OF_LEASES = MAX_QUERIES - 1;

/**
 * Requests that were never claimed (by creation) and requests whose lease has expired (by lease), merged by creation.
 * The second list has only leases that expired without a new claim. It is read first, completely unless the call has a
 * limit. Both are queried at the same time.
 */
export async function* executableCandidates(
  tables: Tables,
  caller: Caller,
  query: ExecutableQuery,
): AsyncGenerator<ExecutablePlace, ExecutablePlace | null> {
  const { after } = query;
  const answers = answersOf(tables, filtered(caller, neverClaimed(caller, query)));
  const [lapsed, first] = await Promise.all([lapsedLeases(tables, caller, query), answers.next()]);
  // A claim that reaches the table after its lease has expired can appear in both lists if it is written between the
  // queries.
  const isLapsed = new Set(lapsed.places.map(({ id }) => id));
  const waiting = lapsed.places.filter((place) => isAfter(place, after)).sort(byPlace);
  let left = after === undefined ? Number.POSITIVE_INFINITY : MAX_QUERIES - lapsed.queries;
  for (let next = first; next.done !== true; next = await answers.next()) {
    const { Items = [], LastEvaluatedKey } = next.value;
    for (const place of Items.map((item) => placeOf(item, false))) {
      while (waiting.length > 0 && waiting[0]!.createdAtMs <= place.createdAtMs) yield waiting.shift()!;
      if (!isLapsed.has(place.id)) yield place;
    }
    left -= 1;
    if (left > 0 || LastEvaluatedKey === undefined) continue;
    const stopped = { createdAtMs: LastEvaluatedKey.work_at as number, id: idOf(LastEvaluatedKey), isLapsed: false };
    while (waiting.length > 0 && waiting[0]!.createdAtMs <= stopped.createdAtMs) yield waiting.shift()!;
    return stopped;
  }
  yield* waiting;
  return null;
}

function neverClaimed({ org, actions }: Caller, { pageSize, after }: ExecutableQuery): QueryInput {
  const work_pk = executablePk(org);
  const all = {
    IndexName: 'work',
    // A filtered query with this limit would be one query for each page of entries that it leaves out.
    ...(actions === null ? { Limit: pageSize } : {}),
    KeyConditionExpression: 'work_pk = :pk',
    ExpressionAttributeValues: { ':pk': work_pk },
  };
  if (after === undefined || after === 'oldest') return all;
  const { createdAtMs: work_at, id, isLapsed } = after;
  if (!isLapsed) return { ...all, ExclusiveStartKey: { work_pk, work_at, ...requestKey(org, id) } };
  return {
    ...all,
    KeyConditionExpression: 'work_pk = :pk AND work_at >= :from',
    ExpressionAttributeValues: { ':pk': work_pk, ':from': work_at },
  };
}

async function lapsedLeases(tables: Tables, caller: Caller, { nowMs, after }: ExecutableQuery) {
  const places: ExecutablePlace[] = [];
  let queries = 0;
  const leases = {
    IndexName: 'work',
    KeyConditionExpression: 'work_pk = :pk AND work_at <= :now',
    ExpressionAttributeValues: { ':pk': leasedPk(caller.org), ':now': nowMs },
  };
  const answers = answersOf(tables, filtered(caller, leases));
  for await (const { Items = [], ScannedCount = 0 } of answers) {
    places.push(...Items.map((item) => placeOf(item, true)));
    // An empty partition reads nothing.
    if (ScannedCount > 0) queries += 1;
    if (after !== undefined && queries === MAX_QUERIES_OF_LEASES) break;
  }
  return { places, queries };
}

function filtered(caller: Caller, input: QueryInput): QueryInput {
  const limit = ofActions(caller);
  if (limit === null) return input;
  return {
    ...input,
    FilterExpression: limit.clause,
    ExpressionAttributeNames: limit.names,
    ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ...limit.values },
  };
}

const placeOf = (item: Item, isLapsed: boolean): ExecutablePlace => ({
  createdAtMs: createdAt(item),
  id: idOf(item),
  isLapsed,
});

const byPlace = (a: ExecutablePlace, b: ExecutablePlace): number =>
  a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1);

/** Whether an expired lease comes after the place. */
function isAfter(lapsed: ExecutablePlace, after: ExecutableQuery['after']): boolean {
  if (after === undefined || after === 'oldest') return true;
  if (lapsed.createdAtMs !== after.createdAtMs) return lapsed.createdAtMs > after.createdAtMs;
  return after.isLapsed && lapsed.id > after.id;
}

function createdAt(item: Item): number {
  return item.created_at as number;
}

export async function* openEntries(tables: Tables, org: OrgId): AsyncGenerator<OpenEntry> {
  for await (const item of queryAll(tables, {
    IndexName: 'work',
    KeyConditionExpression: 'work_pk = :pk',
    ProjectionExpression: 'pk, #action, created_at, expires_at, asked',
    ExpressionAttributeNames: { '#action': 'action' },
    ExpressionAttributeValues: { ':pk': openPk(org) },
  })) {
    yield openEntryOf(item);
  }
}

function openEntryOf(item: Item): OpenEntry {
  return {
    id: idOf(item),
    action: item.action as ActionId,
    createdAtMs: createdAt(item),
    expiresAtMs: item.expires_at as number,
    asked: JSON.parse(item.asked as string) as OperatorId[],
  };
}

/** DynamoDB reads 1 MB of the index for one query: about 4,000 entries. */
export async function countOpen(tables: Tables, org: OrgId, of: OpenOf, nowMs: number): Promise<number | null> {
  const [attribute, value] = 'action' in of ? ['action', of.action] : ['sent_by', of.keyId];
  const { Count = 0, LastEvaluatedKey } = await tables.client.send(
    new QueryCommand({
      TableName: tables.main,
      IndexName: 'work',
      Select: 'COUNT',
      KeyConditionExpression: 'work_pk = :pk',
      FilterExpression: '#of = :of AND :now < expires_at',
      ExpressionAttributeNames: { '#of': attribute },
      ExpressionAttributeValues: { ':pk': openPk(org), ':of': value, ':now': nowMs },
    }),
  );
  return LastEvaluatedKey === undefined ? Count : null;
}

export async function recentPage(tables: Tables, org: OrgId, query: RecentQuery): Promise<RecentPage> {
  try {
    return await readRecent(tables, org, query);
  } catch (error) {
    throw isValidation(error) ? new InvalidCursor() : error;
  }
}

async function readRecent(tables: Tables, org: OrgId, query: RecentQuery): Promise<RecentPage> {
  const filters = [
    ...(query.action === undefined ? [] : ['#action = :action']),
    ...(query.requester === undefined ? [] : ['requester = :requester']),
  ];
  const index = { partition: 'recent_pk', partitionValue: recentPk(org), sort: 'created_at' };
  const page = await queryPage(
    tables,
    {
      IndexName: 'recent',
      ScanIndexForward: false,
      KeyConditionExpression: 'recent_pk = :pk AND created_at BETWEEN :since AND :until',
      ...(filters.length === 0 ? {} : { FilterExpression: filters.join(' AND ') }),
      ...(query.action === undefined ? {} : { ExpressionAttributeNames: { '#action': 'action' } }),
      ExpressionAttributeValues: {
        ':pk': recentPk(org),
        ':since': query.sinceMs ?? 0,
        ':until': query.untilMs ?? Number.MAX_SAFE_INTEGER,
        ...(query.action === undefined ? {} : { ':action': query.action }),
        ...(query.requester === undefined ? {} : { ':requester': query.requester }),
      },
    },
    index,
    query,
  );
  const entries = page.items.map((item) => ({
    id: idOf(item),
    action: item.action as ActionId,
    createdAtMs: createdAt(item),
    cursor: cursorAfter(item, index.sort),
  }));
  return { ids: entries.map(({ id }) => id), entries, looked: page.looked, cursor: page.cursor, backToMs: page.lastAt };
}

/** DynamoDB refuses a start key outside the range of the query. */
function isValidation(error: unknown): boolean {
  return error instanceof Error && error.name === 'ValidationException';
}
