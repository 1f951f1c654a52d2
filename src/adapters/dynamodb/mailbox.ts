/** Posts that the canary's receiver keeps: one item of the transient table for each mailbox. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from './client';
import { writeIf } from './conditions';
import { getTransient } from './items';
import { mailboxPk } from './keys';

/** A received post: the headers that begin with `service-`, in lower case, and the raw body. */
export interface ReceivedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Keeps the posts to the canary's receiver for ten minutes. */
export interface Mailbox {
  keep(name: string, post: ReceivedPost, nowMs: number): Promise<'kept' | 'full'>;
  posts(name: string, nowMs: number): Promise<readonly ReceivedPost[]>;
}

/** A run of the canary gets one event, and more only if an attempt is retried. */
const MAX_POSTS = 5;
const LASTS_MS = 10 * 60_000;

export function createMailbox(tables: Tables): Mailbox {
  return {
    async keep(name, post, nowMs) {
      const keep = new UpdateCommand({
        TableName: tables.transient,
        Key: { pk: mailboxPk(name) },
        UpdateExpression:
          'SET posts = list_append(if_not_exists(posts, :none), :post), expires_at = :expires, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(posts) OR size(posts) < :max',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':none': [],
          ':post': [post],
          ':expires': nowMs + LASTS_MS,
          ':ttl': Math.ceil((nowMs + LASTS_MS) / 1000),
          ':max': MAX_POSTS,
        },
      });
      return (await writeIf(tables.client.send(keep))).written ? 'kept' : 'full';
    },

    async posts(name, nowMs) {
      const item = await getTransient(tables, mailboxPk(name));
      // The table removes expired items late.
      return item === null || (item.expires_at as number) <= nowMs ? [] : (item.posts as ReceivedPost[]);
    },
  };
}
