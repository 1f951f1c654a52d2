/** Counters of the transient table that restart after a time window. They count refused attempts and mails. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MailCounter } from '../../../app/ports';
import { MAIL_WINDOW_MS } from '../../../core/notice/mail-limits';
import type { Tables } from '../client';
import { isNew, writeIf } from '../conditions';
import { mailCountPk } from '../keys';

/** The table's TTL is in seconds and only cleans up. Every reader compares the time itself. */
export const ttlOf = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000) + 3600;

export interface Counted {
  readonly count: number;
  readonly endsAtMs: number;
}

export interface Counting {
  readonly pk: string;
  /** The attribute that holds the count. */
  readonly what: string;
  readonly add: number;
  readonly nowMs: number;
  readonly windowMs: number;
}

/** Costs one write, and two for the first count of a window. */
export async function countInWindow(tables: Tables, counting: Counting): Promise<Counted> {
  const { add, nowMs, windowMs } = counting;
  const counted = await raise(tables, counting);
  if (counted !== null) return counted;
  if (await startWindow(tables, counting)) return { count: add, endsAtMs: nowMs + windowMs };
  // Another writer started the window at the same moment.
  return (await raise(tables, counting)) ?? { count: add, endsAtMs: nowMs + windowMs };
}

/** Counts mails to operators (docs/decisions/mail-digests.md). */
export function createMailCounter(tables: Tables): MailCounter {
  return {
    async count(org, operator, mails, nowMs) {
      const pk = mailCountPk(org, operator);
      return (await countInWindow(tables, { pk, what: 'mails', add: mails, nowMs, windowMs: MAIL_WINDOW_MS })).count;
    },
  };
}

async function raise({ client, transient: TableName }: Tables, { pk, what, add, nowMs }: Counting) {
  const update = new UpdateCommand({
    TableName,
    Key: { pk },
    UpdateExpression: 'SET #what = #what + :add',
    ConditionExpression: ':now < window_ends_at',
    ExpressionAttributeNames: { '#what': what },
    ExpressionAttributeValues: { ':add': add, ':now': nowMs },
    ReturnValues: 'ALL_NEW',
  });
  const raised = await writeIf(client.send(update));
  if (!raised.written) return null;
  const { [what]: count, window_ends_at } = raised.answer.Attributes!;
  return { count: count as number, endsAtMs: window_ends_at as number };
}

async function startWindow({ client, transient: TableName }: Tables, counting: Counting): Promise<boolean> {
  const { pk, what, add, nowMs, windowMs } = counting;
  const endsAtMs = nowMs + windowMs;
  const put = new PutCommand({
    TableName,
    Item: { pk, [what]: add, window_ends_at: endsAtMs, ttl: ttlOf(endsAtMs) },
    ConditionExpression: `${isNew} OR window_ends_at <= :now`,
    ExpressionAttributeValues: { ':now': nowMs },
  });
  return (await writeIf(client.send(put))).written;
}
