/**
 * Lists of requests, from the sparse indexes. An index is eventually consistent, so the record decides.
 */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import type { Item } from '../../../adapters/dynamodb/items';
import { executablePk, leasedPk, openPk, recentPk } from '../../../adapters/dynamodb/keys';
import { allItems, cursorAfter, queryAll, queryPage } from '../../../adapters/dynamodb/pages';
import { InvalidCursor } from '../../../protocol/cursor';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import type { OpenEntry, OpenOf, RecentPage, RecentQuery } from '../ports';
import type { Caller } from '../rules/caller';
import { idOf } from './request-item';

/**
 * Requests that were never claimed (by creation) and requests whose lease has expired (by lease), merged by creation.
 * The second list is read completely: it has only leases that expired without a new claim. Both are queried at the same
 * time.
 */
export function executableCandidates(
  tables: Tables,
  { org }: Caller,
  nowMs: number,
  pageSize: number,
): AsyncGenerator<RequestId> {
  // A claim that reaches the table after its lease has expired can appear in both lists if it is written between the
  // queries.
  return onceEach(executable(tables, org, nowMs, pageSize));
}

async function* executable(tables: Tables, org: OrgId, nowMs: number, pageSize: number): AsyncGenerator<RequestId> {
  const fresh = queryAll(tables, {
    IndexName: 'work',
    Limit: pageSize,
    KeyConditionExpression: 'work_pk = :pk',
    ExpressionAttributeValues: { ':pk': executablePk(org) },
  });
  const [late, first] = await Promise.all([lapsedLeases(tables, org, nowMs), fresh.next()]);
  late.sort((a, b) => createdAt(a) - createdAt(b));
  for (let next = first; next.done !== true; next = await fresh.next()) {
    while (late.length > 0 && createdAt(late[0]!) <= createdAt(next.value)) yield idOf(late.shift()!);
    yield idOf(next.value);
  }
  for (const item of late) yield idOf(item);
}

function createdAt(item: Item): number {
  return item.created_at as number;
}

function lapsedLeases(tables: Tables, org: OrgId, nowMs: number): Promise<Item[]> {
  return allItems(tables, {
    IndexName: 'work',
    KeyConditionExpression: 'work_pk = :pk AND work_at <= :now',
    ExpressionAttributeValues: { ':pk': leasedPk(org), ':now': nowMs },
  });
}

async function* onceEach(ids: AsyncIterable<RequestId>): AsyncGenerator<RequestId> {
  const seen = new Set<RequestId>();
  for await (const id of ids) {
    if (seen.has(id)) continue;
    seen.add(id);
    yield id;
  }
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
