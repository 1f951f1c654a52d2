/** The steps of a restore, in their order. Each can be repeated, and the journal says which are done. */
import { appendFileSync } from 'node:fs';
import { attach, readDeployment, reservedOf, thawed } from './attach';
import { problemsBefore, readinessFor } from './checks';
import { takeName } from './name';
import type { Backlog } from './plane';
import { carryChains, endEffects, takeBack, verify } from './repair';
import type { Restore, Step } from './run';
import { described } from './tables';
import { makeTables, namesOf, tablesOf } from './target';

/** One list for every restore. Only `tables` knows where the main table comes from. */
export const STEPS: readonly Step[] = [
  { name: 'check', run: check },
  { name: 'close', run: async ({ plane }) => said(await plane.close(), 'callers are refused') },
  { name: 'drain', run: drain },
  { name: 'disable', run: async ({ plane }) => said(await plane.disable(), 'stream, queues and schedules are off') },
  { name: 'stop', run: async ({ plane }) => `${await plane.stopExecutions()} executions ended` },
  { name: 'archive', run: archive },
  { name: 'tables', run: makeTables },
  { name: 'verify', run: verify },
  // Before the chains, because it compares where both of them end.
  { name: 'effects', run: endEffects },
  { name: 'chains', run: carryChains },
  { name: 'documents', run: takeBack },
  { name: 'secrets', run: ({ plane, config }) => plane.promoteSecrets(config) },
  { name: 'attach', run: attachTables },
  { name: 'name', run: takeName },
  {
    name: 'deploy',
    run: async ({ plane, config }) => said(await plane.deploy(config), 'the tables are in use, frozen'),
  },
  { name: 'purge', run: async ({ plane }) => said(await plane.purge(), 'queues and dead letters are empty') },
  { name: 'thaw', run: thaw },
  { name: 'smoke', run: async ({ plane }) => said(await plane.smoke(), 'a request passed') },
];

const PREPARED = STEPS.filter(({ name }) => name === 'tables' || name === 'verify');

/** The steps that take long, while the service runs. Neither the service nor the file is touched. */
export async function prepare(restore: Restore): Promise<void> {
  // The run that follows checks again: its credentials may be others.
  await check(restore);
  await runSteps(restore, PREPARED);
}

const said = (_: void, what: string): string => what;

/** Continues after the last completed step. */
export async function runSteps(restore: Restore, steps: readonly Step[]): Promise<void> {
  const { journal, log, nowMs } = restore;
  const done = steps.filter(({ name }) => name in journal.record.done);
  if (done.length > 0) log(`done before: ${done.map(({ name }) => name).join(', ')}`);
  for (const [index, { name, run }] of steps.entries()) {
    if (name in journal.record.done) continue;
    const place = `${index + 1}/${steps.length} ${name}`;
    log(`${place} …`);
    const startedAtMs = nowMs();
    const done = await run(restore);
    const { what, found } = typeof done === 'string' ? { what: done, found: {} } : done;
    journal.add(name, what, found);
    log(`${place}: ${what} (${((nowMs() - startedAtMs) / 1000).toFixed(1)} s)`);
  }
}

/** Serves callers on the tables in use, as before. What was archived stays in its file: sweeps find what is due. */
export async function cancelRestore({
  plane,
  journal,
  config,
}: Pick<Restore, 'plane' | 'journal' | 'config'>): Promise<string> {
  const { done } = journal.record;
  if ('attach' in done)
    throw new Error(`${config} names the restored tables already: run the command without --cancel.`);
  // A standby was frozen before, and must not decide beside the first region.
  const { frozen } = readDeployment(config);
  if (!frozen) await switchOn({ plane, config });
  journal.forget();
  const { main, transient } = namesOf(journal.record);
  const { source } = journal.record;
  const made = 'tables' in done ? `; delete ${main} and ${transient}` : '';
  const served = frozen ? 'the deployment stays frozen' : 'callers are served';
  return `canceled: ${served} on ${source.main} and ${source.transient}${made}`;
}

async function check({ client, plane, journal, config, log }: Restore): Promise<string> {
  const { at, source, copy } = journal.record;
  const { main: target } = namesOf(journal.record);
  const warn = (line: string) => log(`  ${line}`);
  const problems =
    copy === undefined
      ? await problemsBefore({ client, plane, config, at: new Date(at), tables: [source.main], target, warn })
      : (await readinessFor({ client, plane, config, copy, source })).problems;
  if (problems.length === 0) return 'the point, the account and the region are right';
  // Another point may have the same suffix.
  journal.forget();
  throw new Error(`Nothing was closed. ${problems.join(' ')}`);
}

/**
 * Waits until all decisions have reached the audit chain of the lost table, from which they are carried over. Timers that
 * are not due yet, and messages that fail repeatedly, are archived.
 */
async function drain({ plane, config, drainMs, quietMs, nowMs, pollMs, log }: Restore): Promise<string> {
  if (readDeployment(config).frozen) return 'the deployment was frozen before: nothing empties its queues';
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

async function attachTables(restore: Restore): Promise<string> {
  const { client, config } = restore;
  const { main, transient } = tablesOf(restore).restored;
  const table = await described(client, main);
  attach(config, { main, mainStreamArn: table!.LatestStreamArn!, transient });
  return `existingTables and frozen are set in ${config}`;
}

async function thaw({ plane, config }: Restore): Promise<string> {
  await switchOn({ plane, config });
  thawed(config);
  return 'callers are served; the next deployment switches gradual releases on again';
}

async function switchOn({ plane, config }: Pick<Restore, 'plane' | 'config'>): Promise<void> {
  const reserved = reservedOf(readDeployment(config));
  await plane.enable();
  await plane.open(reserved);
}
