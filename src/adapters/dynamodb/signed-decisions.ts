/**
 * What operators signed about a request: items of their own, so that the later writes of the request do not pay for
 * 1.5 KB each (docs/decisions/signed-turns.md).
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { SignedDecisionStore } from '../../app/ports';
import type { Signed, SignedDecision } from '../../core/request/signed';
import type { OrgId, RequestId } from '../../protocol/identifiers';
import type { Tables } from './client';
import { toConfigItem } from './config-item';
import { configKey, signedKey, signedPk } from './keys';
import type { Item } from './request-item';

/** They go into the transaction of the change that was signed. */
export function signedItems({ main: TableName }: Tables, { decision, passkey, counted }: Signed) {
  const { org, request, ...body } = decision;
  const Item = { ...signedKey(org, request, decision), body: JSON.stringify(body) };
  return [{ Put: { TableName, Item } }, signerItem(TableName, passkey, counted)];
}

/** The passkey is as it was read: nobody removed it, and it was not used elsewhere. */
function signerItem(TableName: string, passkey: Signed['passkey'], counted: boolean) {
  const condition = (revision: number) => ({
    ConditionExpression: 'revision = :signer',
    ExpressionAttributeValues: { ':signer': revision },
  });
  if (counted) {
    const Item = toConfigItem('passkey', passkey.id, passkey);
    return { Put: { TableName, Item, ...condition(passkey.revision - 1) } };
  }
  const Key = configKey(passkey.org, 'passkey', passkey.id);
  return { ConditionCheck: { TableName, Key, ...condition(passkey.revision) } };
}

export function createSignedDecisionStore({ client, main }: Tables): SignedDecisionStore {
  return {
    async ofRequest(org, request) {
      // 50 seats and a few kilobytes for each: one page.
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: main,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': signedPk(org, request) },
          ConsistentRead: true,
        }),
      );
      return Items.map((item) => decisionOf(org, request, item));
    },
  };
}

function decisionOf(org: OrgId, request: RequestId, item: Item): SignedDecision {
  return { org, request, ...(JSON.parse(item.body as string) as Omit<SignedDecision, 'org' | 'request'>) };
}
