/** What a restore checks before it closes anything: a mistake on the command line must not refuse a single call. */
import { DescribeContinuousBackupsCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { misplaced, type Readiness } from '../support/account';
import { readDeployment } from './attach';
import type { Copy } from './copy';
import type { Names, Plane } from './plane';
import { described, otherPoint } from './tables';

export interface Checked {
  readonly client: Tables['client'];
  readonly plane: Pick<Plane, 'place'>;
  /** The deployment's file. */
  readonly config: string;
  readonly at: Date;
  /** The tables to restore. */
  readonly tables: readonly string[];
  /** The main table that the restore makes, or an earlier run made. */
  readonly target: string;
  /** Called for what could not be found out. The restore goes on without it. */
  readonly warn: (line: string) => void;
}

/** Returns what is wrong. */
export async function problemsBefore(checked: Checked): Promise<string[]> {
  const { plane, config, tables, warn } = checked;
  const checks = [
    async () => misplaced(await plane.place(), readDeployment(config), config),
    ...tables.map((table) => () => outside(checked, table)),
    () => madeBefore(checked),
  ];
  const problems: string[] = [];
  for (const check of checks) {
    try {
      problems.push(...(await check()));
    } catch (error) {
      if (!isDenied(error)) throw error;
      warn(`not checked: ${error.message}`);
    }
  }
  return problems;
}

/** DynamoDB: "RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime." */
async function outside({ client, at }: Checked, TableName: string): Promise<string[]> {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } =
    backups?.PointInTimeRecoveryDescription ?? {};
  if (from === undefined || to === undefined) return [`${TableName} has no point-in-time recovery.`];
  if (from <= at && at <= to) return [];
  return [
    `${TableName} can be restored from ${from.toISOString()} to ${to.toISOString()}, and not to ${at.toISOString()}.`,
  ];
}

async function madeBefore({ client, target, at }: Checked): Promise<string[]> {
  const table = await described(client, target);
  const other = table === null ? null : otherPoint({ target, at }, table);
  return other === null ? [] : [other];
}

const isDenied = (error: unknown): error is Error => error instanceof Error && /^AccessDenied/.test(error.name);

export interface CheckedCopy {
  readonly client: Tables['client'];
  readonly plane: Pick<Plane, 'place' | 'readiness' | 'usersOf'>;
  readonly config: string;
  readonly copy: Pick<Copy, 'table' | 'started'>;
  readonly source: Names;
}

/** Why a table cannot become the main table of this deployment, and what nobody here can judge. */
export async function readinessFor(checked: CheckedCopy): Promise<Readiness> {
  const { client, plane, config, copy, source } = checked;
  const { facts, problems } = await plane.readiness(config);
  const table = await described(client, copy.table);
  const own = table === null ? [`There is no table ${copy.table}.`] : [];
  return {
    facts,
    problems: [
      ...misplaced(await plane.place(), readDeployment(config), config),
      ...problems,
      ...own,
      ...(table === null ? [] : unfit(table, copy, source)),
      ...(table === null ? [] : await used(plane, table)),
    ],
  };
}

/** Its table in use shows what happened after the point only if the copy is one of it. */
export async function isOfTableInUse(client: Tables['client'], copy: string, inUse: string): Promise<boolean> {
  const [table, lost] = [await described(client, copy), await described(client, inUse)];
  const from = table?.RestoreSummary?.SourceTableArn;
  return lost !== null && from !== undefined && from === lost.TableArn;
}

function unfit(table: TableDescription, { table: name, started }: CheckedCopy['copy'], { dataKey }: Names): string[] {
  const { SSEDescription, GlobalSecondaryIndexes = [], RestoreSummary: made, StreamSpecification: stream } = table;
  const key = SSEDescription?.KMSMasterKeyArn ?? 'a key of AWS';
  const states = [table.TableStatus, ...GlobalSecondaryIndexes.map(({ IndexStatus }) => IndexStatus)];
  const isReady = made?.RestoreInProgress !== true && states.every((state) => state === 'ACTIVE');
  const names = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  const missing = MAIN_TABLE.indexes.filter((index) => !names.has(index.name)).map((index) => index.name);
  // What is older than the point would be searched for too late.
  const isOlder = made?.RestoreDateTime !== undefined && made.RestoreDateTime < new Date(started);
  return [
    ...(isReady ? [] : [`${name} is not ready yet: wait until it and its indexes are ACTIVE.`]),
    ...(key === dataKey ? [] : [`${name} is encrypted with ${key}, and not with the data key ${dataKey}.`]),
    ...(missing.length === 0 ? [] : [`${name} has no index ${missing.join(', ')}.`]),
    ...(stream?.StreamEnabled === true && stream.StreamViewType !== 'NEW_AND_OLD_IMAGES'
      ? [`The stream of ${name} has ${stream.StreamViewType}: switch it off.`]
      : []),
    ...(isOlder
      ? [`The backup of ${name} is of ${made.RestoreDateTime!.toISOString()}, which is before --started ${started}.`]
      : []),
  ];
}

async function used(plane: CheckedCopy['plane'], { TableName, LatestStreamArn }: TableDescription) {
  const users = await plane.usersOf(TableName!, LatestStreamArn ?? null);
  return users.map((user) => `${TableName} is in use: ${user}.`);
}
