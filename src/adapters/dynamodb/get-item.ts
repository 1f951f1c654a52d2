import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from './client';
import type { Item } from './item';
import type { Key } from './keys';

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
