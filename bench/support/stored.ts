/** What a lifecycle leaves in the main table, in bytes that DynamoDB bills. */
import type { DynamoDBRecord } from 'aws-lambda';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { itemBytes, type Marshalled } from '../../test/support/capacity';

export interface Stored {
  readonly items: number;
  readonly bytes: number;
  /** Of the entries in the indexes, which a backup does not have. */
  readonly indexBytes: number;
}

/** DynamoDB adds this to each item, and to each entry of an index. */
const OVERHEAD_BYTES = 100;

/** `records`: everything that was written meanwhile. What was there before, such as the configuration, is left out. */
export function storedBy(records: readonly DynamoDBRecord[]): Stored {
  const last = new Map<string, Marshalled | null>();
  for (const { eventName, dynamodb } of records) {
    // The names of a key come in any order.
    const { pk, sk } = dynamodb!.Keys!;
    const key = `${pk!.S} ${sk!.S}`;
    if (eventName === 'INSERT' || last.has(key)) last.set(key, (dynamodb!.NewImage as Marshalled | undefined) ?? null);
  }
  const items = [...last.values()].filter((item) => item !== null);
  return {
    items: items.length,
    bytes: sum(items.map((item) => itemBytes(item) + OVERHEAD_BYTES)),
    indexBytes: sum(items.flatMap(entriesOf)),
  };
}

function entriesOf(item: Marshalled): number[] {
  return MAIN_TABLE.indexes.flatMap(({ partitionKey, sortKey, include }) => {
    if (item[partitionKey] === undefined || item[sortKey] === undefined) return [];
    const names = new Set(['pk', 'sk', partitionKey, sortKey, ...include]);
    const entry = Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
    return [itemBytes(entry) + OVERHEAD_BYTES];
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
