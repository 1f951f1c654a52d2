/** Seeds that once broke a promise. Each defect also has its own test, because a seed means less with every change. */
import { openBase } from './base';
import { deploy } from './instances';
import { runSchedule } from './schedule';

const FOUND = [
  [8, 'a retry loop that turned at full speed while its instance’s clock was behind'],
  [2162, 'a notice that was given back twice, the second time when it was another’s: told twice'],
] as const;

test.each(FOUND)('seed %i keeps the promise that it once broke: %s', async (seed) => {
  const { violations } = await runSchedule(await openBase(), deploy(), seed);
  expect(violations).toEqual([]);
});
