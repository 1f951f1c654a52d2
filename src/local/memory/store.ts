/**
 * DynamoDB in memory, behind the document client's `send`: the commands that this service uses, one at a time. Anything
 * else throws. test/store/conformance.slow.test.ts runs the rules of every store on it, and test/simulation/store.test.ts
 * compares its answers with those of the embedded database.
 */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type IndexDefinition, MAIN_TABLE, TRANSIENT_TABLE } from '../../adapters/dynamodb/table';
import { holds, type Item, type Names, updated } from './expressions';

export const MAIN = 'main';
export const TRANSIENT = 'transient';

const METADATA = { $metadata: {} };
const DEFINITIONS = { [MAIN]: MAIN_TABLE, [TRANSIENT]: TRANSIENT_TABLE } as const;
const MARSHALL = { removeUndefinedValues: true };

export interface Written {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface Command {
  /** The SDK's class. A command is recognized by it, because a bundler changes its name. */
  readonly constructor: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each command's own input
  readonly input: any;
}

type Rows = Map<string, Item>;
/** The rows of each partition, of a table or of an index. */
type Partitions = Map<string, Rows>;

interface Write {
  readonly table: string;
  readonly pk: string;
  readonly sk: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/**
 * Items are never changed in place, so copies of the store share them. They also share each partition until one copy writes
 * to it.
 */
export class MemoryStore {
  /** Partitions that no other store has. */
  private own = new WeakSet<Rows>();
  private readonly sorted = new WeakMap<Rows, readonly Item[]>();

  private constructor(
    /** Tables, and indexes, by name. */
    private readonly tables: ReadonlyMap<string, Partitions>,
    private readonly written: (change: Written) => void,
  ) {}

  static empty(written: (change: Written) => void = () => undefined): MemoryStore {
    const names = Object.entries(DEFINITIONS).flatMap(([table, { indexes }]) => [
      table,
      ...indexes.map(({ name }) => `${table} ${name}`),
    ]);
    return new MemoryStore(new Map(names.map((name) => [name, new Map()])), written);
  }

  /** A store that starts with what this one has. Neither sees the other's later writes. */
  fork(written: (change: Written) => void): MemoryStore {
    this.own = new WeakSet();
    return new MemoryStore(new Map([...this.tables].map(([name, parts]) => [name, new Map(parts)])), written);
  }

  /** Every item of the main table as it is now. */
  items(): readonly Item[] {
    this.all ??= [...this.tables.get(MAIN)!.values()].flatMap((rows) => [...rows.values()]);
    return this.all;
  }

  /** An item of the main table as it is now. */
  item(key: { readonly pk: string; readonly sk: string }): Item | undefined {
    return this.get(MAIN, key);
  }

  run(command: Command): unknown {
    const { input } = command;
    switch (command.constructor) {
      case GetCommand:
        return { $metadata: {}, Item: this.get(input.TableName, input.Key) };
      case BatchGetCommand:
        return this.batchGet(input.RequestItems);
      case BatchWriteCommand:
        return this.batchWrite(input.RequestItems);
      case QueryCommand:
        return this.query(input);
      case PutCommand:
        return this.apply([this.judge(input.TableName, input.Item, input, () => clean(input.Item))], input);
      case DeleteCommand:
        return this.apply([this.judge(input.TableName, input.Key, input, () => undefined)], input);
      case UpdateCommand:
        return this.apply([this.judgeUpdate(input)], input);
      case TransactWriteCommand:
        return this.transact(input.TransactItems);
      default:
        throw new Error(`a command not known here: ${command.constructor.name}`);
    }
  }

  private all: readonly Item[] | null = null;

  private rows(table: string, pk: string): Rows | undefined {
    return this.tables.get(table)!.get(pk);
  }

  private get(table: string, key: Item): Item | undefined {
    return this.rows(table, key.pk as string)?.get(skOf(key));
  }

  private batchGet(wanted: Record<string, { Keys: Item[] }>) {
    const Responses = Object.fromEntries(
      Object.entries(wanted).map(([table, { Keys }]) => [
        table,
        Keys.map((key) => this.get(table, key)).filter((item) => item !== undefined),
      ]),
    );
    return { ...METADATA, Responses, UnprocessedKeys: {} };
  }

