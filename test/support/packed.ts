/** The package for consumers, packed once for all suites. */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from './made-once';

const ROOT = join(__dirname, '../..');

/** The path of the tarball. */
export function packed(): string {
  const folder = madeOnce('package', (out) => {
    execFileSync('npm', ['run', '-s', 'pack', '--', out], { cwd: ROOT, stdio: 'pipe' });
  });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
}
