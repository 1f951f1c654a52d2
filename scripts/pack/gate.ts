/** The packed gate: the command `request-authorization-gate`, with the packages that only it needs, and what agents import. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { writeLicences } from '../../infra/bundling/licences';

const ROOT = join(__dirname, '../..');

const TYPES = `export * from '../client/types/src/gate/index.js';
`;

export function buildGate(out: string): void {
  const built: BuildOptions & { metafile: true } = {
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    mainFields: ['module', 'main'],
    // Its paths name declarations, for the check of types alone.
    tsconfigRaw: {},
    legalComments: 'none',
    logLevel: 'error',
  };
  const banner = { js: '#!/usr/bin/env node' };
  // Each part of the command is a bundle, so that a hook reads nothing of MCP.
  const parts = ['./hook/main', './mcp/main'];
  const command = buildSync({
    ...built,
    banner,
    entryPoints: ['src/gate/main.ts'],
    outfile: join(out, 'cli.cjs'),
    format: 'cjs',
    external: parts,
  });
  const loaded = parts.map((part) =>
    buildSync({ ...built, entryPoints: [`./src/gate/${part}.ts`], outfile: join(out, `${part}.js`), format: 'cjs' }),
  );
  const imported = buildSync({
    ...built,
    entryPoints: ['src/gate/index.ts'],
    outfile: join(out, 'index.cjs'),
    format: 'cjs',
  });
  const outputs = [command, ...loaded, imported].flatMap(({ metafile }) => Object.values(metafile.outputs));
  writeLicences(out, ...outputs.map(({ inputs }) => inputs));
  writeFileSync(join(out, 'index.mjs'), ESM);
  for (const file of ['index.d.mts', 'index.d.cts']) writeFileSync(join(out, file), TYPES);
}

/** One bundle for both kinds of import, so that an error has one class. */
const ESM = `import bundle from './index.cjs';
export const { createToolGate, dynamodbLedger, gateFunction, gateTools, NotExecutedError, openFileLedger } = bundle;
`;
