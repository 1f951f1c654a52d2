/**
 * The ledger as a table of DynamoDB, for instances on several machines: partition key `pk` (text), a sparse index `unfinished`
 * with the partition key `unfinished` (text), TTL on `forget_at`. Its role needs GetItem and PutItem on the table,
 * and Query on the index.
 */
import {
  ConditionalCheckFailedException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { Entry, Ledger } from '../core';

const NEW_ENTRY = 'attribute_not_exists(pk)';
const LATEST_IS = 'attribute_not_exists(pk) OR latest = :instead';
const VERSION_BEFORE = 'version = :before';

/** A client of the AWS SDK, of any version. */
export interface DynamoDb {
  // biome-ignore lint/suspicious/noExplicitAny: so that the types of this package need no other package
  send(command: any): Promise<any>;
}

export function dynamodbLedger(client: DynamoDb, table: string, forgetAtMs: (entry: Entry) => number): Ledger {
  const get = async (pk: string) =>
    (await client.send(new GetItemCommand({ TableName: table, Key: { pk: { S: pk } }, ConsistentRead: true }))).Item;
  const read = async (id: string): Promise<Entry | null> => {
    const item = await get(`call#${id}`);
    return item === undefined ? null : (JSON.parse(item.entry!.S!) as Entry);
  };
  const latest = async (key: string): Promise<Entry | null> => {
    const item = await get(`key#${key}`);
    return item === undefined ? null : read(item.latest!.S!);
  };
  return {
    read,
    latest,
    async open(entry, instead) {
      const key = { pk: { S: `key#${entry.key}` }, latest: { S: entry.id }, ...forgotten(forgetAtMs(entry)) };
      try {
        const replaces = { ':instead': { S: instead ?? 'none' } };
        await client.send(
          new TransactWriteItemsCommand({
            TransactItems: [
              { Put: { TableName: table, Item: itemOf(entry, forgetAtMs(entry)), ConditionExpression: NEW_ENTRY } },
              {
                Put: {
                  TableName: table,
                  Item: key,
                  ConditionExpression: LATEST_IS,
                  ExpressionAttributeValues: replaces,
                },
              },
            ],
          }),
        );
        return entry;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const winner = await latest(entry.key);
        // Also when the answer of the first attempt was lost, and the SDK repeated it.
        if (winner !== null && winner.id !== instead) return winner;
        throw error;
      }
    },
    async write(entry) {
      const before = { ':before': { N: String(entry.version - 1) } };
      try {
        await client.send(
          new PutItemCommand({
            TableName: table,
            Item: itemOf(entry, forgetAtMs(entry)),
            ConditionExpression: VERSION_BEFORE,
            ExpressionAttributeValues: before,
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
    async unfinished() {
      const ids: string[] = [];
      let from: QueryFrom;
      do {
        const page: QueryCommandOutput = await client.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'unfinished',
            KeyConditionExpression: 'unfinished = :yes',
            ExpressionAttributeValues: { ':yes': { S: 'yes' } },
            ExclusiveStartKey: from,
          }),
        );
        ids.push(...(page.Items ?? []).map(({ pk }) => pk!.S!.slice('call#'.length)));
        from = page.LastEvaluatedKey;
      } while (from !== undefined);
      return ids;
    },
  };
}

type QueryFrom = NonNullable<ConstructorParameters<typeof QueryCommand>[0]>['ExclusiveStartKey'];

/** An open entry is kept until it ends. */
function itemOf(entry: Entry, forgetAtMs: number) {
  const { id, version, stage } = entry;
  const isOver = stage.kind === 'ended' && stage.unreported === null;
  return {
    pk: { S: `call#${id}` },
    version: { N: String(version) },
    entry: { S: JSON.stringify(entry) },
    ...(isOver ? forgotten(forgetAtMs) : { unfinished: { S: 'yes' } }),
  };
}

const forgotten = (atMs: number) => ({ forget_at: { N: String(Math.ceil(atMs / 1000)) } });
