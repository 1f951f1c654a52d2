/** Reports what is exported and never imported, but types that declarations need. Without its tool it is skipped; CI never skips. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import ci from './support/ci.cjs';

if (!ci.IS_CI && !existsSync('tools/node_modules')) {
  console.log('Exports that nobody imports are not looked for. To look for them: npm ci --prefix tools');
} else {
  const args = ['tools/node_modules/knip/bin/knip.js', '-c', 'tools/knip.json', '--include', 'exports,types,files'];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
