/**
 * What operators signed about a request. Each decision is an item of its own, so that later writes of the request do
 * not pay for another 1.5 KB (docs/decisions/signed-turns.md).
 */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { SignedDecisionStore, SignedText } from '../../../app/ports';
import type { Signed, SignedDecision, Signer } from '../../../core/request/signed';
import { toConfigItem } from '../administration/config-item';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import type { Item } from '../item';
import { configKey, receiptKey, signedKey, signedPk } from '../keys';

/** Returns writes for the transaction of the signed change. */
export function signedItems({ main: TableName }: Tables, { decision, ...signer }: Signed) {
  const { org, request, ...body } = decision;
  const Item = { ...signedKey(org, request, decision), body: JSON.stringify(body) };
  return [{ Put: { TableName, Item } }, signerItem(TableName, signer)];
}

/** Checks that the passkey is as it was read: not removed, and not used elsewhere since. */
export function signerItem(TableName: string, { passkey, counted }: Signer) {
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

export function createSignedDecisionStore({ client, main: TableName }: Tables): SignedDecisionStore {
  return {
    async ofRequest(org, request) {
      // At most 50 seats with a few kilobytes each fit into one page.
      const decisions = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': signedPk(org, request) },
        ConsistentRead: true,
      });
      const receipt = new GetCommand({ TableName, Key: receiptKey(org, request), ConsistentRead: true });
      const [{ Items = [] }, { Item }] = await Promise.all([client.send(decisions), client.send(receipt)]);
      return {
        decisions: Items.map((item) => ({ org, request, ...bodyOf<Omit<SignedDecision, 'org' | 'request'>>(item) })),
        receipt: Item === undefined ? null : bodyOf<SignedText>(Item),
      };
    },

    async keepReceipt(org, request, receipt) {
      const Item = { ...receiptKey(org, request), body: JSON.stringify(receipt) };
      const ReturnValuesOnConditionCheckFailure = 'ALL_OLD' as const;
      const isNew = { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure };
      try {
        await client.send(new PutCommand({ TableName, Item, ...isNew }));
        return receipt;
      } catch (error) {
        const first = conflictImage(error);
        if (first == null) throw error;
        return bodyOf<SignedText>(first);
      }
    },
  };
}

const bodyOf = <T>(item: Item): T => JSON.parse(item.body as string) as T;
