/** Stores an organization's wrapped data key on its ORG item. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { OrgId } from '../../../protocol/identifiers';
import type { DataKeyStore } from '../../secrets/secret-box';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import { orgKey } from '../keys';

export function createDataKeyStore({ client, main: TableName }: Tables): DataKeyStore {
  return {
    async wrappedKey(org: OrgId) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: orgKey(org), ConsistentRead: true }));
      return (Item?.data_key as string | undefined) ?? null;
    },
    async putWrappedKey(org, wrapped) {
      try {
        await client.send(
          new UpdateCommand({
            TableName,
            Key: orgKey(org),
            UpdateExpression: 'SET data_key = :wrapped',
            ConditionExpression: 'attribute_not_exists(data_key)',
            ExpressionAttributeValues: { ':wrapped': wrapped },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return wrapped;
      } catch (error) {
        const first = conflictImage(error);
        if (first === undefined || first === null) throw error;
        return first.data_key as string;
      }
    },
  };
}
