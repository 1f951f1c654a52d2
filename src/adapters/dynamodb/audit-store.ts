/** The audit chain on DynamoDB (design: audit chain). */
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditStore } from '../../app/ports';
import { type AuditEntry, genesis } from '../../core/audit/chain';
import { batchGet } from './batch-get';
import type { Tables } from './client';
import { transactionFailure } from './conditions';
import { auditHeadKey, auditKey, auditPk, causeKey } from './keys';
import { queryAll } from './pages';

const isNew = 'attribute_not_exists(pk)';
const onItsOldPlace = (seq: number) =>
  seq === 0
    ? { ConditionExpression: isNew }
    : { ConditionExpression: 'seq = :seq', ExpressionAttributeValues: { ':seq': seq } };

export function createAuditStore(tables: Tables): AuditStore {
  const { client, main: TableName } = tables;
  return {
    async head(org) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: auditHeadKey(org), ConsistentRead: true }));
      return Item === undefined ? genesis(org) : { seq: Item.seq as number, hash: Item.hash as string };
    },

    async recorded(org, causes) {
      const items = await batchGet(
        tables,
        causes.map(({ subject, revision }) => causeKey(org, subject, revision)),
      );
      return new Set(items.map((item) => `${item.subject}#${item.revision}`));
    },

    async append(org, head, batch) {
      const last = batch.flatMap(({ entries }) => entries).at(-1);
      if (last === undefined) return true;
      const puts = batch.flatMap(({ message, entries }) => [
        ...entries.map((entry) => ({ ...auditKey(org, entry.seq), body: JSON.stringify(entry) })),
        {
          ...causeKey(org, message.subject, message.revision),
          subject: message.subject,
          revision: message.revision,
          first: entries[0]?.seq ?? head.seq,
          count: entries.length,
        },
      ]);
      try {
        await client.send(
          new TransactWriteCommand({
            TransactItems: [
              {
                Put: {
                  TableName,
                  Item: { ...auditHeadKey(org), seq: last.seq, hash: last.hash },
                  ...onItsOldPlace(head.seq),
                },
              },
              ...puts.map((Item) => ({ Put: { TableName, Item, ConditionExpression: isNew } })),
            ],
          }),
        );
        return true;
      } catch (error) {
        if (transactionFailure(error) !== undefined) return false;
        throw error;
      }
    },

    async entries(org, afterSeq, limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': auditPk(org),
            ':from': auditKey(org, afterSeq + 1).sk,
            ':to': auditKey(org, 999_999_999_999).sk,
          },
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return Items.map((item) => JSON.parse(item.body as string) as AuditEntry);
    },

    async ofSubject(org, subject) {
      const keys = [];
      for await (const cause of queryAll(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': causeKey(org, subject, 0).pk },
        ConsistentRead: true,
      })) {
        for (let n = 0; n < (cause.count as number); n++) keys.push(auditKey(org, (cause.first as number) + n));
      }
      const items = await batchGet(tables, keys);
      return items.map((item) => JSON.parse(item.body as string) as AuditEntry).sort((a, b) => a.seq - b.seq);
    },
  };
}
