/** Seeds that once broke a promise. Each defect also has its own test, because a seed means less with every change. */
import { openBase } from './base';
import { deploy } from './instances';
import { Restore } from './restore';
import { type Kind, runAlone, runSchedule } from './schedule';

const FOUND = [
  [8, ['codes'], 'a retry loop that turned at full speed while its instance’s clock was behind'],
  [2162, ['codes'], 'a notice that was given back twice, the second time when it was another’s: told twice'],
  [13, ['groups'], 'a request whose groups had the members of an instant before it was made'],
  [43301, ['signed', 'endpoints', 'restore'], 'a request that a restore brought back without its display'],
] as const satisfies readonly (readonly [number, readonly Kind[], string])[];

test.each(FOUND)('seed %i of %j keeps the promise that it once broke: %s', async (seed, kinds) => {
  const { violations } = await runSchedule(await openBase(), deploy(), seed, { kinds });
  expect(violations).toEqual([]);
});

// An instance remembered a read that never ended, and every later message waited for it.
test.each([32, 37, 47, 64, 116])('seed %i of a restore with five sealed requests comes to rest', async (seed) => {
  const { violations } = await runAlone((world, base) => new Restore(world, base, 5), await openBase(), deploy(), seed);
  expect(violations).toEqual([]);
});
