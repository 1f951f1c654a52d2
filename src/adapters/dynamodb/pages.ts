/** Queries page by page, and cursors that cannot name anything of another organization. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Tables } from './client';
import type { Item } from './request-item';

export async function* queryAll(tables: Tables, input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<Item> {
  let start: Record<string, unknown> | undefined;
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

/**
 * One page, and where the next one begins. A cursor holds only what can vary inside the partition. The partition itself
 * comes from the caller's organization, so a cursor of another organization can at most be malformed.
 */
export async function queryPage(
  tables: Tables,
  input: Omit<QueryCommandInput, 'TableName' | 'Limit'>,
  index: { readonly partition: string; readonly partitionValue: string; readonly sort: string },
  page: { readonly limit: number; readonly cursor: string | null },
): Promise<{ items: Item[]; cursor: string | null }> {
  const start = page.cursor === null ? null : readCursor(page.cursor);
  const result = await tables.client.send(
    new QueryCommand({
      TableName: tables.main,
      ...input,
      Limit: page.limit,
      ...(start === null
        ? {}
        : {
            ExclusiveStartKey: {
              [index.partition]: index.partitionValue,
              [index.sort]: start.at,
              pk: start.pk,
              sk: start.sk,
            },
          }),
    }),
  );
  const last = result.LastEvaluatedKey;
  return {
    items: result.Items ?? [],
    cursor:
      last === undefined
        ? null
        : writeCursor({ at: last[index.sort] as number, pk: last.pk as string, sk: last.sk as string }),
  };
}

interface Position {
  readonly at: number;
  readonly pk: string;
  readonly sk: string;
}

/** A mistake of the caller and not an outage; answered with 400. */
export class InvalidCursor extends Error {
  constructor() {
    super('cursor: not one that this list gave; leave it out to start from the beginning');
  }
}

function writeCursor({ at, pk, sk }: Position): string {
  return Buffer.from(JSON.stringify([at, pk, sk])).toString('base64url');
}

function readCursor(cursor: string): Position {
  try {
    const [at, pk, sk] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (Number.isSafeInteger(at) && typeof pk === 'string' && typeof sk === 'string')
      return { at: at as number, pk, sk };
  } catch {
    // Not JSON. It gets the same answer as any other malformed cursor.
  }
  throw new InvalidCursor();
}
