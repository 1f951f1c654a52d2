/** Saved views, one item each. */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ViewStore } from '../../../app/ports';
import type { Tables } from '../client';
import { viewKey, viewsPk } from '../keys';
import { allItems } from '../pages';

export function createViewStore(tables: Tables): ViewStore {
  const { client, main: TableName } = tables;
  return {
    async list(org, operator) {
      const views = await allItems(tables, {
        KeyConditionExpression: 'pk = :pk',
        ConsistentRead: true,
        ExpressionAttributeValues: { ':pk': viewsPk(org, operator) },
      });
      return views.map(({ sk, name, search }) => ({
        id: sk as string,
        name: name as string,
        search: search as string,
      }));
    },
    async save(org, operator, { id, name, search }) {
      await client.send(new PutCommand({ TableName, Item: { ...viewKey(org, operator, id), name, search } }));
    },
    async remove(org, operator, id) {
      const Key = viewKey(org, operator, id);
      const { Attributes } = await client.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
      return Attributes !== undefined;
    },
  };
}
