/** Due items of all organizations, by the due index (docs/design.md#one-due-time). */
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DueItem, DueStore } from '../../app/ports';
import type { OrgId } from '../../protocol/identifiers';
import type { Tables } from './client';
import { conflictImage } from './conditions';
import { journalOf } from './config-item';
import { duePk } from './keys';

export function createDueStore(tables: Tables): DueStore {
  const { client, main: TableName } = tables;
  const updateIf = async (
    item: DueItem,
    update: {
      UpdateExpression: string;
      ConditionExpression: string;
      ExpressionAttributeValues: Record<string, unknown>;
    },
  ) => {
    try {
      await client.send(new UpdateCommand({ TableName, Key: { pk: item.pk, sk: item.sk }, ...update }));
      return true;
    } catch (error) {
      if (conflictImage(error) !== undefined) return false;
      throw error;
    }
  };
  return {
    async due(shard, untilMs, limit, cursor) {
      const pk = duePk(shard);
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          IndexName: 'due',
          KeyConditionExpression: 'due_pk = :pk AND due_at <= :until',
          ExpressionAttributeValues: { ':pk': pk, ':until': untilMs },
          Limit: limit,
          ...(cursor === null ? {} : { ExclusiveStartKey: JSON.parse(cursor) as Record<string, unknown> }),
        }),
      );
      return {
        items: Items.map((item) => ({ pk: item.pk as string, sk: item.sk as string, dueAtMs: item.due_at as number })),
        cursor: LastEvaluatedKey === undefined ? null : JSON.stringify(LastEvaluatedKey),
      };
    },

    async backOff(item, toMs) {
      await updateIf(item, {
        UpdateExpression: 'SET due_at = :to',
        ConditionExpression: 'due_at = :was',
        ExpressionAttributeValues: { ':to': toMs, ':was': item.dueAtMs },
      });
    },

    completeConfigCheck: (item, revision) =>
      updateIf(item, {
        UpdateExpression: 'SET journal = :empty REMOVE due_pk, due_at',
        ConditionExpression: 'revision = :revision',
        ExpressionAttributeValues: { ':empty': [], ':revision': revision },
      }),

    async configJournal({ pk, sk }) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
      if (Item === undefined) return null;
      return {
        org: Item.org as OrgId,
        subject: Item.subject as string,
        revision: Item.revision as number,
        unchecked: journalOf(Item),
      };
    },
  };
}
