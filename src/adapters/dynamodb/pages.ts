/** Queries by page. A cursor cannot name anything of another organization. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { readCursor, writeCursor } from '../../protocol/cursor';
import type { Tables } from './client';
import type { Item } from './item';

export async function* queryAll(tables: Tables, input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<Item> {
  let start = input.ExclusiveStartKey;
  do {
    const page = await tables.client.send(
      new QueryCommand({
        TableName: tables.main,
        ...input,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
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
): Promise<{ items: Item[]; cursor: string | null }> {
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
  const { Items = [], LastEvaluatedKey } = result;
  const items = Items.slice(0, page.limit);
  const last = Items.length > page.limit ? items.at(-1) : LastEvaluatedKey;
  return {
    items,
    cursor: last === undefined ? null : writeCursor([last[index.sort], last.pk, last.sk] as Position),
  };
}
