/** Reads and conditional writes of configuration items. */
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../adapters/dynamodb/client';
import {
  failureOf,
  isNew,
  type TransactItem,
  type TransactionFailure,
  writeIf,
} from '../../adapters/dynamodb/conditions';
import { fromConfigItem, toConfigItem } from '../../adapters/dynamodb/config-item';
import { getItem } from '../../adapters/dynamodb/items';
import { CONFIG_PREFIX, type ConfigKind, type Key } from '../../adapters/dynamodb/keys';
import { allItems } from '../../adapters/dynamodb/pages';
import type { Journaled } from './rules/items';

/**
 * The condition that nobody edited the item since this revision was read. For the first revision, no item may exist.
 */
export const fromRevision = (revision: number) =>
  revision === 1
    ? { ConditionExpression: isNew }
    : { ConditionExpression: 'revision = :before', ExpressionAttributeValues: { ':before': revision - 1 } };

export async function getOne<T extends Journaled>(tables: Tables, key: Key, isLate = false): Promise<T | null> {
  const item = await getItem(tables, key, isLate);
  return item === null ? null : fromConfigItem<T>(item);
}

export async function getAll<T extends Journaled>(tables: Tables, kind: ConfigKind, org: string): Promise<T[]> {
  const items = await allItems(tables, {
    KeyConditionExpression: 'pk = :org AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':org': org, ':prefix': CONFIG_PREFIX[kind] },
    ConsistentRead: true,
  });
  return items.map(fromConfigItem<T>);
}

/** The write of an edit, if nobody edited the item since. */
export function editOf<T extends Journaled & { readonly org: string }>(
  { main: TableName }: Tables,
  kind: ConfigKind,
  id: string,
  value: T,
): TransactItem {
  return { Put: { TableName, Item: toConfigItem(kind, id, value), ...fromRevision(value.revision) } };
}

const MAX_SENDS = 4;

/**
 * Writes all items or none. Null, or the condition that failed. While other transactions are in the way, it is sent again, as
 * the SDK does with a single write.
 */
export async function commit(
  { client }: Tables,
  writes: readonly TransactItem[],
): Promise<Extract<TransactionFailure, { kind: 'condition' }> | null> {
  for (let send = 0; send < MAX_SENDS; send++) {
    const failure = await failureOf(client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
    if (failure?.kind !== 'contention') return failure;
  }
  throw new Error(`other writes were in the way of a transaction ${MAX_SENDS} times in a row`);
}

/** Uses a single write if that is enough, otherwise a transaction. `conflict`: a condition failed. */
export async function write(tables: Tables, writes: readonly TransactItem[]): Promise<'saved' | 'conflict'> {
  const [only, ...others] = writes;
  if (others.length > 0) return (await commit(tables, writes)) === null ? 'saved' : 'conflict';
  const { written } = await writeIf(
    only?.Put === undefined
      ? tables.client.send(new UpdateCommand(only!.Update!))
      : tables.client.send(new PutCommand(only.Put)),
  );
  return written ? 'saved' : 'conflict';
}
