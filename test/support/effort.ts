/**
 * How much is tried of what takes long: TEST_EFFORT of it, so all of it at 1. `npm test` tries a sixteenth, because people wait
 * for it. In CI its commit decides which: the same commit tries the same again, and the next one other parts.
 *
 * Tests that draw their inputs at random, or that repeat a race, do so TEST_EFFORT times as often as is usual (an eighth
 * where it is not set), which is often enough to notice the seeded mutants. The variable that such a test names sets its count alone.
 */

const EFFORT = positive('TEST_EFFORT', process.env.TEST_EFFORT ?? '0.125');
const PARTS = process.env.TEST_EFFORT === undefined ? 16 : Math.max(1, Math.round(1 / EFFORT));
const NUMBER = Number(process.env.TEST_PART ?? Math.floor(Math.random() * PARTS ** 2));
/** The part that is tried. */
const PART = NUMBER % PARTS;
/** The part that is tried of what is in a slow test: in its own part, always the same of its cases would be. */
const PART_WITHIN = Math.floor(NUMBER / PARTS) % PARTS;

/** Whether everything is tried. */
export const isComplete = PARTS === 1;

/** Of one test at random, how often; of one race, how often it is run. */
export function runs(
  variable: 'EVENTS' | 'FUZZ_RUNS' | 'HISTORIES' | 'PROOFS' | 'RACES' | 'SCHEDULES',
  usual: number,
): number {
  const wanted = process.env[variable];
  return wanted === undefined ? Math.ceil(usual * EFFORT) : positive(variable, wanted);
}

/** Whether one of many cases is tried. */
export const isInShare = (place: number): boolean => place % PARTS === PART;

/** The cases that are tried: at least one, because a table of tests must have a row. */
export const share = <Case>(cases: readonly Case[]): readonly Case[] => partOf(cases, PART);
/** The same in a slow test. */
export const shareWithin = <Case>(cases: readonly Case[]): readonly Case[] => partOf(cases, PART_WITHIN);

function partOf<Case>(cases: readonly Case[], part: number): readonly Case[] {
  const tried = cases.filter((_, place) => place % PARTS === part);
  return tried.length > 0 ? tried : cases.slice(part % cases.length).slice(0, 1);
}

/** Whether what has this name is tried. */
export function isNamedInShare(name: string): boolean {
  return isInShare([...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0));
}

/**
 * A test that takes seconds, and on whose traces no other test depends. Of its own cases, `shareWithin` alone may choose.
 */
export const slowTest: jest.It = inShareOnly(() => test);
/** The same of all tests of a journey. */
export const slowDescribe: jest.Describe = inShareOnly(() => describe);

/** `block` is called late: the bench and some commands load this file too, and outside of jest there is no `test`. */
function inShareOnly<Block extends jest.It | jest.Describe>(block: () => Block): Block {
  const blockFor = (name: string) => (isNamedInShare(name) ? block() : block().skip);
  const chosen = (name: string, ...rest: unknown[]) => (blockFor(name) as never as Chosen)(name, ...rest);
  const each = (cases: readonly unknown[]) => (name: string, run: never, timeout?: number) =>
    blockFor(name).each(cases)(name, run, timeout);
  return Object.assign(chosen, { each }) as never as Block;
}
type Chosen = (name: string, ...rest: unknown[]) => void;

/** A count that is no number would run nothing, and pass. */
function positive(variable: string, text: string): number {
  const count = Number(text);
  if (!(count > 0)) throw new Error(`${variable} must be a positive number, not "${text}"`);
  return count;
}
