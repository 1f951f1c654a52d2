/** The steps of a restore, in their order. Each can be repeated, and the journal says which are done. */
import { appendFileSync } from 'node:fs';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { MAIN_TABLE, type TableDefinition, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { attach, readDeployment, reservedOf, thawed } from './attach';
import { type ChainReport, carryOver, checkChains } from './chains';
import { problemsBefore } from './checks';
import { takeBackDocuments } from './documents';
import { endWhatRan } from './effects';
import type { Journal } from './journal';
import type { Backlog, Plane } from './plane';
import { isIntact, reportLines } from './report';
import { described, restoreTable } from './tables';

/** What every such command has. */
export interface Run {
  readonly plane: Plane;
  readonly journal: Journal;
  /** The deployment's file, in which the tables are attached. */
  readonly config: string;
  readonly nowMs: () => number;
  readonly pollMs: number;
  readonly log: (line: string) => void;
}

export interface Restore extends Run {
  readonly client: Tables['client'];
  readonly headsOf: (org: string) => Promise<readonly PublishedHead[]>;
  /** The file to which messages that remain are written. */
  readonly archive: string;
  /** How long the queues get to run empty. */
  readonly drainMs: number;
  /** For how long they must stay empty, since counts are late. */
  readonly quietMs: number;
  readonly copyScaling: (source: string, target: string, indexes: readonly string[]) => Promise<number>;
}

export interface Step<R = Restore> {
  readonly name: string;
  /** Returns a short summary of the step. */
  run(restore: R): Promise<string>;
}

/** A chain differs from its published heads. The deployment stays frozen. */
export class NotAttached extends Error {}

export const STEPS: readonly Step[] = [
  { name: 'check', run: check },
  { name: 'close', run: async ({ plane }) => said(await plane.close(), 'callers are refused') },
  { name: 'drain', run: drain },
  { name: 'disable', run: async ({ plane }) => said(await plane.disable(), 'stream, queues and schedules are off') },
  { name: 'stop', run: async ({ plane }) => `${await plane.stopExecutions()} executions ended` },
  { name: 'archive', run: archive },
  { name: 'tables', run: restoreTables },
  { name: 'verify', run: async (restore) => verify(restore, await reportsOf(restore)) },
  // Before the chains, because it compares where both of them end.
  { name: 'effects', run: endEffects },
  { name: 'chains', run: carryChains },
  { name: 'documents', run: (restore) => documents(restore) },
  { name: 'attach', run: attachTables },
  {
    name: 'deploy',
    run: async ({ plane, config }) => said(await plane.deploy(config), 'the tables are in use, frozen'),
  },
  { name: 'purge', run: async ({ plane }) => said(await plane.purge(), 'queues and dead letters are empty') },
  { name: 'thaw', run: thaw },
  { name: 'smoke', run: async ({ plane }) => said(await plane.smoke(), 'a request passed') },
];

const said = (_: void, what: string): string => what;

/** Continues after the last completed step. */
export async function runSteps<R extends Run>(restore: R, steps: readonly Step<R>[]): Promise<void> {
  const { journal, log, nowMs } = restore;
  const done = steps.filter(({ name }) => name in journal.record.done);
  if (done.length > 0) log(`done before: ${done.map(({ name }) => name).join(', ')}`);
  for (const [index, { name, run }] of steps.entries()) {
    if (name in journal.record.done) continue;
    const place = `${index + 1}/${steps.length} ${name}`;
    log(`${place} …`);
    const startedAtMs = nowMs();
    const what = await run(restore);
    journal.add(name, what);
    log(`${place}: ${what} (${((nowMs() - startedAtMs) / 1000).toFixed(1)} s)`);
  }
}

/** Serves callers on the tables in use, as before. What was archived stays in its file: sweeps find what is due. */
export async function cancelRestore({
  plane,
  journal,
  config,
}: Pick<Run, 'plane' | 'journal' | 'config'>): Promise<string> {
  const { done, source, suffix } = journal.record;
  if ('attach' in done)
    throw new Error(`${config} names the restored tables already: run the command without --cancel.`);
  await switchOn({ plane, config });
  journal.forget();
  const made = 'tables' in done ? `; delete ${source.main}-${suffix} and ${source.transient}-${suffix}` : '';
  return `canceled: callers are served on ${source.main} and ${source.transient}${made}`;
}

async function check({ client, plane, journal, config, log }: Restore): Promise<string> {
  const { at, source } = journal.record;
  const warn = (line: string) => log(`  ${line}`);
  const tables = [source.main, source.transient];
  const problems = await problemsBefore({ client, plane, config, at: new Date(at), tables, warn });
  if (problems.length === 0) return 'the point, the account and the region are right';
  // Another point may have the same suffix.
  journal.forget();
  throw new Error(`Nothing was closed. ${problems.join(' ')}`);
}

/**
 * Waits until all decisions have reached the audit chain of the lost table, from which they are carried over. Timers that
 * are not due yet, and messages that fail repeatedly, are archived.
 */
async function drain({ plane, drainMs, quietMs, nowMs, pollMs, log }: Restore): Promise<string> {
  const untilMs = nowMs() + drainMs;
  let quietSinceMs: number | null = null;
  let told = '';
  for (;;) {
    const line = leftIn(await plane.backlog());
    if (line === '') {
      quietSinceMs ??= nowMs();
      if (nowMs() >= quietSinceMs + quietMs) return 'the stream and the queues are empty';
    } else {
      quietSinceMs = null;
      if (line !== told) log(`  waiting for ${line}`);
      told = line;
    }
    if (nowMs() >= untilMs) return `not empty after ${drainMs / 1000} s: ${line}`;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function leftIn({ stream, waiting }: Backlog): string {
  const queues = Object.entries(waiting).flatMap(([queue, count]) => (count > 0 ? [`${queue} ${count}`] : []));
  return [...(stream ? ['the stream'] : []), ...queues].join(', ');
}

async function archive({ plane, archive: file }: Restore): Promise<string> {
  let count = 0;
  for (;;) {
    const messages = await plane.take();
    if (messages.length === 0) return count === 0 ? 'no message remained' : `${count} messages are in ${file}`;
    for (const { queue, id, body } of messages)
      appendFileSync(file, `${JSON.stringify({ queue, id, body })}\n`, { mode: 0o600 });
    await plane.drop(messages);
    count += messages.length;
  }
}

interface Both {
  readonly source: Tables;
  readonly restored: Tables;
}

function tablesOf({ client, journal: { record } }: Restore): Both {
  const { source, suffix } = record;
  return {
    source: { client, main: source.main, transient: source.transient },
    restored: { client, main: `${source.main}-${suffix}`, transient: `${source.transient}-${suffix}` },
  };
}

async function restoreTables(restore: Restore): Promise<string> {
  const { client, journal, pollMs, log, copyScaling } = restore;
  const { source, restored } = tablesOf(restore);
  const common = { client, at: new Date(journal.record.at), pollMs, log: (line: string) => log(`  ${line}`) };
  const one = async (definition: TableDefinition, name: 'main' | 'transient') => {
    await restoreTable({ ...common, definition, source: source[name], target: restored[name] });
    const indexes = definition.indexes.map((index) => index.name);
    const scaled = await copyScaling(source[name], restored[name], indexes);
    if (scaled > 0) log(`  ${restored[name]}: scaling of ${scaled} capacities`);
  };
  await Promise.all([one(MAIN_TABLE, 'main'), one(TRANSIENT_TABLE, 'transient')]);
  return `${restored.main} and ${restored.transient} are as they were at ${journal.record.at}`;
}

async function reportsOf(restore: Restore): Promise<readonly ChainReport[]> {
  return checkChains({ ...tablesOf(restore), headsOf: restore.headsOf });
}

function verify({ journal, log }: Restore, reports: readonly ChainReport[]): string {
  for (const line of reportLines(reports, new Date(journal.record.at))) log(`  ${line}`);
  if (isIntact(reports)) return `${reports.length} chains are what was published`;
  throw new NotAttached(
    'A restored chain is not what was published. Restore to an earlier point, before the first entry that differs. The deployment stays frozen.',
  );
}

async function carryChains(restore: Restore): Promise<string> {
  const { restored } = tablesOf(restore);
  const reports = await reportsOf(restore);
  const at = new Date(restore.journal.record.at);
  for (const report of reports) await carryOver(restored, report, at, restore.nowMs());
  const entries = reports.reduce((sum, { later }) => sum + later.length, 0);
  return `${entries} later entries stay in ${reports.length} chains`;
}

async function endEffects(restore: Restore): Promise<string> {
  const { journal, nowMs, log } = restore;
  const both = tablesOf(restore);
  const later = (await reportsOf(restore)).map(({ org, lost }) => [org, lost] as const);
  const changed = await endWhatRan({
    ...both,
    at: new Date(journal.record.at),
    later,
    nowMs: nowMs(),
    log: (line) => log(`  ${line}`),
  });
  return changed === 0 ? 'nothing ran after the point' : `${changed} requests that ran after the point never run again`;
}

const documents = (restore: Restore): Promise<string> =>
  takeBackDocuments({ ...tablesOf(restore), plane: restore.plane, log: (line) => restore.log(`  ${line}`) });

async function attachTables(restore: Restore): Promise<string> {
  await attachTo(restore, tablesOf(restore).restored);
  return `existingTables and frozen are set in ${restore.config}`;
}

/** The next deployment uses these tables, frozen. */
export async function attachTo({ config }: Run, { client, main, transient }: Tables): Promise<void> {
  const table = await described(client, main);
  attach(config, { main, mainStreamArn: table!.LatestStreamArn!, transient });
}

export async function thaw({ plane, config }: Run): Promise<string> {
  await switchOn({ plane, config });
  thawed(config);
  return 'callers are served; the next deployment switches gradual releases on again';
}

async function switchOn({ plane, config }: Pick<Run, 'plane' | 'config'>): Promise<void> {
  const reserved = reservedOf(readDeployment(config));
  await plane.enable();
  await plane.open(reserved);
}
