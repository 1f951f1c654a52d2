/** The ledger as a table of DynamoDB, for instances on several machines. docs/gate.md says how to make the table. */
import {
  ConditionalCheckFailedException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { type Entry, isOver, type Ledger } from '../core/types';

const NEW_ENTRY = 'attribute_not_exists(pk)';
const LATEST_IS = 'attribute_not_exists(pk) OR latest = :instead';
const VERSION_BEFORE = 'version = :before';
const IS_OPEN = { KeyConditionExpression: 'unfinished = :yes', ExpressionAttributeValues: { ':yes': { S: 'yes' } } };

/** A client of the AWS SDK, of any version. */
export interface DynamoDb {
  // biome-ignore lint/suspicious/noExplicitAny: so that the types of this package need no other package
  send(command: any): Promise<any>;
}

export function dynamodbLedger(client: DynamoDb, TableName: string, forgetAtMs: (entry: Entry) => number): Ledger {
  const forgotten = (entry: Entry) => ({ forget_at: { N: String(Math.ceil(forgetAtMs(entry) / 1000)) } });
  /** An open entry is kept until it is over. */
  const itemOf = (entry: Entry) => ({
    pk: { S: `call#${entry.id}` },
    version: { N: String(entry.version) },
    entry: { S: JSON.stringify(entry) },
    ...(isOver(entry) ? forgotten(entry) : { unfinished: { S: 'yes' } }),
  });
  const get = async (pk: string) =>
    (await client.send(new GetItemCommand({ TableName, Key: { pk: { S: pk } }, ConsistentRead: true }))).Item;
  const read = async (id: string): Promise<Entry | null> => {
    const item = await get(`call#${id}`);
    return item === undefined ? null : (JSON.parse(item.entry!.S!) as Entry);
  };
  const latestOf = async (key: string): Promise<{ readonly id: string | null; readonly entry: Entry | null }> => {
    const id: string | null = (await get(`key#${key}`))?.latest?.S ?? null;
    return { id, entry: id === null ? null : await read(id) };
  };
  const open: Ledger['open'] = async (entry, instead) => {
    const Item = { pk: { S: `key#${entry.key}` }, latest: { S: entry.id }, ...forgotten(entry) };
    const values = { ':instead': { S: instead ?? 'none' } };
    const puts = [
      { TableName, Item: itemOf(entry), ConditionExpression: NEW_ENTRY },
      { TableName, Item, ConditionExpression: LATEST_IS, ExpressionAttributeValues: values },
    ];
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems: puts.map((Put) => ({ Put })) }));
      return entry;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const latest = await latestOf(entry.key);
      if (latest.id === null || latest.id === instead) throw error;
      // An entry also when the answer of the first attempt was lost, and the SDK repeated it. None: the table has
      // forgotten the key's last call, and not yet the key.
      return latest.entry ?? open(entry, latest.id);
    }
  };
  return {
    read,
    latest: async (key) => (await latestOf(key)).entry,
    open,
    async write(entry) {
      const values = { ':before': { N: String(entry.version - 1) } };
      const condition = { ConditionExpression: VERSION_BEFORE, ExpressionAttributeValues: values };
      try {
        await client.send(new PutItemCommand({ TableName, Item: itemOf(entry), ...condition }));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
    async unfinished() {
      const ids: string[] = [];
      let page: QueryCommandOutput | undefined;
      do {
        const from = { ExclusiveStartKey: page?.LastEvaluatedKey };
        page = await client.send(new QueryCommand({ TableName, IndexName: 'unfinished', ...IS_OPEN, ...from }));
        ids.push(...(page?.Items ?? []).map(({ pk }) => pk!.S!.slice('call#'.length)));
      } while (page?.LastEvaluatedKey !== undefined);
      return ids;
    },
  };
}
