/** Records which messages were taken: at most one of each kind for one cause (docs/design.md#messages-to-operators). */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NoticeStore, NoticeTaken } from '../../../app/ports';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import type { Item } from '../item';
import { noticeKey } from '../keys';
import { queryAll } from '../pages';

export function createNoticeStore(tables: Tables): NoticeStore {
  const { client, main: TableName } = tables;
  return {
    async take(org, request, cause, takenBy, nowMs) {
      try {
        await client.send(
          new PutCommand({
            TableName,
            Item: { ...noticeKey(org, request, cause), taken_at: nowMs, taken_by: takenBy },
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return 'taken';
      } catch (error) {
        const stored = conflictImage(error);
        if (stored === undefined) throw error;
        return lostTo(stored, takenBy);
      }
    },
    async release(org, request, cause, takenBy) {
      try {
        await client.send(
          new DeleteCommand({
            TableName,
            Key: noticeKey(org, request, cause),
            ConditionExpression: 'taken_by = :own',
            ExpressionAttributeValues: { ':own': takenBy },
          }),
        );
      } catch (error) {
        // The notice was already released, and another worker has taken it.
        if (conflictImage(error) === undefined) throw error;
      }
    },
    async taken(org, request) {
      const causes = new Set<string>();
      for await (const item of queryAll(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': noticeKey(org, request, '').pk },
        ConsistentRead: true,
      })) {
        causes.add(item.sk as string);
      }
      return causes;
    },
  };
}

/**
 * The result for a caller whose notice was already taken. The taker may be the caller itself, if the SDK retried after
 * a lost answer.
 */
export function lostTo(stored: Item | null, takenBy: string): NoticeTaken {
  if (stored?.taken_by === takenBy) return 'taken';
  return stored?.waits === true ? 'waits' : 'lost';
}
