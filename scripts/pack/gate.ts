/** The packed command `request-authorization-gate`: one bundle, with the packages that only the gate needs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '../..');

/** False if the packages of the gate are not installed: then the package has no gate. CI always has one. */
export function buildGate(out: string): boolean {
  if (process.env.CI === undefined && !existsSync(join(ROOT, 'src/gate/node_modules'))) {
    console.error('The package has no gate. To have it there: npm ci --prefix src/gate');
    return false;
  }
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['src/gate/mcp/main.ts'],
    outfile: join(out, 'cli.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    mainFields: ['module', 'main'],
    banner: { js: '#!/usr/bin/env node' },
    // Several of these packages want their licence kept.
    legalComments: 'eof',
    logLevel: 'error',
  });
  return true;
}
