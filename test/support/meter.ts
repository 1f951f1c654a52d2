/**
 * Counts what an operation costs at the DynamoDB client: calls, sequential round trips, consumed capacity.
 *
 * A call's depth is one more than the deepest call that had already ended when it began; calls side by side share a
 * depth. The trips of an operation are its deepest call: how many times it waited for the database in a row. (Work
 * between two calls can only make this count too high, never too low, as long as the calls of the operation are the
 * only ones.) Retries that the SDK makes inside one call are not counted apart.
 */
import type { Tables } from '../../src/adapters/dynamodb/client';

export interface Call {
  /** `GetItem`, `PutItem`, `TransactWriteItems`, … */
  readonly command: string;
  readonly depth: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Write units by index; `table` is the table itself. */
  readonly writes: Readonly<Record<string, number>>;
  /** What the condition of the write was not met by, and such: nothing was written. */
  readonly failed: boolean;
  readonly consistent: boolean;
}

export interface Cost {
  readonly trips: number;
  readonly calls: readonly Call[];
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Of calls that wrote. */
  readonly writes: Readonly<Record<string, number>>;
}

export interface Meter {
  /** Runs `operation`, alone, and tells what it cost. */
  measure<T>(operation: () => Promise<T>): Promise<{ readonly answer: T; readonly cost: Cost }>;
}

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem']);

export function createMeter({ client }: Tables): Meter {
  let calls: Call[] = [];
  let endedDepth = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as unknown as Record<string, unknown>;
      const command = (context.commandName ?? '').replace(/Command$/, '');
      const depth = endedDepth + 1;
      const consistent = isConsistent(input);
      try {
        const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: 'INDEXES' } as never });
        const units = unitsOf(command, (result.output as { ConsumedCapacity?: unknown }).ConsumedCapacity);
        calls.push({ command, depth, failed: false, consistent, ...units });
        return result;
      } catch (error) {
        calls.push({ command, depth, failed: true, consistent, readUnits: 0, writeUnits: 0, writes: {} });
        throw error;
      } finally {
        endedDepth = Math.max(endedDepth, depth);
      }
    },
    { step: 'initialize', name: 'meter', priority: 'high' },
  );
  return {
    async measure(operation) {
      calls = [];
      endedDepth = 0;
      const answer = await operation();
      return { answer, cost: costOf(calls) };
    },
  };
}

function isConsistent(input: Record<string, unknown>): boolean {
  const batch = Object.values((input.RequestItems as Record<string, { ConsistentRead?: boolean }>) ?? {});
  return input.ConsistentRead === true || (batch.length > 0 && batch.every((table) => table.ConsistentRead === true));
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly Table?: { readonly CapacityUnits?: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits?: number }>>;
}

function unitsOf(command: string, consumed: unknown) {
  const capacities = (Array.isArray(consumed) ? consumed : [consumed ?? {}]) as Capacity[];
  const total = sum(capacities.map((capacity) => capacity.CapacityUnits ?? 0));
  if (!WRITES.has(command)) return { readUnits: total, writeUnits: 0, writes: {} };
  const writes: Record<string, number> = { table: sum(capacities.map(({ Table }) => Table?.CapacityUnits ?? 0)) };
  for (const { GlobalSecondaryIndexes = {} } of capacities) {
    for (const [index, { CapacityUnits = 0 }] of Object.entries(GlobalSecondaryIndexes)) {
      if (CapacityUnits > 0) writes[index] = (writes[index] ?? 0) + CapacityUnits;
    }
  }
  return { readUnits: 0, writeUnits: total, writes };
}

function costOf(calls: readonly Call[]): Cost {
  const writes: Record<string, number> = {};
  for (const call of calls) {
    for (const [place, units] of Object.entries(call.writes)) writes[place] = (writes[place] ?? 0) + units;
  }
  return {
    trips: Math.max(0, ...calls.map(({ depth }) => depth)),
    calls: [...calls],
    writeUnits: sum(calls.map(({ writeUnits }) => writeUnits)),
    readUnits: sum(calls.map(({ readUnits }) => readUnits)),
    writes,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
