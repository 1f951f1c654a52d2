/**
 * Adds what the embedded database lacks: point-in-time restore, recovery settings and warm throughput. Like DynamoDB, a
 * restore creates a table without further settings, with the items of an export that was made at that instant.
 */
import { CreateTableCommand, DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { createTableInput } from '../../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE } from '../../../src/adapters/dynamodb/table';
import { ACCOUNT, REGION } from './stack';

type Item = Record<string, unknown>;

/** Of the tables in use. */
export const DATA_KEY = `arn:aws:kms:${REGION}:${ACCOUNT}:key/mrk-${'0a'.repeat(16)}`;

/** The table that AWS Backup makes of a recovery point, as somebody asked for it. */
export interface Made {
  readonly TableName: string;
  readonly key: string;
  /** Null if DynamoDB does not say where it comes from. */
  readonly SourceTableArn: string | null;
  readonly RestoreDateTime: string;
}

/** The state at the instant of this call, as DynamoDB would keep it. */
export interface Point {
  /** The tables for which recovery and warm throughput were set again. */
  readonly recovered: readonly string[];
  readonly warmed: readonly string[];
  /** `items`: instead of those of this instant. */
  make(made: Made, items?: readonly Item[]): Promise<void>;
  answer(command: string, input: Input): Promise<object | null>;
}

export type Input = Record<string, string>;

export async function recordPoint(endpoint: string, names: Pick<Tables, 'main' | 'transient'>): Promise<Point> {
  const client = clientOf(endpoint);
  const exported = await allItems(client, names.main);
  const [recovered, warmed] = [new Set<string>(), new Set<string>()];
  const copies = new Map<string, Made>();
  const create = async (TableName: string, items: readonly Item[]) => {
    await client.send(new CreateTableCommand(createTableInput(TableName, { ...MAIN_TABLE, stream: false })));
    await writeAll(client, TableName, items);
  };
  // Kept for 35 days.
  const from = Date.now() - 35 * 24 * 3_600_000;
  const answers = new Map<string, (input: Input) => object | null | Promise<object>>([
    [
      'RestoreTableToPointInTimeCommand',
      async ({ SourceTableName, TargetTableName, RestoreDateTime }) => {
        // DynamoDB: "RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime."
        const at = Date.parse(RestoreDateTime!);
        if (!(from <= at && at <= Date.now())) throw new Error('InvalidRestoreTimeException');
        if (SourceTableName !== names.main) throw new Error(`nothing needs ${SourceTableName} as it was`);
        await create(TargetTableName!, exported);
        return {};
      },
    ],
    [
      'DescribeContinuousBackupsCommand',
      ({ TableName }) => {
        const isKept = TableName === names.main;
        const PointInTimeRecoveryStatus = isKept || recovered.has(TableName!) ? 'ENABLED' : 'DISABLED';
        const window = { EarliestRestorableDateTime: from, LatestRestorableDateTime: Date.now() };
        const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus, ...(isKept ? window : {}) };
        return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription } };
      },
    ],
    ['described', ({ TableName }) => describedAs(copies.get(TableName!))],
    ['UpdateContinuousBackupsCommand', ({ TableName }) => ({ recovered: recovered.add(TableName!).size })],
    [
      'UpdateTableCommand',
      (input) => (/WarmThroughput/.test(JSON.stringify(input)) ? { warmed: warmed.add(input.TableName!).size } : null),
    ],
  ]);
  return {
    async make(made, items = exported) {
      await create(made.TableName, items);
      copies.set(made.TableName, made);
    },
    get recovered() {
      return [...recovered];
    },
    get warmed() {
      return [...warmed];
    },
    answer: async (command, input) => (await answers.get(command)?.(input)) ?? null,
  };
}

const clientOf = (endpoint: string) => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'local', credentials }));
};

/** A client of the embedded database that has the rest of DynamoDB too. `gone`: a table that somebody deleted. */
export function withPointInTime(
  endpoint: string,
  point: Pick<Point, 'answer'>,
  gone: string | null = null,
): DynamoDBDocumentClient {
  const client = clientOf(endpoint);
  const warmed = new Set<string>();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const input = args.input as Input;
        if (input.TableName === gone) throw new ResourceNotFoundException({ message: gone!, $metadata: {} });
        const answer = await point.answer(commandName, input);
        if (answer !== null) {
          if ('warmed' in answer) warmed.add(input.TableName!);
          return { output: { $metadata: {}, ...withDates(answer) }, response: {} };
        }
        if (commandName !== 'DescribeTableCommand') return next(args);
        const answered = await next(args);
        warm(answered.output as never, warmed);
        Object.assign(
          (answered.output as { Table: object }).Table,
          withDates((await point.answer('described', input))!),
        );
        return answered;
      },
    { step: 'initialize', name: 'pointInTime' },
  );
  return client;
}

/** The answer may come from another process. */
function withDates(answer: object): object {
  return JSON.parse(JSON.stringify(answer), (key, value) =>
    /DateTime$/.test(key) ? new Date(value) : value,
  ) as object;
}

function describedAs(made: Made | undefined): object {
  const SSEDescription = { KMSMasterKeyArn: made?.key ?? DATA_KEY };
  if (made === undefined) return { SSEDescription };
  const { SourceTableArn, RestoreDateTime } = made;
  const source = SourceTableArn === null ? {} : { SourceTableArn };
  return { SSEDescription, RestoreSummary: { ...source, RestoreDateTime, RestoreInProgress: false } };
}

/** Only the deployment’s own tables have warm throughput. A restored table has it after it was set. */
function warm({ Table }: { Table: { TableName: string; WarmThroughput?: object } }, warmed: ReadonlySet<string>): void {
  const units = !/-restored$/.test(Table.TableName) || warmed.has(Table.TableName) ? 40_000 : 4000;
  Table.WarmThroughput = { ReadUnitsPerSecond: units, WriteUnitsPerSecond: units, Status: 'ACTIVE' };
}

export async function allItems(client: Tables['client'], TableName: string): Promise<Item[]> {
  const all: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    all.push(...Items);
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return all;
}

async function writeAll(client: Tables['client'], table: string, items: readonly Item[]): Promise<void> {
  for (let from = 0; from < items.length; from += 25) {
    const RequestItems = { [table]: items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })) };
    await client.send(new BatchWriteCommand({ RequestItems }));
  }
}
