/** Restores a table to a point in time, with everything that DynamoDB does not restore itself. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import type { TableDefinition } from '../../src/adapters/dynamodb/table';

export interface TableRestore {
  readonly client: Tables['client'];
  readonly definition: TableDefinition;
  readonly source: string;
  readonly target: string;
  readonly at: Date;
  /** The time between two checks of a table that is being created. */
  readonly pollMs: number;
  /** Called for each step. */
  readonly log: (step: string) => void;
}

/** Can be repeated after any failure: completed steps are skipped. Returns the resulting table. */
export async function restoreTable(restore: TableRestore): Promise<TableDescription> {
  const { client, source, target } = restore;
  const before = await described(client, source);
  if (before === null) throw new Error(`There is no table ${source}`);
  if ((await described(client, target)) === null) await startRestore(restore, before);
  const restored = await active(restore);
  checkIndexes(restore, restored);
  await putBackStream(restore, restored);
  await putBackTimeToLive(restore);
  await putBackRecovery(restore);
  await putBackThroughput(restore, before);
  await putBackTags(restore, before, restored);
  // This step is last. Until everything else is done, the table may be deleted and restored again.
  if (before.DeletionProtectionEnabled === true && restored.DeletionProtectionEnabled !== true)
    await update(restore, 'deletion protection', { DeletionProtectionEnabled: true });
  return active(restore);
}

async function startRestore({ client, source, target, at, log }: TableRestore, before: TableDescription) {
  const key = before.SSEDescription?.KMSMasterKeyArn;
  log(`${target}: restoring ${source} as it was at ${at.toISOString()}`);
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: source,
      TargetTableName: target,
      RestoreDateTime: at,
      ...(key === undefined
        ? {}
        : { SSESpecificationOverride: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: key } }),
    }),
  );
}

/** Null if there is no such table. */
export async function described(client: DynamoDBClient, TableName: string): Promise<TableDescription | null> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return null;
    throw error;
  }
}

/** DynamoDB accepts one change at a time, and only if the table is restored and its indexes are ready too. */
async function active({ client, target, pollMs }: TableRestore): Promise<TableDescription> {
  for (;;) {
    const table = await described(client, target);
    const states = [table?.TableStatus, ...(table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus)];
    const isRestoring = table?.RestoreSummary?.RestoreInProgress === true;
    if (table !== null && !isRestoring && states.every((state) => state === 'ACTIVE')) return table;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function checkIndexes({ definition, target }: TableRestore, { GlobalSecondaryIndexes = [] }: TableDescription): void {
  const names = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  const missing = definition.indexes.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`${target} has no index ${missing.join(', ')}: restore to a later point`);
}

async function update(restore: TableRestore, what: string, change: Omit<UpdateTableCommandInput, 'TableName'>) {
  const { client, target, log } = restore;
  await client.send(new UpdateTableCommand({ TableName: target, ...change }));
  await active(restore);
  log(`${target}: ${what}`);
}

async function putBackStream(restore: TableRestore, restored: TableDescription): Promise<void> {
  if (!restore.definition.stream || restored.StreamSpecification?.StreamEnabled === true) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await update(restore, 'stream', { StreamSpecification });
}

async function putBackTimeToLive({ client, definition, target, log }: TableRestore): Promise<void> {
  if (definition.timeToLive === null) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: target }));
  if (/^ENABL/.test(TimeToLiveDescription?.TimeToLiveStatus ?? '')) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: definition.timeToLive };
  await client.send(new UpdateTimeToLiveCommand({ TableName: target, TimeToLiveSpecification }));
  log(`${target}: time to live`);
}

async function putBackRecovery({ client, target, log }: TableRestore): Promise<void> {
  const { ContinuousBackupsDescription: now } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: target }),
  );
  if (now?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED') return;
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName: target, PointInTimeRecoverySpecification }));
  log(`${target}: point-in-time recovery`);
}

type Warm = { readonly ReadUnitsPerSecond?: number; readonly WriteUnitsPerSecond?: number };

const isBelow = (now: Warm | undefined, wanted: Warm | undefined): boolean =>
  (now?.ReadUnitsPerSecond ?? 0) < (wanted?.ReadUnitsPerSecond ?? 0) ||
  (now?.WriteUnitsPerSecond ?? 0) < (wanted?.WriteUnitsPerSecond ?? 0);

const units = ({ ReadUnitsPerSecond, WriteUnitsPerSecond }: Warm) => ({ ReadUnitsPerSecond, WriteUnitsPerSecond });

/** The throughput that the old table could serve at once. A new table starts with DynamoDB's default. */
async function putBackThroughput(restore: TableRestore, before: TableDescription): Promise<void> {
  const now = await active(restore);
  if (isBelow(now.WarmThroughput, before.WarmThroughput))
    await update(restore, 'warm throughput', { WarmThroughput: units(before.WarmThroughput!) });
  for (const { IndexName, WarmThroughput } of before.GlobalSecondaryIndexes ?? []) {
    const index = now.GlobalSecondaryIndexes?.find((each) => each.IndexName === IndexName);
    if (!isBelow(index?.WarmThroughput, WarmThroughput)) continue;
    const Update = { IndexName: IndexName!, WarmThroughput: units(WarmThroughput!) };
    await update(restore, `warm throughput of ${IndexName}`, { GlobalSecondaryIndexUpdates: [{ Update }] });
  }
}

async function putBackTags(
  { client, target, log }: TableRestore,
  before: TableDescription,
  restored: TableDescription,
) {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: before.TableArn! }));
  // Nobody else can set CloudFormation's own tags.
  const own = Tags.filter(({ Key }) => !Key!.startsWith('aws:'));
  if (own.length === 0) return;
  await client.send(new TagResourceCommand({ ResourceArn: restored.TableArn!, Tags: own }));
  log(`${target}: tags`);
}
