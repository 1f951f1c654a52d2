/** The tables of a restore, with everything that DynamoDB does not restore itself. */
import {
  CreateTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  type Tag,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Config } from '../../infra/config';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createTableInput } from '../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE, type TableDefinition } from '../../src/adapters/dynamodb/table';

export interface TableChange {
  readonly client: Tables['client'];
  readonly definition: TableDefinition;
  readonly target: string;
  /** The time between two checks of a table that is being created. */
  readonly pollMs: number;
  /** Called for each step. */
  readonly log: (step: string) => void;
}

export interface TableRestore extends TableChange {
  readonly source: string;
  readonly at: Date;
}

/** What DynamoDB does not restore, besides what the table's definition says. */
export interface Settings {
  readonly warm: Warm | undefined;
  readonly warmIndexes: Readonly<Record<string, Warm | undefined>>;
  readonly tags: readonly Tag[];
  readonly isProtected: boolean;
}

/** Can be repeated after any failure: completed steps are skipped. Returns the resulting table. */
export async function restoreTable(restore: TableRestore): Promise<TableDescription> {
  const { client, source, target } = restore;
  const before = await described(client, source);
  if (before === null) throw new Error(`There is no table ${source}`);
  const made = await described(client, target);
  if (made === null) await startRestore(restore, before);
  const other = made === null ? null : otherPoint(restore, made);
  if (other !== null) throw new Error(other);
  return settle(restore, await settingsOf(client, before));
}

/** The same for a table that exists. */
export async function settle(change: TableChange, { warm, warmIndexes, tags, isProtected }: Settings) {
  const table = await active(change);
  checkIndexes(change, table);
  await putBackStream(change, table);
  await putBackTimeToLive(change);
  await putBackRecovery(change);
  await putBackThroughput(change, warm, warmIndexes);
  await putBackTags(change, tags, table);
  // This step is last. Until everything else is done, the table may be deleted and restored again.
  if (isProtected && table.DeletionProtectionEnabled !== true)
    await update(change, 'deletion protection', { DeletionProtectionEnabled: true });
  return active(change);
}

/** Those of another table. */
export async function settingsOf(client: DynamoDBClient, table: TableDescription): Promise<Settings> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: table.TableArn! }));
  const indexes = table.GlobalSecondaryIndexes ?? [];
  return {
    warm: table.WarmThroughput,
    warmIndexes: Object.fromEntries(indexes.map(({ IndexName, WarmThroughput }) => [IndexName!, WarmThroughput])),
    // Nobody else can set CloudFormation's own tags.
    tags: Tags.filter(({ Key }) => !Key!.startsWith('aws:')),
    isProtected: table.DeletionProtectionEnabled === true,
  };
}

/** Those of the deployment's file, where the table in use is gone. */
export function settingsIn({ tags, warmThroughput, protectData }: Config, definition: TableDefinition): Settings {
  const isMain = definition === MAIN_TABLE;
  const warm =
    isMain && warmThroughput !== null
      ? { ReadUnitsPerSecond: warmThroughput.reads, WriteUnitsPerSecond: warmThroughput.writes }
      : undefined;
  return {
    warm,
    warmIndexes: Object.fromEntries(definition.indexes.map(({ name }) => [name, warm])),
    tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    isProtected: isMain && protectData,
  };
}

/** With the keys and indexes of the definition. Does nothing if the table exists. */
export async function createEmpty({ client, definition, target, log }: TableChange, key: string | null): Promise<void> {
  if ((await described(client, target)) !== null) return;
  log(`${target}: new and empty`);
  const SSESpecification = key === null ? undefined : encryptedWith(key);
  await client.send(new CreateTableCommand({ ...createTableInput(target, definition), SSESpecification }));
}

/** What is wrong with a table of an earlier run: one of an earlier point would not show what ran until this one. */
export function otherPoint({ target, at }: Pick<TableRestore, 'target' | 'at'>, { RestoreSummary }: TableDescription) {
  const made = RestoreSummary?.RestoreDateTime;
  // DynamoDB restores to a second.
  if (made === undefined || Math.abs(made.getTime() - at.getTime()) < 1000) return null;
  return `${target} is as it was at ${made.toISOString()}: name another --suffix, or delete it.`;
}

const encryptedWith = (KMSMasterKeyId: string) => ({ Enabled: true, SSEType: 'KMS', KMSMasterKeyId }) as const;

async function startRestore({ client, source, target, at, log }: TableRestore, before: TableDescription) {
  const key = before.SSEDescription?.KMSMasterKeyArn;
  log(`${target}: restoring ${source} as it was at ${at.toISOString()}`);
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: source,
      TargetTableName: target,
      RestoreDateTime: at,
      ...(key === undefined ? {} : { SSESpecificationOverride: encryptedWith(key) }),
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
async function active({ client, target, pollMs }: TableChange): Promise<TableDescription> {
  for (;;) {
    const table = await described(client, target);
    const states = [table?.TableStatus, ...(table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus)];
    const isRestoring = table?.RestoreSummary?.RestoreInProgress === true;
    if (table !== null && !isRestoring && states.every((state) => state === 'ACTIVE')) return table;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function checkIndexes({ definition, target }: TableChange, { GlobalSecondaryIndexes = [] }: TableDescription): void {
  const names = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  const missing = definition.indexes.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`${target} has no index ${missing.join(', ')}: restore to a later point`);
}

async function update(of: TableChange, what: string, change: Omit<UpdateTableCommandInput, 'TableName'>) {
  const { client, target, log } = of;
  await client.send(new UpdateTableCommand({ TableName: target, ...change }));
  await active(of);
  log(`${target}: ${what}`);
}

async function putBackStream(change: TableChange, restored: TableDescription): Promise<void> {
  if (!change.definition.stream || restored.StreamSpecification?.StreamEnabled === true) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await update(change, 'stream', { StreamSpecification });
}

async function putBackTimeToLive({ client, definition, target, log }: TableChange): Promise<void> {
  if (definition.timeToLive === null) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: target }));
  if (/^ENABL/.test(TimeToLiveDescription?.TimeToLiveStatus ?? '')) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: definition.timeToLive };
  await client.send(new UpdateTimeToLiveCommand({ TableName: target, TimeToLiveSpecification }));
  log(`${target}: time to live`);
}

async function putBackRecovery({ client, target, log }: TableChange): Promise<void> {
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
async function putBackThroughput(change: TableChange, table: Warm | undefined, indexes: Settings['warmIndexes']) {
  const now = await active(change);
  if (isBelow(now.WarmThroughput, table)) await update(change, 'warm throughput', { WarmThroughput: units(table!) });
  for (const [IndexName, wanted] of Object.entries(indexes)) {
    const index = now.GlobalSecondaryIndexes?.find((each) => each.IndexName === IndexName);
    if (!isBelow(index?.WarmThroughput, wanted)) continue;
    const Update = { IndexName, WarmThroughput: units(wanted!) };
    await update(change, `warm throughput of ${IndexName}`, { GlobalSecondaryIndexUpdates: [{ Update }] });
  }
}

async function putBackTags({ client, target, log }: TableChange, tags: readonly Tag[], table: TableDescription) {
  if (tags.length === 0) return;
  await client.send(new TagResourceCommand({ ResourceArn: table.TableArn!, Tags: [...tags] }));
  log(`${target}: tags`);
}
