/** A failing schedule becomes a short test. */
import { ModuleKind, transpileModule } from 'typescript';
import { openBase } from './base';
import { deploy } from './instances';
import { kindsOf, runSchedule, type ScheduleOptions } from './schedule';
import { replayed, type Shrunk, scenarioText, shrink } from './shrink';
import type { Sabotage } from './world';

jest.setTimeout(120_000);

describe('a schedule that breaks a promise', () => {
  /** A claim without its condition: two workers get one intent. */
  const sabotage: Sabotage = { loosen: /lease_expires_at/ };
  let seed = 0;
  let shrunk: Shrunk;
  let run: (options: ScheduleOptions) => ReturnType<typeof runSchedule>;

  beforeAll(async () => {
    const base = await openBase();
    // Instances remember something of the schedules before.
    run = (options) => runSchedule(base, deploy(), seed, options);
    // Workers of this kind compete from the first steps on.
    do seed++;
    while (!kindsOf(seed).includes('codes') || (await run({ sabotage })).violations.length === 0);
    shrunk = await shrink((options) => run({ ...options, sabotage }), seed);
  });

  it('a schedule that breaks a promise is shrunk to a few decisions and steps, and still breaks it', async () => {
    expect(shrunk.callersLeaveAfter).toBeLessThanOrEqual(Math.min(shrunk.before, 100));
    expect(Object.keys(shrunk.decisions).length).toBeLessThanOrEqual(20);
    expect((await run({ ...replayed(shrunk), sabotage })).violations).toContain(shrunk.violation);
  });

  it('a shrunk schedule breaks no promise when the service keeps it', async () => {
    expect((await run(replayed(shrunk))).violations).toEqual([]);
  });

  it('the printed scenario is a test that fails while the promise is broken, and passes when it is kept', async () => {
    const { outputText } = transpileModule(scenarioText(shrunk, seed), {
      compilerOptions: { module: ModuleKind.CommonJS },
    });
    const pasted = (broken: object): Promise<void> => {
      const tests: (() => Promise<void>)[] = [];
      const names = {
        it: (_: string, test: () => Promise<void>) => tests.push(test),
        runSchedule: (...[base, deployment, of, options]: Parameters<typeof runSchedule>) =>
          runSchedule(base, deployment, of, { ...options, ...broken }),
        expect,
        openBase,
        deploy,
        replayed,
      };
      new Function(...Object.keys(names), outputText)(...Object.values(names));
      return tests[0]!();
    };
    await pasted({});
    await expect(pasted({ sabotage })).rejects.toThrow('toEqual');
  });

  it('a schedule that breaks no promise is not shrunk', async () => {
    await expect(shrink((options) => run(options), seed)).rejects.toThrow('breaks no promise');
  });
});
