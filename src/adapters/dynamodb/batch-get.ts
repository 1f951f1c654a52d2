import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../../service/support/chunks';
import type { Tables } from './client';
import type { Item } from './item';
import type { Key } from './keys';

/** DynamoDB's limit for one call. */
const KEYS_PER_CALL = 100;
const MAX_ROUNDS = 8;

/** Reads items in parallel, with strong consistency unless `isLate` allows what was true a second ago, until every key is processed. Missing items are left out. */
export async function batchGet(tables: Tables, keys: readonly Key[], isLate = false): Promise<Item[]> {
  const unique = [...new Map(keys.map((key) => [`${key.pk}|${key.sk}`, key])).values()];
  const chunks = chunksOf(unique, KEYS_PER_CALL);
  return (await Promise.all(chunks.map((chunk) => getChunk(tables, chunk, isLate)))).flat();
}

async function getChunk(tables: Tables, chunk: readonly Key[], isLate: boolean): Promise<Item[]> {
  const found: Item[] = [];
  let left: Key[] = [...chunk];
  for (let round = 0; left.length > 0; round++) {
    if (round === MAX_ROUNDS)
      throw new Error(`batch read left ${left.length} keys unprocessed after ${MAX_ROUNDS} rounds`);
    const { Responses, UnprocessedKeys } = await tables.client.send(
      new BatchGetCommand({ RequestItems: { [tables.main]: { Keys: left, ConsistentRead: !isLate } } }),
    );
    found.push(...((Responses?.[tables.main] ?? []) as Item[]));
    left = (UnprocessedKeys?.[tables.main]?.Keys ?? []) as Key[];
  }
  return found;
}
