import { type Base, openBase } from './base';
import { deploy } from './instances';
import { runSchedule } from './schedule';

const RUNS = Number(process.env.SCHEDULES ?? 1000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

jest.setTimeout(60_000 + RUNS * 50);

describe('the whole service, where everything goes wrong', () => {
  let base: Base;
  beforeAll(async () => {
    base = await openBase();
  });

  test('keeps its promises', async () => {
    const deployment = deploy();
    const started = performance.now();
    const faults = new Map<string, number>();
    const came = new Map<string, number>();
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const ended = await runSchedule(base, deployment, seed);
      if (ended.violations.length > 0) throw new Error(`seed ${seed}: ${ended.violations.join('\n')}`);
      for (const [fault, count] of ended.faults) faults.set(fault, (faults.get(fault) ?? 0) + count);
      for (const what of ended.came) came.set(what, (came.get(what) ?? 0) + 1);
    }
    console.log(
      ((performance.now() - started) / RUNS).toFixed(2),
      'ms each',
      Object.fromEntries(faults),
      Object.fromEntries(came),
    );
  });
});
