/** Conditional writes of a request. Several stores write it, each with other items. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { conflictImage, failureOf, isContention, type TransactItem } from '../../../adapters/dynamodb/conditions';
import type { Item } from '../../../adapters/dynamodb/item';
import type { Saved } from '../ports/ledger';
import type { Request } from '../rules/request';
import { fromRequestItem } from './from-request-item';
import { toRequestItem } from './to-request-item';

export const atRevision = 'revision = :revision';

type Result = Extract<Saved, { readonly kind: 'saved' | 'conflict' | 'contention' }>;

/** Replaces the image with this revision. */
export const putOver = ({ main: TableName }: Tables, revision: number, after: Request) => ({
  TableName,
  Item: toRequestItem(after),
  ConditionExpression: atRevision,
  ExpressionAttributeValues: { ':revision': revision },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** The result of a write whose items must be new. */
export async function created(write: Promise<unknown>): Promise<'created' | 'exists' | 'contention'> {
  try {
    const failure = await failureOf(write);
    if (failure === null) return 'created';
    return failure.kind === 'condition' ? 'exists' : 'contention';
  } catch (error) {
    if (conflictImage(error) !== undefined) return 'exists';
    if (isContention(error)) return 'contention';
    throw error;
  }
}

/** Writes the request as the first of these items. `index` means that the condition of another one failed. */
export async function saveTogether(
  { client }: Tables,
  after: Request,
  items: readonly TransactItem[],
  writeId: string,
): Promise<Result | { readonly index: number; readonly item: Item | null }> {
  try {
    const failure = await failureOf(client.send(new TransactWriteCommand({ TransactItems: [...items] })));
    if (failure === null) return { kind: 'saved', request: after };
    if (failure.kind === 'contention') return { kind: 'contention' };
    return failure.index === 0 ? refusedSave(failure.item, writeId) : failure;
  } catch (error) {
    if (isContention(error)) return { kind: 'contention' };
    throw error;
  }
}

export function refusedSave(image: Item | null, writeId: string): Result {
  if (image === null) return { kind: 'contention' };
  const current = fromRequestItem(image);
  // The SDK retried a write whose answer was lost, and the condition failed because of our own first write.
  if (current.writeId === writeId) return { kind: 'saved', request: current };
  return { kind: 'conflict', current };
}
