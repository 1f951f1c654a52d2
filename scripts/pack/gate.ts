/** The packed gate: the command `request-authorization-gate`, with the packages that only it needs, and what agents import. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';

const ROOT = join(__dirname, '../..');

const TYPES = `export * from '../client/types/src/gate/index.js';
`;

/** False if the packages of the gate are not installed: then the package has no gate. CI always has one. */
export function buildGate(out: string): boolean {
  if (process.env.CI === undefined && !existsSync(join(ROOT, 'src/gate/node_modules'))) {
    console.error('The package has no gate. To have it there: npm ci --prefix src/gate');
    return false;
  }
  const built: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    mainFields: ['module', 'main'],
    // Its paths name declarations, for the check of types alone.
    tsconfigRaw: {},
    // Several of these packages want their licence kept.
    legalComments: 'eof',
    logLevel: 'error',
  };
  const banner = { js: '#!/usr/bin/env node' };
  buildSync({ ...built, banner, entryPoints: ['src/gate/mcp/main.ts'], outfile: join(out, 'cli.cjs'), format: 'cjs' });
  buildSync({ ...built, entryPoints: ['src/gate/index.ts'], outfile: join(out, 'index.cjs'), format: 'cjs' });
  writeFileSync(join(out, 'index.mjs'), ESM);
  for (const file of ['index.d.mts', 'index.d.cts']) writeFileSync(join(out, file), TYPES);
  return true;
}

/** One bundle for both kinds of import, so that an error has one class. */
const ESM = `import bundle from './index.cjs';
export const { createToolGate, dynamodbLedger, gateFunction, gateTools, NotExecutedError, openFileLedger } = bundle;
`;
