/** What a failed conditional write means. */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './item';

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
