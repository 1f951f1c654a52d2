/** Checks the types of the gate, which has packages of its own. Without them this is skipped; CI never skips. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import ci from './support/ci.cjs';

if (!ci.IS_CI && !existsSync('src/gate/node_modules')) {
  console.log('The types of the gate are not checked. To check them: npm ci --prefix src/gate');
} else {
  const args = ['node_modules/typescript-7/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'src/gate'];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
