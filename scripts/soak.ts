/**
 * npm run soak [-- --minutes N] [--kill-every SECONDS]     by default five minutes, and a kill every thirty seconds
 *
 * The runner as users start it, under a mixed load on loopback, killed with -9 again and again; then more concurrent
 * calls than it has room for. Ends with exit code 1 if anything that was acknowledged is missing, an event is missing
 * or has two ids, the audit chain does not verify, or refusals under overload are slow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, Life, rssMb } from './soak/life';
import { createLoad } from './soak/load';
import { overload } from './soak/overload';
import { broken } from './soak/verify';
import { createProgress } from './support/progress';

const { values: given } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, 'kill-every': { type: 'string', default: '30' } },
});

async function main(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'soak-'));
  const life = await Life.begin(join(directory, 'data'), await freePort());
  const load = await createLoad(life);
  const rss: number[] = [];
  const progress = createProgress(Math.round(Number(given.minutes) * 60));
  const startedMs = Date.now();
  const sampler = setInterval(() => {
    rss.push(rssMb(life.pid));
    progress.at(Math.round((Date.now() - startedMs) / 1000), 'seconds of load');
  }, 1000);
  try {
    const endsAtMs = Date.now() + Number(given.minutes) * 60_000;
    const done = load.run(endsAtMs);
    let kills = 0;
    for (let next = Date.now() + killEveryMs; next < endsAtMs; next = Date.now() + killEveryMs) {
      await sleep(next - Date.now());
      await life.killAndRestart();
      kills++;
    }
    await done;
    clearInterval(sampler);
    progress.end();
    progress.say('Killed once more; then more calls than it has room for…');
    await life.killAndRestart();
    await life.settle();
    const crowd = await overload(life);
    const faults = [...(await broken(life, load)), ...crowd.faults];
    console.log(`${given.minutes} minutes, ${kills + 1} kills; ${load.told()}`);
    console.log(`memory of the runner: ${halves(rss)}`);
    console.log(crowd.told);
    console.log(faults.length === 0 ? 'nothing that was acknowledged is lost' : faults.join('\n'));
    return faults.length === 0 ? 0 : 1;
  } finally {
    clearInterval(sampler);
    await life.end();
    await load.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const killEveryMs = Number(given['kill-every']) * 1000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** The highest value of all lives, in the first half and in the second. */
function halves(samples: readonly number[]): string {
  const known = samples.filter((mb) => mb > 0);
  const middle = known.length >> 1;
  const most = (part: readonly number[]) => Math.max(...part).toFixed(0);
  return `at most ${most(known.slice(0, middle))} MB in the first half, ${most(known.slice(middle))} MB in the second`;
}

main().then((code) => process.exit(code));
