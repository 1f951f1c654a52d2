/** What a run leaves out, another run tries. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Effort from '../support/effort';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

function effortOf(variables: Record<string, string>): typeof Effort {
  Object.assign(process.env, variables);
  let effort = {} as typeof Effort;
  jest.isolateModules(() => {
    effort = require('../support/effort');
  });
  return effort;
}
const quarters = () => [0, 1, 2, 3].map((part) => effortOf({ TEST_EFFORT: '0.25', TEST_PART: `${part}` }));
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7];
const NAMES = ['a page', 'a journey', 'a restore', 'a kill', 'a flood of requests'];

it('four runs of a quarter try each case once', () => {
  const tried = quarters().flatMap(({ share }) => share(PLACES));
  expect(tried.sort()).toEqual(PLACES);
});

it('four runs of a quarter try each named test once, and not all in one of them', () => {
  const counts = quarters().map(({ isNamedInShare }) => NAMES.filter(isNamedInShare));
  expect(counts.flat().sort()).toEqual([...NAMES].sort());
  expect(counts.filter((names) => names.length > 0).length).toBeGreaterThan(1);
});

it('a table of fewer cases than parts has one row in each run, and each case in some run', () => {
  const tried = quarters().map(({ share }) => share(['first', 'second']));
  expect(tried.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  expect(new Set(tried.flat())).toEqual(new Set(['first', 'second']));
});

it.each(['1', '5'])('everything is tried at an effort of %s', (effort) => {
  const { isComplete, isNamedInShare, share } = effortOf({ TEST_EFFORT: effort, TEST_PART: '3' });
  expect([isComplete, share(PLACES), NAMES.filter(isNamedInShare)]).toEqual([true, PLACES, NAMES]);
});

it('the runs that try a slow test try each of its cases once', () => {
  const runs = [0, 1, 2, 3].map((n) => effortOf({ TEST_EFFORT: '0.25', TEST_PART: `${3 + 4 * n}` }));
  expect(runs.map(({ isNamedInShare }) => NAMES.filter(isNamedInShare))).toEqual(
    Array(4).fill(NAMES.filter(runs[0]!.isNamedInShare)),
  );
  expect(runs.flatMap(({ shareWithin }) => shareWithin(PLACES)).sort()).toEqual(PLACES);
  expect(effortOf({ TEST_EFFORT: '1', TEST_PART: '7' }).shareWithin(PLACES)).toEqual(PLACES);
});

it('a suite of which a whole part is slow chooses among its cases by `shareWithin`, or always the same would be tried', () => {
  const suites = readdirSync(join(__dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules') && !name.endsWith('effort.test.ts'))
    .map((name) => ({ name, text: readFileSync(join(__dirname, '..', name), 'utf8') }))
    .filter(({ text }) => /\bslowDescribe(InBrowser)?\b/.test(text));
  expect(suites.length).toBeGreaterThan(10);
  expect(suites.filter(({ text }) => /\b(share|is(Named)?InShare)[(<]/.test(text)).map(({ name }) => name)).toEqual([]);
});

it('if no effort is set, each case is tried by one run of sixteen, and random tests make an eighth of what is usual', () => {
  delete process.env.TEST_EFFORT;
  const cases = Array.from({ length: 32 }, (_, place) => place);
  const runs = cases.slice(0, 16).map((part) => effortOf({ TEST_PART: `${part}` }));
  expect(runs.flatMap(({ share }) => share(cases)).sort((one, other) => one - other)).toEqual(cases);
  expect(runs[0]!.runs('PROOFS', 80)).toBe(10);
});

it('a run of the same part tries the same again', () => {
  const run = () => effortOf({ TEST_EFFORT: '0.25', TEST_PART: '230382940' }).share(PLACES);
  expect(run()).toEqual(run());
  expect(run()).toEqual([0, 4]);
});

it.each(['0', '-1', 'much'])('an effort of %s is refused, because it would try nothing and pass', (effort) => {
  expect(() => effortOf({ TEST_EFFORT: effort })).toThrow('TEST_EFFORT must be a positive number');
});
