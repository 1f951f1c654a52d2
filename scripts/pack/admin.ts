/** The packed administration command: one bundle, with the clients of AWS and the complete search for credentials. */
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeLicences } from '../../infra/bundling/licences';

const ROOT = join(__dirname, '../..');

export function buildAdmin(out: string): void {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['scripts/admin/packaged.ts'],
    outfile: join(out, 'index.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    metafile: true,
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'error',
  });
  for (const { inputs } of Object.values(metafile.outputs)) writeLicences(out, inputs);
}
