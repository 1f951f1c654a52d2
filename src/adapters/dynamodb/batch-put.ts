import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from './client';
import type { Item } from './item';

/** DynamoDB's limit for one call. */
const PUTS_PER_CALL = 25;

/**
 * Puts items of different keys, whatever is there, in parallel. Not a transaction: some may be there and others not if
 * it fails. It fails after all have ended, so that no write is under way in an instance that is then frozen. What DynamoDB
 * leaves out of a batch under load is put by itself, which the client repeats with pauses.
 */
export async function batchPut(tables: Tables, items: readonly Item[]): Promise<void> {
  if (items.length === 1) return putOne(tables, items[0]!);
  const chunks = Array.from({ length: Math.ceil(items.length / PUTS_PER_CALL) }, (_, index) =>
    items.slice(index * PUTS_PER_CALL, (index + 1) * PUTS_PER_CALL),
  );
  const outcomes = await Promise.allSettled(chunks.map((chunk) => putChunk(tables, chunk)));
  const failed = outcomes.find((outcome): outcome is PromiseRejectedResult => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
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
