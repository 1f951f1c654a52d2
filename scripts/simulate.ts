/**
 * npm run simulate [-- --runs N] [--from SEED] [--processes N]     by default a million schedules
 * npm run simulate -- --seed SEED [--shrink]                       one schedule, with everything that happened; or the
 *                                                                  fewest decisions that break the promise, as a test
 * npm run simulate -- --sabotage [PART] [--runs N]                 what it notices if something is removed, and how soon
 *
 * The complete service in one process, in which stores, queues, clocks and instances fail (test/simulation). Ends with
 * exit code 1 at the first schedule that broke a promise, and prints its seed; and if two kinds of things met too rarely in a
 * full run of a million, or if something that is wanted never happened.
 */
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openBase } from '../test/simulation/base';
import { deploy } from '../test/simulation/instances';
import { type Ended, runSchedule, type ScheduleOptions } from '../test/simulation/schedule';
import { replayed, scenarioText, shrink } from '../test/simulation/shrink';
import { addTo, neverCame, newSummary, printed, rarePairs } from '../test/simulation/summary';
import { bundled, started } from './simulate/bundle';
import { sabotage } from './simulate/sabotages';
import type { Told } from './simulate/worker';
import { createProgress, type Progress } from './support/progress';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1000000' },
    from: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    sabotage: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  if (given.seed !== undefined) return given.shrink ? shrinkOne(Number(given.seed)) : tell(Number(given.seed));
  if (given.sabotage)
    return (await sabotage(positionals[0] ?? '', Number(given.from), Math.min(Number(given.runs), 20_000))) ? 0 : 1;
  return simulate(Number(given.from), Number(given.runs), Number(given.processes));
}

/** Runs one schedule, step by step. */
async function tell(seed: number): Promise<number> {
  const { trace, violations } = await runSchedule(await openBase(), deploy(), seed, { trace: true });
  console.log([...(trace ?? []), ...violations].join('\n'));
  return violations.length === 0 ? 0 : 1;
}

/** The steps that are left of a schedule that fails, and the test that repeats them. */
async function shrinkOne(seed: number): Promise<number> {
  const base = await openBase();
  // Instances remember something of the schedules before, and a test that is pasted has new ones.
  const run = (options: ScheduleOptions) => runSchedule(base, deploy(), seed, options);
  const { violations } = await run({});
  if (violations.length === 0) {
    console.log(`seed ${seed} breaks no promise`);
    return 0;
  }
  const shrunk = await shrink(run, seed);
  const { trace } = await run({ ...replayed(shrunk), trace: true });
  const left = `${Object.keys(shrunk.decisions).length} decisions; its callers leave after ${shrunk.callersLeaveAfter} steps`;
  console.log((trace ?? []).join('\n'));
  console.log(`${shrunk.before} steps shrunk to ${left} (${shrunk.played} schedules played)\n`);
  console.log(scenarioText(shrunk, seed));
  return 1;
}

async function simulate(from: number, count: number, processes: number): Promise<number> {
  const summary = newSummary();
  const progress = createProgress(count);
  const code = await bundled('worker');
  const children = Array.from({ length: processes }, (_, n) => {
    const own = Math.ceil((count - n) / processes);
    return started(code, [from + n, own, processes].map(String));
  });
  const broken = await Promise.all(children.map((child) => heard(child, children, summary, progress)));
  progress.end();
  console.log(printed(summary));
  const { rare, isFull } = rarePairs(summary);
  if ((isFull && rare.length > 0) || neverCame(summary).length > 0) return 1;
  return broken.some((one) => one) ? 1 : 0;
}

/** True if a promise was broken or the child process failed. */
function heard(
  child: ChildProcess,
  all: readonly ChildProcess[],
  summary: ReturnType<typeof newSummary>,
  progress: Progress,
) {
  return new Promise<boolean>((resolve) => {
    let broken = false;
    child.on('message', (batch: readonly Told[]) => {
      for (const told of batch) {
        addTo(summary, { ...told, faults: new Map(told.faults) as Ended['faults'] });
        progress.at(summary.schedules, 'schedules');
        if (told.violations.length === 0) continue;
        broken = true;
        progress.say(`seed ${told.seed}: ${told.violations.join('\n')}`);
        for (const each of all) each.kill();
      }
    });
    child.on('exit', (code) => resolve(broken || code !== 0));
  });
}

main().then((code) => {
  process.exitCode = code;
});
