/**
 * How often the tests that draw their inputs at random, or that repeat a race, do so: TEST_EFFORT times their usual count,
 * which is often enough to notice the seeded mutants. CI does half of it, and `npm test` alone a tenth, because people wait
 * for it. The variable that a test names sets its count alone.
 */
import { IS_CI } from '../../scripts/support/ci.cjs';

const EFFORT = positive('TEST_EFFORT', process.env.TEST_EFFORT ?? '0.1');

/** Whether what exists in several variants is tested in all of them. */
export const isThorough = EFFORT > 1 || IS_CI;

/** Whether everything is tried of which CI tries a part. */
export const isComplete = EFFORT >= 1;

export function runs(variable: 'FUZZ_RUNS' | 'HISTORIES' | 'RACES' | 'SCHEDULES', usual: number): number {
  const wanted = process.env[variable];
  return wanted === undefined ? Math.ceil(usual * EFFORT) : positive(variable, wanted);
}

const PARTS = Math.max(1, Math.round(1 / EFFORT));
const PART = Math.floor(Math.random() * PARTS);

/** Whether a case is tried in this run, where all of them take seconds: CI tries half of them, and another half the next time. */
export function isInShare(place: number): boolean {
  return place % PARTS === PART;
}

/** The cases of which each takes long that this run tries: never none, because a table of tests must have a row. */
export function share<Case>(cases: readonly Case[]): readonly Case[] {
  const inShare = cases.filter((_, place) => isComplete || isInShare(place));
  return inShare.length > 0 ? inShare : cases.slice(0, 1);
}

/** Whether one of many variants is tried that each take long: CI tries all, and `npm test` alone a tenth of them. */
export const isTried = (place: number): boolean => isThorough || isInShare(place);

/** The same of a few variants: `npm test` alone tries one. */
export function tried<Variant>(variants: readonly Variant[]): readonly Variant[] {
  return isThorough ? variants : [variants[Math.floor(Math.random() * variants.length)]!];
}

const isEachTried = isThorough || isComplete;
/** A test that takes seconds, and on whose traces no other test depends: CI runs it, and `npm test` alone skips it. */
export const testInCi: jest.It = isEachTried ? test : test.skip;
/** The same of all tests of a journey. */
export const describeInCi: jest.Describe = isEachTried ? describe : describe.skip;

/** A count that is no number would run nothing, and pass. */
function positive(variable: string, text: string): number {
  const count = Number(text);
  if (!(count > 0)) throw new Error(`${variable} must be a positive number, not "${text}"`);
  return count;
}
