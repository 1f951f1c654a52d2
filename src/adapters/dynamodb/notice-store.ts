/** Which messages were taken for sending: at most one of a kind for one cause (design: ceremony). */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NoticeStore } from '../../app/ports';
import type { Tables } from './client';
import { lostTo } from './conditions';
import { noticeKey } from './keys';
import { queryAll } from './pages';

export function createNoticeStore(tables: Tables): NoticeStore {
  const { client, main: TableName } = tables;
  return {
    async take(org, request, cause, nowMs) {
      try {
        const Item = { ...noticeKey(org, request, cause), taken_at: nowMs };
        await client.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }));
        return true;
      } catch (error) {
        if (lostTo(error) !== undefined) return false;
        throw error;
      }
    },
    async release(org, request, cause) {
      await client.send(new DeleteCommand({ TableName, Key: noticeKey(org, request, cause) }));
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
