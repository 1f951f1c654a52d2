/**
 * The administration of tables, which the embedded database does not have: restores, throughput, tags and protection. Like
 * DynamoDB, it refuses a change while the table or one of its indexes is not ready, or while the same change is in progress.
 */
import type { TableDescription } from '@aws-sdk/client-dynamodb';

type Input = Record<string, never> & {
  readonly TableName: string;
  readonly TargetTableName: string;
  readonly RestoreDateTime: Date;
  readonly ResourceArn: string;
};

interface Table {
  description: TableDescription;
  timeToLive: string;
  recovery: string;
  /** Of a restored table. */
  restoredTo?: Date;
  /** What is not ready at each of the next descriptions. */
  notReady: readonly ('table' | 'index' | 'restore')[];
}

interface ControlPlane {
  send(command: object): Promise<object>;
  /** Each change, in order: the command without its last word, and its input. */
  readonly changes: (readonly [string, object])[];
}

/** `fresh` is the table that a restore of `source` creates, without its names. `others` are there too. */
export function controlPlane(
  source: TableDescription,
  fresh: object,
  tags: readonly object[],
  others: readonly TableDescription[] = [],
): ControlPlane {
  const made = (description: TableDescription): Table => {
    return { description, timeToLive: 'DISABLED', recovery: 'DISABLED', notReady: [] };
  };
  const tables = new Map([source, ...others].map((table) => [table.TableName!, made(table)]));
  const changes: (readonly [string, object])[] = [];
  const fail = (name: string): never => {
    throw Object.assign(new Error(name), { name });
  };
  const tableOf = (name: string) => tables.get(name) ?? fail('ResourceNotFoundException');
  const answers = new Map<string, (input: Input) => object>([
    ['DescribeTable', ({ TableName }) => ({ Table: described(tableOf(TableName)) })],
    [
      'DescribeTimeToLive',
      ({ TableName }) => ({ TimeToLiveDescription: { TimeToLiveStatus: tableOf(TableName).timeToLive } }),
    ],
    ['DescribeContinuousBackups', ({ TableName }) => recovery(tableOf(TableName))],
    ['ListTagsOfResource', () => ({ Tags: tags })],
  ]);
  const effects = new Map<string, (input: Input) => void>([
    [
      'RestoreTableToPointInTime',
      ({ TargetTableName, RestoreDateTime: restoredTo }) => {
        const description = { ...source, ...fresh, TableName: TargetTableName, TableArn: `arn:${TargetTableName}` };
        const notReady = ['table', 'index', 'restore', 'restore'] as const;
        tables.set(TargetTableName, { ...made(description), notReady, restoredTo });
      },
    ],
    [
      'CreateTable',
      ({ TableName, GlobalSecondaryIndexes }) =>
        void tables.set(TableName, made({ TableName, TableArn: `arn:${TableName}`, GlobalSecondaryIndexes })),
    ],
    [
      'UpdateTable',
      ({ TableName, ...change }) => {
        const table = tableOf(TableName);
        table.description = { ...table.description, ...withIndexes(table.description, change) };
        table.notReady = ['table', 'index'];
      },
    ],
    [
      'UpdateTimeToLive',
      ({ TableName }) => {
        const table = tableOf(TableName);
        table.timeToLive = /^ENABL/.test(table.timeToLive) ? fail('ValidationException') : 'ENABLING';
      },
    ],
    [
      'UpdateContinuousBackups',
      ({ TableName }) => {
        tableOf(TableName).recovery = 'ENABLED';
      },
    ],
    ['TagResource', () => undefined],
  ]);
  return {
    changes,
    async send(command) {
      const name = command.constructor.name.replace(/Command$/, '');
      const { input } = command as { readonly input: Input };
      const answer = answers.get(name);
      if (answer !== undefined) return answer(input);
      const isMeant = ({ description: { TableName, TableArn } }: Table) =>
        TableName === input.TableName || TableArn === input.ResourceArn;
      if ([...tables.values()].some((table) => isMeant(table) && table.notReady.length > 0))
        fail('ResourceInUseException');
      effects.get(name)!(input);
      changes.push([name, input]);
      return {};
    },
  };
}

function described(table: Table): TableDescription {
  const {
    notReady: [now, ...later],
    description,
  } = table;
  table.notReady = later;
  const GlobalSecondaryIndexes = description.GlobalSecondaryIndexes?.map((index) => {
    return { ...index, IndexStatus: now === 'index' ? ('UPDATING' as const) : ('ACTIVE' as const) };
  });
  const RestoreSummary = { RestoreDateTime: table.restoredTo, RestoreInProgress: now === 'restore' };
  const TableStatus = now === 'table' ? 'UPDATING' : 'ACTIVE';
  return { ...description, TableStatus, GlobalSecondaryIndexes, RestoreSummary };
}

function recovery({ recovery }: Table): object {
  const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: recovery };
  return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription } };
}

function withIndexes(description: TableDescription, change: Record<string, unknown>): object {
  const { GlobalSecondaryIndexUpdates, ...rest } = change;
  const updates = GlobalSecondaryIndexUpdates as readonly { Update: { IndexName: string } }[] | undefined;
  const GlobalSecondaryIndexes = description.GlobalSecondaryIndexes?.map((index) => {
    return { ...index, ...updates?.find(({ Update }) => Update.IndexName === index.IndexName)?.Update };
  });
  return { ...rest, GlobalSecondaryIndexes };
}
