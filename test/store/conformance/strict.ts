/**
 * Tables in memory that also refuse calls that DynamoDB refuses as invalid: an empty expression, names and values that are
 * declared but not used, and attributes that an index cannot hold. So tests that only run in memory find such calls too.
 */

import type { Tables } from '../../../src/adapters/dynamodb/client';
import { type IndexDefinition, MAIN_TABLE, TRANSIENT_TABLE } from '../../../src/adapters/dynamodb/table';
import { tablesThrough } from '../../support/tables';

type Input = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

const EXPRESSIONS = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
] as const;

export function strict(tables: Tables): Tables {
  return tablesThrough(tables, async ({ input }, pass) => {
    for (const each of callsIn(input)) assertValid(tables, each);
    return pass();
  });
}

/** A transaction has one for each of its items. */
function callsIn(input: Input): readonly Input[] {
  const items = input.TransactItems as readonly Readonly<Record<string, Input>>[] | undefined;
  return items === undefined ? [input] : items.flatMap((item) => Object.values(item));
}

function assertValid(tables: Tables, input: Input): void {
  const given = EXPRESSIONS.flatMap((name) => (input[name] === undefined ? [] : [input[name] as string]));
  if (given.some((text) => text.trim() === '')) refuse('The expression can not be empty', input);
  const used = new Set(given.join(' ').match(/[:#]\w+/g) ?? []);
  const maps = [input.ExpressionAttributeNames, input.ExpressionAttributeValues].filter((map) => map !== undefined);
  const declared = maps.flatMap((map) => Object.entries(map as object)).filter(([, value]) => value !== undefined);
  if (maps.some((map) => Object.keys(map as object).length === 0)) refuse('An empty map of names or values', input);
  const attributes = Object.values((input.ExpressionAttributeNames ?? {}) as object);
  if (attributes.some((name) => !isText(name))) refuse('A name of no attribute', input);
  for (const [name] of declared) if (!used.has(name)) refuse(`${name} is declared and not used`, input);
  for (const name of used) if (!declared.some(([own]) => own === name)) refuse(`${name} is not declared`, input);
  const { indexes, sortKey } = input.TableName === tables.main ? MAIN_TABLE : TRANSIENT_TABLE;
  if (input.ExclusiveStartKey !== undefined) {
    const index = indexes.find(({ name }) => name === input.IndexName);
    const names = ['pk', sortKey, index?.partitionKey, index?.sortKey].filter((name) => name != null);
    // The memory names a place by its complete item.
    const start = input.ExclusiveStartKey as Item;
    if (names.some((name) => start[name] === undefined)) refuse('The provided starting key is invalid', input);
  }
  if (input.Key !== undefined) assertKey(input.Key as Item, sortKey, input);
  if (input.Item !== undefined) assertIndexed(input.Item as Item, indexes, input);
}

function assertKey(key: Item, sortKey: string | null, input: Input): void {
  const names = sortKey === null ? ['pk'] : ['pk', 'sk'];
  const isKey = Object.keys(key).length === names.length && names.every((name) => isText(key[name]));
  if (!isKey) refuse('The provided key element does not match the schema', input);
}

function assertIndexed(item: Item, indexes: readonly IndexDefinition[], input: Input): void {
  for (const { partitionKey, sortKey } of indexes) {
    const [partition, sort] = [item[partitionKey], item[sortKey]];
    const isHeld = (partition === undefined || isText(partition)) && (sort === undefined || typeof sort === 'number');
    if (!isHeld) refuse(`Type mismatch for an index key: ${partitionKey}, ${sortKey}`, input);
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function refuse(why: string, input: Input): never {
  throw Object.assign(new Error(`${why}: ${JSON.stringify(input)}`), { name: 'ValidationException' });
}
