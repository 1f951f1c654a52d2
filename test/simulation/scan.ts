/** What the restore command asks of tables, and the service does not: scans, and names of tables. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { holds, type Item } from '../../src/local/memory/expressions';
import { type Command, MAIN, type MemoryStore } from '../../src/local/memory/store';

/** The main tables with these names. */
export function clientOf(stores: Readonly<Record<string, MemoryStore>>): Tables['client'] {
  return {
    send: async (sent: Command) => {
      const text = JSON.stringify(sent.input);
      const name = Object.keys(stores).find((each) => text.includes(`"${each}"`))!;
      const command = { constructor: sent.constructor, input: renamed(sent.input, name, MAIN) };
      const store = stores[name]!;
      return sent instanceof ScanCommand ? scanned(store, command) : renamed(store.run(command), MAIN, name);
    },
  } as never;
}

/** The name of a table is a value of a command, or a key of its requests and their answers. */
function renamed<T>(value: T, from: string, to: string): T {
  if (value === from) return to as T;
  if (Array.isArray(value)) return value.map((each) => renamed(each, from, to)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key === from ? to : key, renamed(inner, from, to)]),
  ) as T;
}

/** Everything is in the first segment. */
function scanned(store: MemoryStore, { input }: Command): { readonly Items: Item[] } {
  if (input.Segment !== 0) return { Items: [] };
  const given = { names: input.ExpressionAttributeNames, values: input.ExpressionAttributeValues };
  return { Items: store.items().filter((item) => holds(input.FilterExpression, item, given)) };
}
