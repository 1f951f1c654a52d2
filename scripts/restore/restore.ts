/** A restore: both tables, the check of the audit chains, and the configuration of the next deployment. */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { MAIN_TABLE, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { attach, type ExistingTables } from './attach';
import { carryOver, checkChains } from './chains';
import { isIntact, reportLines } from './report';
import { restoreTable } from './tables';

export interface Restore {
  /** Of the deployment as it is. */
  readonly tables: Tables;
  readonly at: Date;
  /** Ends the names of the new tables. */
  readonly suffix: string;
  readonly headsOf: (org: string) => Promise<readonly PublishedHead[]>;
  /** The deployment's file, in which the tables are attached. */
  readonly config: string;
  readonly nowMs: () => number;
  readonly pollMs: number;
  readonly log: (line: string) => void;
}

/** False: a chain is not what was published. Then the tables are restored and not attached. */
export async function restoreDeployment({
  tables,
  at,
  suffix,
  headsOf,
  config,
  nowMs,
  pollMs,
  log,
}: Restore): Promise<boolean> {
  const { client } = tables;
  const target = { main: `${tables.main}-${suffix}`, transient: `${tables.transient}-${suffix}` };
  const common = { client, at, pollMs, log };
  const [main] = await Promise.all([
    restoreTable({ ...common, source: tables.main, target: target.main, definition: MAIN_TABLE }),
    restoreTable({ ...common, source: tables.transient, target: target.transient, definition: TRANSIENT_TABLE }),
  ]);
  const reports = await checkChains({ restored: { client, ...target }, source: tables, headsOf });
  for (const line of reportLines(reports, at)) log(line);
  if (!isIntact(reports)) {
    log('The restored tables are not attached. Restore to an earlier point, before the first entry that differs.');
    return false;
  }
  for (const report of reports) await carryOver({ client, ...target }, report, at, nowMs());
  const existing: ExistingTables = { ...target, mainStreamArn: main.LatestStreamArn! };
  attach(config, existing);
  log(`attached in ${config}: deploy now`);
  return true;
}
