/** Reads and puts items of a table, one or many in parallel. No put has a condition. */

import { BatchGetCommand, BatchWriteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { allOf } from '../../service/support/failures';
import { chunksOf } from '../../service/support/grouped';
import type { Tables } from './client';
import type { Key } from './keys';

/** An item of a table in the form of the document client. */
export type Item = Record<string, unknown>;

export function withoutNulls(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));
}

/** Reads one item, with strong consistency unless `isLate` allows what was true a second ago. */
export async function getItem({ client, main: TableName }: Tables, key: Key, isLate = false): Promise<Item | null> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: !isLate }));
  return Item ?? null;
}

/** Reads one item of the transient table. */
export async function getTransient({ client, transient: TableName }: Tables, pk: string): Promise<Item | null> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }));
  return Item ?? null;
}

/** DynamoDB's limit for one call. */
const KEYS_PER_CALL = 100;
const MAX_ROUNDS = 8;

/** Reads items in parallel, with strong consistency unless `isLate` allows what was true a second ago, until every key is processed. Missing items are left out. */
export async function batchGet(tables: Tables, keys: readonly Key[], isLate = false): Promise<Item[]> {
  const unique = [...new Map(keys.map((key) => [`${key.pk}|${key.sk}`, key])).values()];
  const chunks = chunksOf(unique, KEYS_PER_CALL);
  return (await Promise.all(chunks.map((chunk) => getChunk(tables, chunk, isLate)))).flat();
}

async function getChunk(tables: Tables, chunk: readonly Key[], isLate: boolean): Promise<Item[]> {
  const found: Item[] = [];
  let left: Key[] = [...chunk];
  for (let round = 0; left.length > 0; round++) {
    if (round === MAX_ROUNDS)
      throw new Error(`batch read left ${left.length} keys unprocessed after ${MAX_ROUNDS} rounds`);
    const { Responses, UnprocessedKeys } = await tables.client.send(
      new BatchGetCommand({ RequestItems: { [tables.main]: { Keys: left, ConsistentRead: !isLate } } }),
    );
    found.push(...((Responses?.[tables.main] ?? []) as Item[]));
    left = (UnprocessedKeys?.[tables.main]?.Keys ?? []) as Key[];
  }
  return found;
}

/** DynamoDB's limit for one call. */
const PUTS_PER_CALL = 25;

/**
 * Puts items with different keys in parallel and overwrites what exists. This is not a transaction: if it fails, some
 * items may be written and others not. It throws only after all writes have ended, so that no write is under way when
 * Lambda freezes the instance. If DynamoDB leaves items out of a batch because of load, each is put again by itself,
 * and the client retries with pauses.
 */
export async function batchPut(tables: Tables, items: readonly Item[]): Promise<void> {
  if (items.length === 1) return putOne(tables, items[0]!);
  await allOf(chunksOf(items, PUTS_PER_CALL).map((chunk) => putChunk(tables, chunk)));
}

async function putChunk(tables: Tables, chunk: readonly Item[]): Promise<void> {
  const puts = chunk.map((item) => ({ PutRequest: { Item: item } }));
  const { UnprocessedItems } = await tables.client.send(
    new BatchWriteCommand({ RequestItems: { [tables.main]: puts } }),
  );
  const left = UnprocessedItems?.[tables.main] ?? [];
  await Promise.all(left.map(({ PutRequest }) => putOne(tables, PutRequest!.Item as Item)));
}

async function putOne({ client, main: TableName }: Tables, item: Item): Promise<void> {
  await client.send(new PutCommand({ TableName, Item: item }));
}
