/** What a restore checks before it closes anything: a mistake on the command line must not refuse a single call. */
import { DescribeContinuousBackupsCommand } from '@aws-sdk/client-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { readDeployment } from './attach';
import type { Place, Plane } from './plane';

export interface Checked {
  readonly client: Tables['client'];
  readonly plane: Pick<Plane, 'place'>;
  /** The deployment's file. */
  readonly config: string;
  readonly at: Date;
  /** The tables to restore. */
  readonly tables: readonly string[];
  /** Called for what could not be found out. The restore goes on without it. */
  readonly warn: (line: string) => void;
}

/** Returns what is wrong. */
export async function problemsBefore(checked: Checked): Promise<string[]> {
  const { plane, config, tables, warn } = checked;
  const checks = [
    async () => misplaced(await plane.place(), config),
    ...tables.map((table) => () => outside(checked, table)),
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

/** Whether these are the account and the region of the file. */
export function misplaced(here: Place, config: string): string[] {
  const file = readDeployment(config);
  return (['account', 'region'] as const).flatMap((name) =>
    here[name] === file[name] ? [] : [`The ${name} is ${here[name]}, and ${config} names ${file[name]}.`],
  );
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

const isDenied = (error: unknown): error is Error => error instanceof Error && /^AccessDenied/.test(error.name);
