/**
 * npm run simulate [-- --runs N] [--from SEED] [--processes N]     by default a million schedules
 * npm run simulate -- --seed SEED                                  one schedule, with everything that happened
 *
 * The complete service in one process, in which stores, queues, clocks and instances fail (test/simulation). Ends with
 * exit code 1 at the first schedule that broke a promise, and prints its seed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Base, openBase } from '../test/simulation/base';
import { runHeads } from '../test/simulation/heads';
import { type Deployment, deploy } from '../test/simulation/instances';
import { runLists } from '../test/simulation/lists';
import { type Ended, runSchedule } from '../test/simulation/schedule';
import { addTo, newSummary, printed } from '../test/simulation/summary';
import type { WorldOptions } from '../test/simulation/world';
import { createProgress, type Progress } from './support/progress';

interface Told {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly steps: number;
  readonly faults: readonly (readonly [string, number])[];
  readonly came: readonly string[];
}

const { values: given } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    from: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    /** Runs every n-th seed in a child process. */
    every: { type: 'string' },
  },
});

async function main(): Promise<number> {
  if (given.seed !== undefined) return tell(Number(given.seed));
  if (given.every !== undefined) return work(Number(given.from), Number(given.runs), Number(given.every));
  return simulate(Number(given.from), Number(given.runs), Number(given.processes));
}

/** Runs one schedule, step by step. */
async function tell(seed: number): Promise<number> {
  const { trace, violations } = await run(await openBase(), deploy(), seed, { trace: true });
  console.log([...(trace ?? []), ...violations].join('\n'));
  return violations.length === 0 ? 0 : 1;
}

/** The schedule of a seed; for some seeds, also one with workers who live from a list. */
async function run(base: Base, deployment: Deployment, seed: number, options?: WorldOptions): Promise<Ended> {
  const ended = await runSchedule(base, deployment, seed, options);
  if (ended.violations.length > 0 || seed % 3 === 1) return ended;
  // Two publishers of heads.
  if (seed % 3 === 2) {
    const { violations, lost } = await runHeads(base, deployment, seed);
    return { ...ended, violations, came: lost > 0 ? [...ended.came, 'lost the race for a head'] : ended.came };
  }
  const lists = await runLists(base, deployment, seed);
  const came = [...ended.came, ...(lists.claims > 0 ? ['claimed from a list'] : [])];
  return { ...ended, came, violations: lists.violations };
}

async function simulate(from: number, runs: number, processes: number): Promise<number> {
  const summary = newSummary();
  const progress = createProgress(runs);
  const children = Array.from({ length: processes }, (_, n) => {
    const count = Math.ceil((runs - n) / processes);
    const args = ['--from', String(from + n), '--runs', String(count), '--every', String(processes)];
    return fork(__filename, args, { execArgv: process.execArgv });
  });
  const broken = await Promise.all(children.map((child) => heard(child, children, summary, progress)));
  progress.end();
  console.log(printed(summary));
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

async function work(from: number, runs: number, every: number): Promise<number> {
  const [base, deployment] = [await openBase(), deploy()];
  let batch: Told[] = [];
  const send = () =>
    new Promise<void>((resolve) => {
      process.send!(batch, () => resolve());
      batch = [];
    });
  for (let n = 0; n < runs; n++) {
    const { seed, violations, steps, faults, came } = await run(base, deployment, from + n * every);
    batch.push({ seed, violations, steps, faults: [...faults], came });
    if (violations.length > 0) break;
    if (batch.length === 50) await send();
  }
  await send();
  process.disconnect();
  return 0;
}

main().then((code) => {
  process.exitCode = code;
});
