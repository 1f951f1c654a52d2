/**
 * npm run soak [-- --minutes N] [--kill-every SECONDS]     by default eight minutes, and a kill every twenty seconds
 *
 * Two runners over one store, under a mixed load on loopback, with an endpoint that is down for half of the time. In the first
 * half, one of the two is killed with -9 again and again; in the second half, the slope of their memory is measured. Then more
 * concurrent calls than one has room for. Ends with exit code 1 if anything that was acknowledged is missing, an event is
 * missing or has two ids, the audit chain does not verify, memory grows, or refusals under overload are slow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Instances } from './soak/instances';
import { createLoad, type Load } from './soak/load';
import { Memory } from './soak/memory';
import { overload } from './soak/overload';
import { broken, hasArrived } from './soak/verify';
import { createProgress } from './support/progress';

const { values: given } = parseArgs({
  options: { minutes: { type: 'string', default: '8' }, 'kill-every': { type: 'string', default: '20' } },
});

/** This part of the half without kills is not measured, because the runners have just started. */
const WARM_UP = 1 / 3;

async function main(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'soak-'));
  const instances = await Instances.begin(directory);
  const load = await createLoad(instances);
  const memory = new Memory(instances);
  const progress = createProgress(Math.round(Number(given.minutes) * 60));
  const startedMs = Date.now();
  const told = setInterval(() => progress.at(Math.round((Date.now() - startedMs) / 1000), 'seconds of load'), 1000);
  try {
    const kills = await underLoad(instances, load, memory);
    clearInterval(told);
    progress.end();
    progress.say('Both are killed once more; then what is due is done, then more calls than one has room for…');
    for (const which of [0, 1]) await instances.killAndRestart(which);
    load.repair();
    await instances.settle(() => hasArrived(load));
    const runner = instances.runner;
    const crowd = await overload(runner);
    const judged = memory.judged();
    const faults = [...(await broken(runner, load)), ...judged.faults, ...crowd.faults];
    console.log(`${given.minutes} minutes, ${kills + 2} kills; ${load.told()}`);
    console.log(judged.told);
    console.log(crowd.told);
    console.log(faults.length === 0 ? 'nothing that was acknowledged is lost' : faults.join('\n'));
    return faults.length === 0 ? 0 : 1;
  } finally {
    clearInterval(told);
    memory.stop();
    await instances.end();
    await load.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns how many times one of the two was killed. */
async function underLoad(instances: Instances, load: Load, memory: Memory): Promise<number> {
  const lastsMs = Number(given.minutes) * 60_000;
  const startedMs = Date.now();
  const done = load.run(startedMs + lastsMs);
  let kills = 0;
  for (let next = startedMs + killEveryMs; next < startedMs + lastsMs / 2; next = Date.now() + killEveryMs) {
    await sleep(next - Date.now());
    // Either, and not only in turn.
    await instances.killAndRestart(kills++ + Math.round(Math.random()));
  }
  await sleep(startedMs + lastsMs * (1 / 2 + WARM_UP / 2) - Date.now());
  memory.judgeFromNow();
  await done;
  memory.stop();
  return kills;
}

const killEveryMs = Number(given['kill-every']) * 1000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

main().then((code) => process.exit(code));
