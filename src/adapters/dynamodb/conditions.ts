/** Conditional writes, and what it means if one fails. */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './items';

export const isNew = 'attribute_not_exists(pk)';

/** A write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** `stored` is the image that caused the condition to fail, if the write asks for it. Null if there was no item. */
export type WriteResult<T> =
  | { readonly written: true; readonly answer: T }
  | { readonly written: false; readonly stored: Item | null };

/** Waits for a write of one item. Throws if it failed for another reason than its condition. */
export async function writeIf<T>(write: Promise<T>): Promise<WriteResult<T>> {
  try {
    return { written: true, answer: await write };
  } catch (error) {
    const stored = conflictImage(error);
    if (stored === undefined) throw error;
    return { written: false, stored };
  }
}

/** Waits for a transaction. Returns why nothing was written, or null. Throws if it failed for another reason. */
export async function failureOf(transaction: Promise<unknown>): Promise<TransactionFailure | null> {
  try {
    await transaction;
    return null;
  } catch (error) {
    const failure = transactionFailure(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

/** The image that caused a single write to fail. Null if there was no item; undefined if it is another error. */
export function conflictImage(error: unknown): Item | null | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  // The document client does not unmarshal the item of an error.
  return error.Item === undefined ? null : (unmarshall(error.Item) as Item);
}

export type TransactionFailure =
  | { readonly kind: 'condition'; readonly index: number; readonly item: Item | null }
  /** Another transaction or throttling was in the way. A retry may succeed. */
  | { readonly kind: 'contention' };

export function transactionFailure(error: unknown): TransactionFailure | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const index = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  if (index >= 0) {
    const item = reasons[index]!.Item;
    return { kind: 'condition', index, item: item === undefined ? null : (unmarshall(item) as Item) };
  }
  const contended = reasons.some((reason) => CONTENTION.has(reason.Code ?? ''));
  return contended ? { kind: 'contention' } : undefined;
}

const CONTENTION = new Set(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError']);

/**
 * The write was refused because of too many other writes, even after the SDK's retries. Read again and decide again.
 */
export function isContention(error: unknown): boolean {
  return error instanceof Error && CONTENTION_ERRORS.has(error.name);
}

const CONTENTION_ERRORS = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
]);
