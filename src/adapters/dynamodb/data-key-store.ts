/** Stores an organization's wrapped data key on its ORG item. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { OrgId } from '../../protocol/identifiers';
import type { DataKeyStore } from '../secrets/secret-box';
import type { Tables } from './client';
import { writeIf } from './conditions';
import { getItem } from './items';
import { orgKey } from './keys';

export function createDataKeyStore(tables: Tables): DataKeyStore {
  return {
    async wrappedKey(org: OrgId) {
      return ((await getItem(tables, orgKey(org)))?.data_key as string | undefined) ?? null;
    },
    async putWrappedKey(org, wrapped) {
      const put = new UpdateCommand({
        TableName: tables.main,
        Key: orgKey(org),
        UpdateExpression: 'SET data_key = :wrapped',
        ConditionExpression: 'attribute_not_exists(data_key)',
        ExpressionAttributeValues: { ':wrapped': wrapped },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const first = await writeIf(tables.client.send(put));
      return first.written ? wrapped : (first.stored!.data_key as string);
    },
  };
}
