/**
 * npm run soak [-- --minutes N] [--kill-every SECONDS]     by default eight minutes, and a kill every twenty seconds
 *
 * Two runners over one store, under a mixed load on loopback, with an endpoint that is down for half of the time, and two
 * gates for agents over one ledger in front of them. In the first half, a runner and a gate are killed with -9 again and
 * again; in the second half, the slope of their memory is measured.
 *
 * Prints a table for docs/reliability.md. Ends with exit code 1 if anything that was acknowledged is missing, an event is missing,
 * has two ids or is out of order, the audit chain does not verify, a call of an agent ran twice or without an approval, or memory
 * grows. Times are printed and decide nothing, because they depend on what else runs on the machine.
 *
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Calls } from './soak/calls';
import { Gates } from './soak/gates';
import { Instances } from './soak/instances';
import { createLoad, type Load } from './soak/load';
import { Memory } from './soak/memory';
import { faultsIn, tableOf } from './soak/table';
import { hasArrived, verified } from './soak/verify';
import { createProgress } from './support/progress';

const { values: given } = parseArgs({
  options: { minutes: { type: 'string', default: '8' }, 'kill-every': { type: 'string', default: '20' } },
});
const lastsMs = Number(given.minutes) * 60_000;
const killEveryMs = Number(given['kill-every']) * 1000;

/** This part of the half without kills is not measured, because the runners have just started. */
const WARM_UP = 1 / 3;

async function main(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'soak-'));
  process.env.NODE_OPTIONS = `--require ${join(__dirname, 'soak/collect.cjs')}`;
  process.env.SOAK_MEMORY = directory;
  const instances = await Instances.begin(directory);
  const load = await createLoad(instances);
  const calls = await Calls.begin(instances);
  const gates = await Gates.begin(directory, instances, calls.url);
  const memory = new Memory(directory, () => [...instances.all, ...gates.all]);
  try {
    return await soak({ instances, load, calls, gates, memory });
  } finally {
    memory.stop();
    await gates.end();
    await instances.end();
    await Promise.all([load.close(), calls.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Parts {
  readonly instances: Instances;
  readonly load: Load;
  readonly calls: Calls;
  readonly gates: Gates;
  readonly memory: Memory;
}

async function soak(parts: Parts): Promise<number> {
  const { instances, load, calls, gates, memory } = parts;
  const kills = await underLoad(parts);
  const open = await gates.rest();
  load.repair();
  await instances.settle(() => hasArrived(load));
  const { runner } = instances;
  const rows = [...(await verified(runner, load)), await calls.judged(runner, open), memory.judged(), load.measured()];
  const faults = faultsIn(rows);
  console.log(`${given.minutes} minutes; ${kills[0]} kills of a runner, ${kills[1]} of a gate\n`);
  console.log(`${tableOf(rows)}\n`);
  console.log(faults.length === 0 ? 'No promise is broken.' : faults.join('\n'));
  return faults.length === 0 ? 0 : 1;
}

/** Returns how many times a runner was killed, and a gate. */
async function underLoad({ instances, load, calls, gates, memory }: Parts): Promise<number[]> {
  const progress = createProgress(Math.round(lastsMs / 1000));
  const startedMs = Date.now();
  const told = setInterval(() => progress.at(Math.round((Date.now() - startedMs) / 1000), 'seconds of load'), 1000);
  const working = [load.run(startedMs + lastsMs), calls.run(gates, startedMs + lastsMs)];
  const kills = await killInTheFirstHalf(startedMs, [instances, gates]);
  await sleep(startedMs + lastsMs * (1 / 2 + WARM_UP / 2) - Date.now());
  memory.judgeFromNow();
  await sleep(startedMs + lastsMs - Date.now());
  memory.stop();
  clearInterval(told);
  progress.end();
  progress.say('All are killed once more; then what is due is done…');
  for (const which of [0, 1]) await Promise.all([instances, gates].map((each) => each.killAndRestart(which)));
  await Promise.all(working);
  return kills.map((count) => count + 2);
}

/** Returns how many times one of each pair was killed. */
function killInTheFirstHalf(startedMs: number, pairs: readonly (Instances | Gates)[]): Promise<number[]> {
  const untilMs = startedMs + lastsMs / 2;
  const kill = async (pair: Instances | Gates) => {
    let kills = 0;
    for (let next = startedMs + killEveryMs; next < untilMs; next = Date.now() + killEveryMs) {
      // Not all at the same instant.
      await sleep(next - Date.now() - Math.random() * 2000);
      // Either, and not only in turn.
      await pair.killAndRestart(kills++ + Math.round(Math.random()));
    }
    return kills;
  };
  return Promise.all(pairs.map(kill));
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

main().then((code) => process.exit(code));
