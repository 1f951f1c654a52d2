/**
 * How often the tests that draw their inputs at random, or that repeat a race, do so. `npm test` does it often enough to
 * notice the seeded mutants; with TEST_EFFORT they do it that many times as often. The variable that a test names sets its count alone.
 */
const EFFORT = positive('TEST_EFFORT', process.env.TEST_EFFORT ?? '1');

/** Whether what is seen in several variants is to be looked at in all of them. */
export const isThorough = EFFORT > 1 || process.env.CI === 'true';

export function runs(variable: 'FUZZ_RUNS' | 'HISTORIES' | 'RACES' | 'SCHEDULES', usual: number): number {
  const wanted = process.env[variable];
  return wanted === undefined ? Math.ceil(usual * EFFORT) : positive(variable, wanted);
}

/** A count that is no number would run nothing, and pass. */
function positive(variable: string, text: string): number {
  const count = Number(text);
  if (!(count > 0)) throw new Error(`${variable} must be a positive number, not "${text}"`);
  return count;
}
