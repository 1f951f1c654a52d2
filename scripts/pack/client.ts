/** The packed client: ESM and CommonJS, with types and without dependencies. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeTypes } from './types';

const ROOT = join(__dirname, '../..');

export function buildClient(out: string): void {
  for (const [source, format, file] of [
    ['index.ts', 'esm', 'index.mjs'],
    ['index.ts', 'cjs', 'index.cjs'],
    // CommonJS, so that a bundler does not look for exports in it and people see its message.
    ['browser.ts', 'cjs', 'browser.cjs'],
  ] as const) {
    buildSync({
      entryPoints: [join(ROOT, 'src/client', source)],
      outfile: join(out, file),
      bundle: true,
      format,
      platform: 'node',
      target: 'node20',
      legalComments: 'none',
    });
  }
  writeTypes('src/client/tsconfig.json', join(out, 'types'));
  mkdirSync(join(out, 'types/generated'), { recursive: true });
  cpSync(join(ROOT, 'generated/service.d.ts'), join(out, 'types/generated/service.d.ts'));
  // The declarations are CommonJS modules of this package, so each kind of import has its own entry.
  for (const file of ['index.d.mts', 'index.d.cts']) {
    writeFileSync(join(out, file), "export * from './types/src/client/index.js';\n");
  }
}
