import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { allOf } from '../../service/support/all-of';
import { chunksOf } from '../../service/support/chunks';
import type { Tables } from './client';
import type { Item } from './item';

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
