/**
 * What is stored beside a request, each in its own item: the sealed intent as the text that was sent, and what was
 * signed (docs/decisions/signed-turns.md). So later writes of the request do not pay for them.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, writeIf } from '../../../adapters/dynamodb/conditions';
import { toConfigItem } from '../../../adapters/dynamodb/config-item';
import { getItem, type Item } from '../../../adapters/dynamodb/items';
import { configKey, intentKey, signedKey, signedPk, verdictKey } from '../../../adapters/dynamodb/keys';
import { allItems } from '../../../adapters/dynamodb/pages';
import type { Envelope } from '../../../protocol/sealed-envelope';
import type { SignedDecisionStore, SignedText, StoredIntent } from '../ports';
import type { Signed, SignedDecision, Signer } from '../rules/signed';

export async function readIntent(tables: Tables, org: string, id: string): Promise<StoredIntent> {
  return storedIntent(await getItem(tables, intentKey(org, id)));
}

export const storedIntent = (item: Item | null): StoredIntent => ({
  text: (item?.intent as string | undefined) ?? null,
});

export const decodeIntent = ({ text }: StoredIntent): Envelope | null =>
  text === null ? null : (JSON.parse(text) as Envelope);

export const envelopeOf = (item: Item | undefined): Envelope | null => decodeIntent(storedIntent(item ?? null));

/** Returns writes for the transaction of the signed change. A signed decision has about 1.5 KB. */
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

export function createSignedDecisionStore(tables: Tables): SignedDecisionStore {
  return {
    async ofRequest(org, request) {
      const [decisions, verdict] = await Promise.all([
        allItems(tables, {
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': signedPk(org, request) },
          ConsistentRead: true,
        }),
        getItem(tables, verdictKey(org, request)),
      ]);
      return {
        decisions: decisions.map((item) => ({
          org,
          request,
          ...bodyOf<Omit<SignedDecision, 'org' | 'request'>>(item),
        })),
        verdict: verdict === null ? null : bodyOf<SignedText>(verdict),
      };
    },

    async keepVerdict(org, request, verdict) {
      const Item = { ...verdictKey(org, request), body: JSON.stringify(verdict) };
      const put = new PutCommand({
        TableName: tables.main,
        Item,
        ConditionExpression: isNew,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const first = await writeIf(tables.client.send(put));
      return first.written ? verdict : bodyOf<SignedText>(first.stored!);
    },
  };
}

const bodyOf = <T>(item: Item): T => JSON.parse(item.body as string) as T;
