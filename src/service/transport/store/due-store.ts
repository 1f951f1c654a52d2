/** Due items of all organizations, from the due index (docs/design.md#one-due-time). */
import { QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { writeIf } from '../../../adapters/dynamodb/conditions';
import { journalOf } from '../../../adapters/dynamodb/config-item';
import { getItem, type Item } from '../../../adapters/dynamodb/items';
import { describeKey, duePk, itemKeyOf, retryPk } from '../../../adapters/dynamodb/keys';
import type { OrgId } from '../../../protocol/identifiers';
import type { DueItem, DueStore } from '../ports';

export function createDueStore(tables: Tables): DueStore {
  const { client, main: TableName } = tables;
  const updateIf = async (item: DueItem, update: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    (await writeIf(client.send(new UpdateCommand({ TableName, Key: itemKeyOf(item), ...update })))).written;
  const reading =
    (pkOf: (shard: number) => string): DueStore['due'] =>
    async (shard, untilMs, limit, cursor) => {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          IndexName: 'due',
          KeyConditionExpression: 'due_pk = :pk AND due_at <= :until',
          ExpressionAttributeValues: { ':pk': pkOf(shard), ':until': untilMs },
          Limit: limit,
          ...(cursor === null ? {} : { ExclusiveStartKey: JSON.parse(cursor) as Record<string, unknown> }),
        }),
      );
      return {
        items: Items.map(dueItemOf),
        cursor: LastEvaluatedKey === undefined ? null : JSON.stringify(LastEvaluatedKey),
      };
    };
  return {
    due: reading(duePk),
    retries: reading(retryPk),

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
        // A restart of a delivery keeps its revision. So the due time is compared too.
        ConditionExpression: 'revision = :revision AND due_at = :was',
        ExpressionAttributeValues: { ':empty': [], ':revision': revision, ':was': item.dueAtMs },
      }),

    async configJournal(item) {
      const stored = await getItem(tables, itemKeyOf(item));
      if (stored === null) return null;
      return {
        org: stored.org as OrgId,
        subject: stored.subject as string,
        revision: stored.revision as number,
        unchecked: journalOf(stored),
      };
    },
  };
}

/** Throws for a key that has no timer. The sweep then fails, and its alarm names this line. */
function dueItemOf({ pk, sk, due_at }: Item): DueItem {
  const described = describeKey({ pk: pk as string, sk: sk as string });
  if (described === null) throw new Error(`the due index holds ${String(pk)}, which nothing fires`);
  return { kind: described.kind, org: described.org as OrgId, id: described.id, dueAtMs: due_at as number };
}
