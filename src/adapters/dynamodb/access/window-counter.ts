/** Counters of the transient table, each of which starts again after its window. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Counter, Limited } from '../../../app/ports';
import { MAIL_WINDOW_MS } from '../../../core/notice/mail-limits';
import { QUESTION_WINDOW_MS } from '../../../core/question/question';
import type { Tables } from '../client';
import { isNew, writeIf } from '../conditions';
import { mailCountPk, mailedLinksPk, peerPk, questionCountPk, searchesPk } from '../keys';

/** The table's TTL is in seconds and only cleans up. Every reader compares the time itself. */
export const ttlOf = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000) + 3600;

const WINDOW_MS: { readonly [What in Limited['what']]: number } = {
  mails: MAIL_WINDOW_MS,
  questions: QUESTION_WINDOW_MS,
  searches: 60_000,
  links: 3600_000,
  refused: 5 * 60_000,
};

/** A count costs one write, and two if it is the first of a window. */
export function createCounter(tables: Tables): Counter {
  return {
    async count(limited, nowMs, add = 1) {
      const endsAtMs = nowMs + WINDOW_MS[limited.what];
      const counting = { pk: pkOf(limited), add, nowMs, endsAtMs };
      const counted = await raise(tables, counting);
      if (counted !== null) return counted;
      if (await startWindow(tables, counting)) return { count: add, endsAtMs };
      // Another writer started the window at the same moment.
      return (await raise(tables, counting)) ?? { count: add, endsAtMs };
    },
  };
}

function pkOf(limited: Limited): string {
  switch (limited.what) {
    case 'mails':
      return mailCountPk(limited.org, limited.operator);
    case 'questions':
      return questionCountPk(limited.org, limited.operator);
    case 'searches':
      return searchesPk(limited.org, limited.operator);
    case 'links':
      return mailedLinksPk(limited.of);
    case 'refused':
      return peerPk(limited.peer);
  }
}

interface Counting {
  readonly pk: string;
  readonly add: number;
  readonly nowMs: number;
  /** When a window that begins now ends. */
  readonly endsAtMs: number;
}

async function raise({ client, transient: TableName }: Tables, { pk, add, nowMs }: Counting) {
  const update = new UpdateCommand({
    TableName,
    Key: { pk },
    UpdateExpression: 'SET counted = counted + :add',
    ConditionExpression: ':now < window_ends_at',
    ExpressionAttributeValues: { ':add': add, ':now': nowMs },
    ReturnValues: 'ALL_NEW',
  });
  const raised = await writeIf(client.send(update));
  if (!raised.written) return null;
  const { counted, window_ends_at } = raised.answer.Attributes!;
  return { count: counted as number, endsAtMs: window_ends_at as number };
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
