/**
 * What the embedded database lacks of DynamoDB: a restore to a point in time, recovery, and warm throughput. A restore makes
 * a table of the definition alone, as DynamoDB does, with the items of an export that was made at the point.
 */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { createTableInput } from '../../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE, TRANSIENT_TABLE } from '../../../src/adapters/dynamodb/table';

type Item = Record<string, unknown>;

/** `recovered`, `warmed`: the tables for which this was put back. */
export async function withPointInTime(endpoint: string, names: Pick<Tables, 'main' | 'transient'>) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'local', credentials }));
  const exported = new Map([
    [names.main, await allItems(client, names.main)],
    [names.transient, await allItems(client, names.transient)],
  ]);
  const [recovered, warmed] = [new Set<string>(), new Set<string>()];
  const restore = async ({ SourceTableName, TargetTableName }: Record<string, string>) => {
    const definition = SourceTableName === names.main ? MAIN_TABLE : TRANSIENT_TABLE;
    await client.send(new CreateTableCommand(createTableInput(TargetTableName!, { ...definition, stream: false })));
    await writeAll(client, TargetTableName!, exported.get(SourceTableName!)!);
    return {};
  };
  type Input = Record<string, string>;
  const recovery = ({ TableName }: Input) => ({
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: recovered.has(TableName!) ? 'ENABLED' : 'DISABLED' },
    },
  });
  const recover = ({ TableName }: Input) => ({ recovered: recovered.add(TableName!).size });
  const answers = new Map<string, (input: Input) => object | Promise<object>>([
    ['RestoreTableToPointInTimeCommand', restore],
    ['DescribeContinuousBackupsCommand', recovery],
    ['UpdateContinuousBackupsCommand', recover],
  ]);
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const input = args.input as Record<string, string>;
        const answer = answers.get(commandName);
        if (answer !== undefined) return { output: { $metadata: {}, ...(await answer(input)) }, response: {} };
        if (commandName === 'UpdateTableCommand' && /WarmThroughput/.test(JSON.stringify(input))) {
          warmed.add(input.TableName!);
          return { output: { $metadata: {} }, response: {} };
        }
        const answered = await next(args);
        if (commandName === 'DescribeTableCommand') warm(answered.output as never, warmed);
        return answered;
      },
    { step: 'initialize', name: 'pointInTime' },
  );
  return { client, recovered, warmed };
}

/** The tables of the deployment were prepared; a restored one is not, until it is told. */
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
