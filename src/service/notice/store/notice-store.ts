/** Records which messages were taken: at most one of each kind for one cause (docs/design.md#messages-to-operators). */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, writeIf } from '../../../adapters/dynamodb/conditions';
import type { Item } from '../../../adapters/dynamodb/items';
import { noticeKey } from '../../../adapters/dynamodb/keys';
import { allItems } from '../../../adapters/dynamodb/pages';
import type { NoticeStore, NoticeTaken } from '../ports';

export function createNoticeStore(tables: Tables): NoticeStore {
  const { client, main: TableName } = tables;
  return {
    async take(org, request, cause, takenBy, nowMs) {
      const put = new PutCommand({
        TableName,
        Item: { ...noticeKey(org, request, cause), taken_at: nowMs, taken_by: takenBy },
        ConditionExpression: isNew,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const taken = await writeIf(client.send(put));
      return taken.written ? 'taken' : lostTo(taken.stored, takenBy);
    },
    async release(org, request, cause, takenBy) {
      const release = new DeleteCommand({
        TableName,
        Key: noticeKey(org, request, cause),
        ConditionExpression: 'taken_by = :own',
        ExpressionAttributeValues: { ':own': takenBy },
      });
      // The condition fails if the notice was already released, and another worker has taken it.
      await writeIf(client.send(release));
    },
    async taken(org, request) {
      const notices = await allItems(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': noticeKey(org, request, '').pk },
        ConsistentRead: true,
      });
      return new Set(notices.map(({ sk }) => sk as string));
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
