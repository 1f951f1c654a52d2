/** What a failed conditional write says. */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './request-item';

/** The image a single write lost to: null where there was no item; undefined if the error is another. */
export function conflictImage(error: unknown): Item | null | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  // The document client leaves the item of an error marshalled.
  return error.Item === undefined ? null : (unmarshall(error.Item) as Item);
}

export type TransactionFailure =
  | { readonly kind: 'condition'; readonly index: number; readonly item: Item | null }
  /** Conflict with another transaction, or throttled: nothing is known but that it may be tried again. */
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

/** A write that was refused for being one of many, after the SDK has tried again: read, and judge again. */
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
