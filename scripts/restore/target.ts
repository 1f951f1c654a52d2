/** The tables of a restore: the main one is made at the point or was made by somebody, and the transient one is new and empty. */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { MAIN_TABLE, type TableDefinition, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import { readDeployment } from './attach';
import type { Restored } from './journal';
import type { Restore } from './run';
import { createEmpty, described, restoreTable, settingsIn, settingsOf, settle } from './tables';

/** The tables that a restore makes, or of which one was given to it. */
export function namesOf({ source, suffix, copy }: Restored): Pick<Tables, 'main' | 'transient'> {
  return { main: copy?.table ?? `${source.main}-${suffix}`, transient: `${source.transient}-${suffix}` };
}

export interface Both {
  readonly restored: Tables;
  /** Null if it is gone, or is not where the copy comes from: an empty table would say that nothing happened. */
  readonly lost: Tables | null;
}

export function tablesOf({ client, journal: { record } }: Pick<Restore, 'client' | 'journal'>): Both {
  const { source, copy } = record;
  const isComparable = copy === undefined || copy.isOfTableInUse;
  return {
    restored: { client, ...namesOf(record) },
    lost: isComparable ? { client, main: source.main, transient: source.transient } : null,
  };
}

export async function makeTables(restore: Restore): Promise<string> {
  const { journal } = restore;
  const { at, copy } = journal.record;
  const { main, transient } = namesOf(journal.record);
  await Promise.all([makeMain(restore, main), makeTransient(restore, transient)]);
  const age = copy === undefined ? `as it was at ${at}` : `of the backup that was started at ${copy.started}`;
  return `${main} is ${age}; ${transient} is empty: everybody signs in again`;
}

async function makeMain(restore: Restore, target: string): Promise<void> {
  const { journal, client } = restore;
  const { at, copy, source } = journal.record;
  const change = changeOf(restore, MAIN_TABLE, target);
  if (copy === undefined) await restoreTable({ ...change, source: source.main, at: new Date(at) });
  else await settle(change, await settingsFor(restore, MAIN_TABLE, source.main));
  const inUse = (await described(client, source.main)) === null ? null : source.main;
  const indexes = MAIN_TABLE.indexes.map((index) => index.name);
  const scaled = await restore.setScaling(inUse, target, indexes);
  if (scaled > 0) restore.log(`  ${target}: scaling of ${scaled} capacities`);
}

/** A session that was revoked after the point must not open again. */
async function makeTransient(restore: Restore, target: string): Promise<void> {
  const { source } = restore.journal.record;
  const change = changeOf(restore, TRANSIENT_TABLE, target);
  await createEmpty(change, source.dataKey);
  await settle(change, await settingsFor(restore, TRANSIENT_TABLE, source.transient));
}

const changeOf = ({ client, pollMs, log }: Restore, definition: TableDefinition, target: string) => {
  return { client, definition, target, pollMs, log: (line: string) => log(`  ${line}`) };
};

async function settingsFor({ client, config }: Restore, definition: TableDefinition, inUse: string) {
  const table = await described(client, inUse);
  return table === null ? settingsIn(readDeployment(config), definition) : settingsOf(client, table);
}
