/**
 * Counts what an operation costs at the DynamoDB client: calls, sequential round trips, consumed capacity.
 *
 * A call's depth is one more than the deepest call that had ended when it began. Parallel calls share a depth. The
 * trips of an operation are its deepest call: how many times it waited for the database in sequence. (Work between two
 * calls can make this count too high, but never too low, if there are no other calls.) Retries of the SDK inside one
 * call are not counted separately.
 */
import type { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { itemBytes, type Marshalled, writeUnits } from './capacity';

export interface Call {
  /** `GetItem`, `PutItem`, `TransactWriteItems`, … */
  readonly command: string;
  readonly depth: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Write units by index; `table` is the table itself. */
  readonly writes: Readonly<Record<string, number>>;
  /** Why the condition of the write was not met. Nothing was written. */
  readonly failed: boolean;
  /** What a refused write is charged. The embedded database does not report it. */
  readonly refusedUnits: number;
  readonly consistent: boolean;
  /** Bodies, to the database and back. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

export interface Cost {
  readonly trips: number;
  readonly calls: readonly Call[];
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly refusedUnits: number;
  /** Only for calls that wrote. */
  readonly writes: Readonly<Record<string, number>>;
}

export interface Meter {
  /** Runs `operation` alone and returns what it cost. */
  measure<T>(operation: () => Promise<T>): Promise<{ readonly answer: T; readonly cost: Cost }>;
}

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem']);

export function createMeter({ client }: Tables): Meter {
  let calls: Call[] = [];
  let endedDepth = 0;
  const bytesOf = countBytes(client);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as unknown as Record<string, unknown>;
      const command = (context.commandName ?? '').replace(/Command$/, '');
      const depth = endedDepth + 1;
      const consistent = isConsistent(input);
      try {
        const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: 'INDEXES' } });
        const units = unitsOf(command, (result.output as { ConsumedCapacity?: unknown }).ConsumedCapacity);
        calls.push({ command, depth, failed: false, refusedUnits: 0, consistent, ...units, ...bytesOf(context) });
        return result;
      } catch (error) {
        const refusedUnits = refusedUnitsOf(error, input.Item as Record<string, unknown> | undefined);
        const nothing = { readUnits: 0, writeUnits: 0, writes: {} };
        calls.push({ command, depth, failed: true, refusedUnits, consistent, ...nothing, ...bytesOf(context) });
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

type Bytes = Pick<Call, 'sentBytes' | 'receivedBytes'>;

/** For all attempts of a call, by the context that its middlewares share. */
function countBytes(client: Tables['client']): (context: object) => Bytes {
  const counted = new WeakMap<object, Bytes>();
  const bytesOf = (context: object) => counted.get(context) ?? { sentBytes: 0, receivedBytes: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      const { body } = args.request as { body?: string | Uint8Array };
      const { headers } = result.response as { headers?: Record<string, string> };
      const { sentBytes, receivedBytes } = bytesOf(context);
      counted.set(context, {
        sentBytes: sentBytes + Buffer.byteLength(body ?? ''),
        receivedBytes: receivedBytes + Number(headers?.['content-length'] ?? 0),
      });
      return result;
    },
    { step: 'deserialize', name: 'meterBytes', priority: 'low' },
  );
  return bytesOf;
}

/** By the size of the item that caused the refusal or was to be put; one unit if neither is known. */
function refusedUnitsOf(error: unknown, put: Record<string, unknown> | undefined): number {
  const units = (item: Marshalled | undefined) => writeUnits(item === undefined ? 0 : itemBytes(item));
  // By name, because a command may come from another copy of the SDK.
  const { name } = error as Error;
  if (name === 'ConditionalCheckFailedException') {
    const { Item = put === undefined ? undefined : asMarshalled(put) } = error as ConditionalCheckFailedException;
    return units(Item);
  }
  if (name !== 'TransactionCanceledException') return 0;
  const { CancellationReasons = [] } = error as TransactionCanceledException;
  return 2 * sum(CancellationReasons.map(({ Item }) => units(Item)));
}

/** The commands of the document client carry plain values, the others marshalled ones. */
function asMarshalled(item: Record<string, unknown>): Marshalled {
  const isMarshalled = Object.values(item).every(
    (value) =>
      typeof value === 'object' && value !== null && /^(S|N|B|BOOL|NULL|L|M|SS|NS|BS)$/.test(Object.keys(value).join()),
  );
  return isMarshalled ? (item as Marshalled) : (marshall(item, { removeUndefinedValues: true }) as Marshalled);
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
    refusedUnits: sum(calls.map(({ refusedUnits }) => refusedUnits)),
    writes,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
