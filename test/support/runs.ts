/** How often a test at random draws, and a race is run. */

type Variable = 'EVENTS' | 'FUZZ_RUNS' | 'HISTORIES' | 'PROOFS' | 'RACES' | 'SCHEDULES';

/**
 * The number that stands at the test, multiplied by `RUNS` (1 where it is not set). The variable that the test names sets its
 * own number.
 */
export function runs(variable: Variable, usual: number): number {
  const wanted = process.env[variable];
  if (wanted !== undefined) return positive(variable, wanted);
  return Math.ceil(usual * positive('RUNS', process.env.RUNS ?? '1'));
}

/** A count that is no number would run nothing, and pass. */
function positive(variable: string, text: string): number {
  const count = Number(text);
  if (!(count > 0)) throw new Error(`${variable} must be a positive number, not "${text}"`);
  return count;
}
