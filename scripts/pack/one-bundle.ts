/** A part of the package that runs in Node: one bundle, with its packages. Returns what was bundled, for its licences. */
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { Inputs } from '../../infra/bundling/licences';

export const ROOT = join(__dirname, '../..');

export function oneBundle(entry: string, outfile: string, more: BuildOptions = {}): Inputs {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    // The modern builds of packages come first, because unused code can be removed from them.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'error',
    ...more,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  return output!.inputs;
}
