/**
 * Conditional writes of a request, and the guard of a write that turns a key. Several stores write a request, each with
 * other items.
 */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { conflictImage, failureOf, isContention, type TransactItem } from '../../../adapters/dynamodb/conditions';
import type { Item } from '../../../adapters/dynamodb/items';
import { configKey } from '../../../adapters/dynamodb/keys';
import type { Saved, TurnGuard } from '../ports';
import { isAdministrative } from '../rules/administrative';
import { MAX_WRONG_CODES_AN_HOUR, WRONG_CODES_WINDOW_MS } from '../rules/limits';
import type { Request } from '../rules/request';
import { fromRequestItem, toRequestItem } from './request-conversion';

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

/**
 * The guard checks the operator's item in the transaction that writes the turn: the operator is enabled, is still in
 * the access epoch of their sign-in, and is not over the limit of wrong codes (docs/design.md#wrong-codes).
 *
 *   right code   ConditionCheck of the operator's item, which the transaction has anyway: no extra read or write
 *   wrong code   Update of the same item: the guess is counted by the write that answers it, or it is not answered
 *
 * However many guesses arrive at the same moment, in any number of requests, no more than the limit are compared.
 */

const isEnabled = 'enabled = :true';
const inAccessEpoch = 'access_epoch = :epoch';
/** Used only for a change of the configuration. */
const isAdmin = '#role = :admin';
const noWindowRuns = '(attribute_not_exists(wrong_codes_until) OR wrong_codes_until <= :now)';
const windowRuns = ':now < wrong_codes_until';
const belowLimit = 'wrong_codes < :limit';

/** Used for a right code, and for a wrong code if a window is already running. */
export function guardOf(tables: Tables, request: Request, guard: TurnGuard) {
  const place = placeOf(tables, request.org, guard);
  const { clauses, names, values: access } = turnerCondition(request, guard);
  const values = { ...access, ':limit': MAX_WRONG_CODES_AN_HOUR };
  if (!guard.isWrongCode) {
    const ConditionExpression = [...clauses, `(${noWindowRuns} OR ${belowLimit})`].join(' AND ');
    return { ConditionCheck: { ...place, ...names, ConditionExpression, ExpressionAttributeValues: values } };
  }
  const count = {
    UpdateExpression: 'SET wrong_codes = wrong_codes + :one',
    ConditionExpression: [...clauses, windowRuns, belowLimit].join(' AND '),
    ExpressionAttributeValues: { ...values, ':one': 1 },
  };
  return { Update: { ...place, ...names, ...count } };
}

/** Used for the first wrong code of a window. */
export function windowStart(tables: Tables, request: Request, guard: TurnGuard) {
  const { clauses, names, values } = turnerCondition(request, guard);
  const start = {
    UpdateExpression: 'SET wrong_codes = :one, wrong_codes_until = :until',
    ConditionExpression: [...clauses, noWindowRuns].join(' AND '),
    ExpressionAttributeValues: { ...values, ':one': 1, ':until': guard.nowMs + WRONG_CODES_WINDOW_MS },
  };
  return { Update: { ...placeOf(tables, request.org, guard), ...names, ...start } };
}

/** Why the guard failed, read from the operator's item. Null if no window runs or another writer just started one. */
export function guardRefusal(item: Item | null, request: Request, guard: TurnGuard): Saved | null {
  if (item?.enabled !== true || item.access_epoch !== guard.accessEpoch) return { kind: 'access_ended' };
  if (isAdministrative(request) && item.role !== 'admin') return { kind: 'access_ended' };
  const untilMs = (item.wrong_codes_until as number | undefined) ?? 0;
  const isSpent = guard.nowMs < untilMs && (item.wrong_codes as number) >= MAX_WRONG_CODES_AN_HOUR;
  return isSpent ? { kind: 'too_many_wrong_codes', untilMs } : null;
}

function placeOf(tables: Tables, org: string, { operator }: TurnGuard) {
  const Key = configKey(org, 'operator', operator);
  return { TableName: tables.main, Key, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
}

function turnerCondition(request: Request, { accessEpoch, nowMs }: TurnGuard) {
  const clauses = [isEnabled, inAccessEpoch];
  const values = { ':true': true, ':epoch': accessEpoch, ':now': nowMs };
  if (!isAdministrative(request)) return { clauses, names: {}, values };
  const names = { ExpressionAttributeNames: { '#role': 'role' } };
  return { clauses: [...clauses, isAdmin], names, values: { ...values, ':admin': 'admin' } };
}
