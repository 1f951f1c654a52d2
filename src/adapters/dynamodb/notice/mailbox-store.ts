/** Posts that the canary's receiver keeps: one item of the transient table for each mailbox. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Mailbox, ReceivedPost } from '../../../app/ports';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import { mailboxPk } from '../keys';

/** A run of the canary gets one event, and more only if an attempt is retried. */
const MAX_POSTS = 5;
const LASTS_MS = 10 * 60_000;

export function createMailbox({ client, transient: TableName }: Tables): Mailbox {
  return {
    async keep(name, post, nowMs) {
      try {
        await client.send(
          new UpdateCommand({
            TableName,
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
          }),
        );
        return 'kept';
      } catch (error) {
        if (conflictImage(error) !== undefined) return 'full';
        throw error;
      }
    },

    async posts(name, nowMs) {
      const Key = { pk: mailboxPk(name) };
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      // The table removes expired items late.
      return Item === undefined || Item.expires_at <= nowMs ? [] : (Item.posts as ReceivedPost[]);
    },
  };
}
