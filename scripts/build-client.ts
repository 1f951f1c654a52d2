/** `npm run build:client`: the client package, for ESM and CommonJS, with types and without dependencies. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '..');
const OUT = join(ROOT, 'dist/client');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const [format, file] of [
  ['esm', 'index.mjs'],
  ['cjs', 'index.cjs'],
] as const) {
  buildSync({
    entryPoints: [join(ROOT, 'src/client/index.ts')],
    outfile: join(OUT, file),
    bundle: true,
    format,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
  });
}
// Types are checked by `npm run check:types`; here they are only written.
const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'src/client/tsconfig.json'), '--noCheck'], { stdio: 'inherit' });
mkdirSync(join(OUT, 'types/generated'), { recursive: true });
cpSync(join(ROOT, 'src/client/README.md'), join(OUT, 'README.md'));
cpSync(join(ROOT, 'generated/service.d.ts'), join(OUT, 'types/generated/service.d.ts'));
// The declarations are CommonJS modules of this package, so each kind of import gets its own entry.
for (const file of ['index.d.mts', 'index.d.cts']) {
  writeFileSync(join(OUT, file), "export * from './types/src/client/index.js';\n");
}
