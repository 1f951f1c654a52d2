/** The package for consumers, packed once for all suites. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IS_CI } from '../../scripts/support/ci.cjs';
import { madeOnce } from './made-once';

const ROOT = join(__dirname, '../..');

/** Whether the package has the gate, which needs packages of its own. CI always has it. */
export const HAS_GATE = IS_CI || existsSync(join(ROOT, 'src/gate/node_modules'));

/** The path of the tarball. */
export function packed(): string {
  const folder = madeOnce(HAS_GATE ? 'package' : 'package-without-gate', (out) => {
    const args = HAS_GATE ? [] : ['--without-gate'];
    execFileSync('npm', ['run', '-s', 'pack', '--', out, ...args], { cwd: ROOT, stdio: 'pipe' });
  });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
}
