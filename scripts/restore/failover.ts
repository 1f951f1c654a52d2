/** The steps of a failover, in a standby that is deployed and frozen (docs/deploy.md#several-regions). */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import type { HeadSigner, HeadStore } from '../../src/app/ports';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { checkChains, continueChain } from './chains';
import { endEverythingLive } from './effects';
import { type Distribution, takeName } from './name';
import { isIntact } from './report';
import { attachTo, NotAttached, type Run, type Step, thaw } from './steps';
import { restoreTable } from './tables';

export interface Failover extends Run {
  readonly client: Tables['client'];
  /** Those that were replicated. */
  readonly headsOf: (org: string) => Promise<readonly PublishedHead[]>;
  readonly signer: HeadSigner;
  readonly publish: HeadStore['publish'];
  readonly distribution: Distribution;
  /** Creates a table from the export if it does not exist. */
  readonly importTable: (name: string) => Promise<void>;
}

export const FAILOVER_STEPS: readonly Step<Failover>[] = [
  { name: 'import', run: importMain },
  { name: 'verify', run: verify },
  { name: 'effects', run: endLive },
  { name: 'chains', run: continueChains },
  { name: 'attach', run: attachImported },
  { name: 'name', run: takeName },
  {
    name: 'deploy',
    run: async ({ plane, config }) => {
      await plane.deploy(config);
      return 'the imported table is in use, frozen';
    },
  },
  { name: 'thaw', run: thaw },
  {
    name: 'smoke',
    run: async ({ plane }) => {
      await plane.smoke();
      return 'a request passed: move the DNS record of the host name now';
    },
  },
];

/** The sessions of the first region are not exported: everybody signs in again. */
function tablesOf({ client, journal: { record } }: Failover): Tables {
  const { source, suffix } = record;
  return { client, main: `${source.main}-${suffix}`, transient: source.transient };
}

async function importMain(failover: Failover): Promise<string> {
  const { client, journal, importTable, pollMs, log } = failover;
  const { main } = tablesOf(failover);
  await importTable(main);
  // Stream, recovery, tags and protection are copied from the standby's own table.
  const common = { client, at: new Date(journal.record.at), pollMs, log: (line: string) => log(`  ${line}`) };
  await restoreTable({ ...common, definition: MAIN_TABLE, source: journal.record.source.main, target: main });
  return `${main} is as the export of ${journal.record.at}`;
}

async function reportsOf(failover: Failover) {
  const imported = tablesOf(failover);
  return checkChains({ restored: imported, source: imported, headsOf: failover.headsOf });
}

async function verify(failover: Failover): Promise<string> {
  const reports = await reportsOf(failover);
  for (const { org, entries, heads, fault } of reports)
    failover.log(
      `  ${fault === null ? 'ok' : 'bad'}: ${org}: ${fault ?? `${entries} audit entries, ${heads.held} published heads, ${heads.later} of lost entries`}`,
    );
  if (isIntact(reports)) return `${reports.length} chains are what was published`;
  throw new NotAttached(
    'An imported chain is not what was published. Import an earlier export. The standby stays frozen.',
  );
}

async function endLive(failover: Failover): Promise<string> {
  const ended = await endEverythingLive(tablesOf(failover), failover.nowMs());
  return `${ended} requests that may have run in the first region never run again`;
}

async function continueChains(failover: Failover): Promise<string> {
  const { headsOf, signer, publish, journal, nowMs, log } = failover;
  const imported = tablesOf(failover);
  const common = { imported, headsOf, signer, publish, at: journal.record.at, nowMs: nowMs() };
  const reports = await reportsOf(failover);
  for (const { org } of reports) {
    const lost = await continueChain(common, org);
    if (lost !== null) log(`  ${org}: entries ${lost.from} to ${lost.to} are lost`);
  }
  return `${reports.length} chains go on after their last replicated head`;
}

async function attachImported(failover: Failover): Promise<string> {
  await attachTo(failover, tablesOf(failover));
  return `existingTables is set in ${failover.config}`;
}
