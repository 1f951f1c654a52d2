/** Reads and conditional writes of configuration items. */
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Journaled } from '../../../core/administration/config';
import type { Tables } from '../client';
import { conflictImage, transactionFailure } from '../conditions';
import type { Item } from '../item';
import { CONFIG_PREFIX, type ConfigKind, type Key } from '../keys';
import { queryAll } from '../pages';
import { fromConfigItem } from './config-item';

/**
 * The condition that nobody edited the item since this revision was read. For the first revision, no item may exist.
 */
export const fromRevision = (revision: number) =>
  revision === 1
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'revision = :before', ExpressionAttributeValues: { ':before': revision - 1 } };

export async function get(tables: Tables, key: Key): Promise<Item | null> {
  const { Item } = await tables.client.send(new GetCommand({ TableName: tables.main, Key: key, ConsistentRead: true }));
  return Item ?? null;
}

export async function getOne<T extends Journaled>(tables: Tables, key: Key): Promise<T | null> {
  const item = await get(tables, key);
  return item === null ? null : fromConfigItem<T>(item);
}

export async function getAll<T extends Journaled>(
  tables: Tables,
  kind: ConfigKind,
  org: string,
  begin = '',
): Promise<T[]> {
  const values: T[] = [];
  for await (const item of queryAll(tables, {
    KeyConditionExpression: 'pk = :org AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':org': org, ':prefix': `${CONFIG_PREFIX[kind]}${begin}` },
    ConsistentRead: true,
  })) {
    values.push(fromConfigItem<T>(item));
  }
  return values;
}

export async function putOne(tables: Tables, item: Item, revision: number): Promise<'saved' | 'conflict'> {
  return write(tables, [{ Put: { TableName: tables.main, Item: item, ...fromRevision(revision) } }]);
}

export type ConfigWrite = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>[number];

/** Uses a single write if that is enough, otherwise a transaction. */
export async function write(tables: Tables, writes: readonly ConfigWrite[]): Promise<'saved' | 'conflict'> {
  const [only, ...others] = writes;
  try {
    if (others.length > 0) await tables.client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
    else if (only?.Put !== undefined) await tables.client.send(new PutCommand(only.Put));
    else if (only?.Update !== undefined) await tables.client.send(new UpdateCommand(only.Update));
    return 'saved';
  } catch (error) {
    if (conflictImage(error) !== undefined || transactionFailure(error) !== undefined) return 'conflict';
    throw error;
  }
}
