/** The published public key, in one item of the main table. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { getItem } from '../../../adapters/dynamodb/items';
import { pushKeyKey } from '../../../adapters/dynamodb/keys';
import type { PushKeyStore } from '../ports';

export function createPushKeyStore(tables: Tables): PushKeyStore {
  return {
    async publicKey() {
      return ((await getItem(tables, pushKeyKey()))?.public_key as string | undefined) ?? null;
    },
    async publish(key) {
      await tables.client.send(new PutCommand({ TableName: tables.main, Item: { ...pushKeyKey(), public_key: key } }));
    },
  };
}
