/** Counters of the transient table, each of which starts again after its window. */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AttemptCounter, CallMeter, Counter, Limited } from '../../service/access/ports';
import type { Tables } from './client';
import { isNew, writeIf } from './conditions';
import { callsPk, countedPk } from './keys';

/** The table's TTL is in seconds and only cleans up. Every reader compares the time itself. */
export const ttlOf = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000) + 3600;

/** A count costs one write, and two if it is the first of a window. */
export function createCounter(tables: Tables): Counter {
  return {
    async count(limited, nowMs, add = 1) {
      const { count, endsAtMs } = await counted(tables, limited, { nowMs, add, max: Number.MAX_SAFE_INTEGER });
      return { count, endsAtMs };
    },
  };
}

/** In five minutes from the first. */
export const refusedOf = (peer: string): Limited => ({ what: 'refused', of: peer, windowMs: 5 * 60_000 });

/** Attempts of a peer that were refused or are in progress, at most. */
const MAX_BEGUN = 50;

/** An attempt that succeeds costs two writes (docs/design.md#refused-attempts). */
export function createAttemptCounter(tables: Tables): AttemptCounter {
  return {
    async begin(peer, nowMs) {
      const { isFull, endsAtMs } = await counted(tables, refusedOf(peer), { nowMs, add: 1, max: MAX_BEGUN });
      return { mayBegin: !isFull, windowEndsAtMs: endsAtMs };
    },
    async succeeded(peer, { windowEndsAtMs }) {
      await writeIf(tables.client.send(giveBack(tables, countedPk('refused', peer), windowEndsAtMs)));
    },
  };
}

interface Added {
  readonly nowMs: number;
  readonly add: number;
  /** The count may not become higher. */
  readonly max: number;
}

interface Counted {
  readonly count: number;
  readonly endsAtMs: number;
  /** Nothing was added, because the count would be too high. */
  readonly isFull: boolean;
}

async function counted(tables: Tables, { what, of, windowMs }: Limited, { nowMs, add, max }: Added): Promise<Counted> {
  const endsAtMs = nowMs + windowMs;
  const counting = { pk: countedPk(what, of), add, max, nowMs, endsAtMs };
  const raised = await raise(tables, counting);
  if (raised !== null) return raised;
  const first = { count: add, endsAtMs, isFull: false };
  if (await startWindow(tables, counting)) return first;
  // Another writer started the window at the same moment.
  return (await raise(tables, counting)) ?? first;
}

interface Counting extends Added {
  readonly pk: string;
  /** When a window that begins now ends. */
  readonly endsAtMs: number;
}

const isInWindow = ':now < window_ends_at';

/** Null if there is no window now. */
async function raise(
  { client, transient: TableName }: Tables,
  { pk, add, max, nowMs }: Counting,
): Promise<Counted | null> {
  const update = new UpdateCommand({
    TableName,
    Key: { pk },
    UpdateExpression: 'SET counted = counted + :add',
    ConditionExpression: `${isInWindow} AND counted <= :most`,
    ExpressionAttributeValues: { ':add': add, ':now': nowMs, ':most': max - add },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const raised = await writeIf(client.send(update));
  const window = raised.written ? raised.answer.Attributes! : raised.stored;
  const endsAtMs = (window?.window_ends_at as number | undefined) ?? 0;
  if (!raised.written && endsAtMs <= nowMs) return null;
  return { count: window!.counted as number, endsAtMs, isFull: !raised.written };
}

/** A later window, and a count of zero, stay as they are. */
function giveBack({ transient: TableName }: Tables, pk: string, windowEndsAtMs: number): UpdateCommand {
  return new UpdateCommand({
    TableName,
    Key: { pk },
    UpdateExpression: 'SET counted = counted + :taken',
    ConditionExpression: 'window_ends_at = :window AND counted > :none',
    ExpressionAttributeValues: { ':taken': -1, ':window': windowEndsAtMs, ':none': 0 },
  });
}

async function startWindow({ client, transient: TableName }: Tables, counting: Counting): Promise<boolean> {
  const { pk, add, nowMs, endsAtMs } = counting;
  const put = new PutCommand({
    TableName,
    Item: { pk, counted: add, window_ends_at: endsAtMs, ttl: ttlOf(endsAtMs) },
    ConditionExpression: `${isNew} OR window_ends_at <= :now`,
    ExpressionAttributeValues: { ':now': nowMs },
  });
  return (await writeIf(client.send(put))).written;
}

/** Counts the calls of each organization, with one item of the transient table for each time window. */
export function createCallMeter({ client, transient: TableName }: Tables): CallMeter {
  return {
    async count(org, windowEndsAtMs) {
      const { Attributes } = await client.send(
        new UpdateCommand({
          TableName,
          Key: { pk: callsPk(org, windowEndsAtMs) },
          UpdateExpression: 'ADD calls :one SET #ttl = :ttl',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':one': 1, ':ttl': Math.ceil(windowEndsAtMs / 1000) + 60 },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return Attributes!.calls as number;
    },
  };
}
