/**
 * The packed constructs, with every function and the console already built, so that an application only needs
 * `aws-cdk-lib` and `constructs`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundleFunction, FUNCTIONS, ROOT } from '../../infra/bundling/bundle';
import { writeTypes } from './types';

export function buildCdk(out: string): void {
  buildSync({
    entryPoints: [join(ROOT, 'infra/index.ts')],
    outfile: join(out, 'index.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['aws-cdk-lib', 'constructs', 'esbuild'],
    legalComments: 'none',
  });
  for (const entry of FUNCTIONS) bundleFunction(entry, join(out, 'functions', entry, 'index.js'));
  execFileSync(process.execPath, [join(ROOT, 'scripts/ensure-console.mjs')], { stdio: 'inherit' });
  cpSync(join(ROOT, 'dist/console'), join(out, 'console'), { recursive: true });
  writeTypes('infra/tsconfig.json', join(out, 'types'));
}
