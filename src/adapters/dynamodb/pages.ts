/** Queries by page. A cursor cannot name anything of another organization. */
import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { readCursor, writeCursor } from '../../protocol/cursor';
import type { Tables } from './client';
import type { Item } from './items';

export type QueryInput = Omit<QueryCommandInput, 'TableName'>;

/** The answers as DynamoDB gives them, which reads at most 1 MB for each. */
export async function* answersOf(tables: Tables, input: QueryInput): AsyncGenerator<QueryCommandOutput, void> {
  let start = input.ExclusiveStartKey;
  do {
    const answer: QueryCommandOutput = await tables.client.send(
      new QueryCommand({
        TableName: tables.main,
        ...input,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield answer;
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
}

export async function* queryAll(tables: Tables, input: QueryInput): AsyncGenerator<Item> {
  for await (const { Items = [] } of answersOf(tables, input)) yield* Items;
}

export async function allItems(tables: Tables, input: QueryInput): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of queryAll(tables, input)) items.push(item);
  return items;
}

export interface ItemPage {
  readonly items: Item[];
  /** How many items were looked at, including those that the filter left out. */
  readonly looked: number;
  readonly cursor: string | null;
  /** Where the next page begins; null if there is none. */
  readonly lastAt: number | null;
}

type Position = [at: number, pk: string, sk: string];

/**
 * Returns one page and the place where the next one begins. A cursor holds only what can vary inside the partition. The
 * partition itself comes from the caller's organization, so a cursor of another organization can at most be malformed.
 */
export async function queryPage(
  tables: Tables,
  input: Omit<QueryCommandInput, 'TableName' | 'Limit'>,
  index: { readonly partition: string; readonly partitionValue: string; readonly sort: string },
  page: { readonly limit: number; readonly cursor: string | null },
): Promise<ItemPage> {
  const start = page.cursor === null ? null : readCursor<Position>(page.cursor, ['number', 'string', 'string']);
  const result = await tables.client.send(
    new QueryCommand({
      TableName: tables.main,
      ...input,
      // One item more than the page shows whether there is a next page. Without one, there is no cursor.
      Limit: page.limit + 1,
      ...(start === null
        ? {}
        : {
            ExclusiveStartKey: {
              [index.partition]: index.partitionValue,
              [index.sort]: start[0],
              pk: start[1],
              sk: start[2],
            },
          }),
    }),
  );
  const { Items = [], LastEvaluatedKey, ScannedCount = 0 } = result;
  const items = Items.slice(0, page.limit);
  const last = Items.length > page.limit ? items.at(-1) : LastEvaluatedKey;
  return {
    items,
    looked: Math.min(ScannedCount, page.limit),
    cursor: last === undefined ? null : cursorAfter(last, index.sort),
    lastAt: last === undefined ? null : (last[index.sort] as number),
  };
}

/** The cursor of the page that begins after this item. */
export function cursorAfter(item: Item, sort: string): string {
  return writeCursor([item[sort], item.pk, item.sk] as Position);
}