  /** Supports only puts, like the service. */
  private batchWrite(wanted: Record<string, { readonly PutRequest: { readonly Item: Item } }[]>) {
    const writes = Object.entries(wanted).flatMap(([table, requests]) =>
      requests.map(({ PutRequest: { Item } }) => this.judge(table, Item, {}, () => clean(Item))),
    );
    return { ...this.apply(writes, {}), UnprocessedItems: {} };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the command's own input
  private query(input: any) {
    const { TableName, IndexName, KeyConditionExpression, FilterExpression, Limit, ExclusiveStartKey } = input;
    const index = DEFINITIONS[TableName as typeof MAIN].indexes.find(({ name }) => name === IndexName);
    const given = namesOf(input);
    const sort = index?.sortKey ?? 'sk';
    const name = index === undefined ? TableName : `${TableName} ${index.name}`;
    const rows = this.tables.get(name)!.get(partitionOf(KeyConditionExpression, given));
    const sorted = rows === undefined ? [] : this.inOrder(rows, sort);
    const step = input.ScanIndexForward === false ? -1 : 1;
    const page: Item[] = [];
    for (let at = placeAfter(sorted, ExclusiveStartKey, step, sort); page.length !== Limit; at += step) {
      const item = sorted[at];
      if (item === undefined) break;
      if (holds(KeyConditionExpression, item, given)) page.push(item);
    }
    const last = page.at(-1);
    // A full page has a next page, even if that one is empty.
    const more = page.length === Limit;
    const shown = index === undefined ? page : page.map((item) => projected(item, index));
    const Items = FilterExpression === undefined ? shown : shown.filter((item) => holds(FilterExpression, item, given));
    const counts = { $metadata: {}, Count: Items.length, ScannedCount: page.length };
    const found = input.Select === 'COUNT' ? counts : { ...counts, Items };
    // It is an item, of which callers use the key.
    return more ? { ...found, LastEvaluatedKey: last } : found;
  }

  /** Writes if the condition holds. Otherwise it throws as DynamoDB does. */
  // biome-ignore lint/suspicious/noExplicitAny: the command's own input
  private judge(table: string, key: Item, input: any, after: (before: Item | undefined) => Item | undefined): Write {
    const before = this.get(table, key);
    const condition = input.ConditionExpression as string | undefined;
    if (condition !== undefined && !holds(condition, before ?? {}, namesOf(input))) throw refusal(input, before);
    return { table, pk: key.pk as string, sk: skOf(key), before, after: after(before) };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the command's own input
  private judgeUpdate(input: any): Write {
    return this.judge(input.TableName, input.Key, input, (before) =>
      clean(updated(input.UpdateExpression, before ?? { ...input.Key }, namesOf(input))),
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: the command's own input
  private transact(items: any[]) {
    const writes: Write[] = [];
    const reasons = items.map(({ Put, Update, Delete, ConditionCheck }) => {
      try {
        if (Put !== undefined) writes.push(this.judge(Put.TableName, Put.Item, Put, () => clean(Put.Item)));
        else if (Update !== undefined) writes.push(this.judgeUpdate(Update));
        else if (Delete !== undefined) writes.push(this.judge(Delete.TableName, Delete.Key, Delete, () => undefined));
        else this.judge(ConditionCheck.TableName, ConditionCheck.Key, ConditionCheck, (before) => before);
        return { Code: 'None' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return { Code: 'ConditionalCheckFailed', ...(error.Item === undefined ? {} : { Item: error.Item }) };
      }
    });
    if (reasons.some(({ Code }) => Code !== 'None')) {
      throw new TransactionCanceledException({ ...METADATA, message: 'cancelled', CancellationReasons: reasons });
    }
    return this.apply(writes, {});
  }

  private apply(writes: readonly Write[], { ReturnValues }: { ReturnValues?: string }) {
    this.all = null;
    for (const { table, pk, sk, before, after } of writes) {
      this.place(table, pk, sk, after);
      for (const { name, partitionKey, sortKey } of DEFINITIONS[table as typeof MAIN].indexes) {
        const partOf = (item: Item | undefined) =>
          item?.[sortKey] === undefined ? undefined : (item[partitionKey] as string | undefined);
        const [left, entered] = [partOf(before), partOf(after)];
        if (left !== undefined && left !== entered) this.place(`${table} ${name}`, left, `${pk} ${sk}`, undefined);
        if (entered !== undefined) this.place(`${table} ${name}`, entered, `${pk} ${sk}`, after);
      }
      if (table === MAIN) this.written({ before, after });
    }
    const [first] = writes;
    const Attributes =
      ReturnValues === 'ALL_NEW' ? first?.after : ReturnValues === 'ALL_OLD' ? first?.before : undefined;
    return Attributes === undefined ? METADATA : { ...METADATA, Attributes };
  }

  /** Sorted once for many pages: a search reads a large partition a thousand items at a time. */
  private inOrder(rows: Rows, sort: string): readonly Item[] {
    const known = this.sorted.get(rows);
    if (known !== undefined) return known;
    const sorted = [...rows.values()].sort((a, b) => compare(a, b, sort));
    this.sorted.set(rows, sorted);
    return sorted;
  }

  private place(name: string, partition: string, key: string, item: Item | undefined): void {
    const parts = this.tables.get(name)!;
    let rows = parts.get(partition);
    if (rows === undefined || !this.own.has(rows)) {
      rows = new Map(rows);
      parts.set(partition, rows);
      this.own.add(rows);
    }
    this.sorted.delete(rows);
    if (item === undefined) rows.delete(key);
    else rows.set(key, item);
  }
}

const PARTITION_VALUES = new Map<string, string>();

/** Each query names its partition first. */
function partitionOf(expression: string, { values }: Names): string {
  const name = PARTITION_VALUES.get(expression) ?? /^\w+ = (:\w+)/.exec(expression)?.[1] ?? '';
  PARTITION_VALUES.set(expression, name);
  const partition = values?.[name];
  if (typeof partition !== 'string') throw new Error(`a query that names its partition otherwise: ${expression}`);
  return partition;
}

// biome-ignore lint/suspicious/noExplicitAny: the command's own input
function namesOf(input: any): Names {
  return { names: input.ExpressionAttributeNames, values: input.ExpressionAttributeValues };
}

const skOf = (key: Item): string => (key.sk as string | undefined) ?? '';

/** Leaves out undefined attributes, like the configured client. */
function clean(item: Item): Item {
  let isClean = true;
  for (const name in item) isClean &&= item[name] !== undefined;
  if (isClean) return item;
  const defined: Item = {};
  for (const name in item) if (item[name] !== undefined) defined[name] = item[name];
  return defined;
}

function projected(item: Item, { partitionKey, sortKey, include }: IndexDefinition): Item {
  const shown: Item = { pk: item.pk, sk: item.sk, [partitionKey]: item[partitionKey], [sortKey]: item[sortKey] };
  for (const name of include) if (item[name] !== undefined) shown[name] = item[name];
  return shown;
}

/** Where a page begins. The item of the key that the page before ended with may no longer be in the list. */
function placeAfter(sorted: readonly Item[], key: Item | undefined, step: 1 | -1, sort: string): number {
  if (key === undefined) return step === 1 ? 0 : sorted.length - 1;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compare(sorted[middle]!, key, sort);
    if (order < 0 || (order === 0 && step === 1)) low = middle + 1;
    else high = middle;
  }
  return step === 1 ? low : low - 1;
}

function compare(a: Item, b: Item, sort: string): number {
  const by = (key: string) => {
    const [x, y] = [a[key] as string, b[key] as string];
    return x < y ? -1 : x > y ? 1 : 0;
  };
  return by(sort) || by('pk') || by('sk');
}

function refusal(input: { ReturnValuesOnConditionCheckFailure?: string }, before: Item | undefined) {
  const shown = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && before !== undefined;
  return new ConditionalCheckFailedException({
    ...METADATA,
    message: 'The conditional request failed',
    ...(shown ? { Item: marshall(before, MARSHALL) } : {}),
  });
}
