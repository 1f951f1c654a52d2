/** Reads a complete table once, in segments side by side. */
import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';

export type Item = Readonly<Record<string, unknown>>;

/** Enough that the network is not what a scan waits for, and few enough for a new table. */
const SEGMENTS = 16;
/** Calls side by side. */
const AT_ONCE = 64;

export interface Sought {
  /** A filter: what it leaves out is read and paid, and not sent. */
  readonly where: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** `each` gets every page of items. The segment reads on when it has ended. */
export async function survey(
  { client, main }: Tables,
  { where, names, values }: Sought,
  each: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const query: ScanCommandInput = {
    TableName: main,
    ConsistentRead: true,
    FilterExpression: where,
    ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: values,
    TotalSegments: SEGMENTS,
  };
  const readSegment = async (Segment: number) => {
    let from: Record<string, unknown> | undefined;
    do {
      const page = { ...query, Segment, ...(from === undefined ? {} : { ExclusiveStartKey: from }) };
      const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(page));
      await each(Items);
      from = LastEvaluatedKey;
    } while (from !== undefined);
  };
  await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => readSegment(segment)));
}

/** In the order of `all`. */
export function sideBySide<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const slot = slots();
  return Promise.all(all.map((one) => slot(() => act(one))));
}

/** Runs so many calls side by side, and the others as soon as one of them has ended. */
export function slots(count = AT_ONCE) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <R>(act: () => Promise<R>): Promise<R> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
