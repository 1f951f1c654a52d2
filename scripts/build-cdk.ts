/**
 * `npm run build:cdk`: the constructs as they are packed, with every function and the console built beforehand, so that
 * an application that uses them needs `aws-cdk-lib` and `constructs` alone.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundleFunction, FUNCTIONS, ROOT } from '../infra/bundling/bundle';

const OUT = join(ROOT, 'dist/cdk');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
buildSync({
  entryPoints: [join(ROOT, 'infra/index.ts')],
  outfile: join(OUT, 'index.js'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['aws-cdk-lib', 'constructs', 'esbuild'],
  legalComments: 'none',
});
for (const entry of FUNCTIONS) bundleFunction(entry, join(OUT, 'functions', entry, 'index.js'));
execFileSync(process.execPath, [join(ROOT, 'scripts/ensure-console.mjs')], { stdio: 'inherit' });
cpSync(join(ROOT, 'dist/console'), join(OUT, 'console'), { recursive: true });
// Types are checked by `npm run check:types`; here they are only written.
const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'infra/tsconfig.json'), '--noCheck'], { stdio: 'inherit' });
