/** The packed gate: the command `request-authorization-gate`, with the packages that only it needs, and what agents import. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLicences } from '../../infra/bundling/licences';
import { oneBundle } from './one-bundle';

const TYPES = `export * from '../client/types/src/gate/index.js';
`;

export function buildGate(out: string): void {
  // Its paths name declarations, for the check of types alone.
  const built = { tsconfigRaw: {} };
  const banner = { js: '#!/usr/bin/env node' };
  // Each part of the command is a bundle, so that a hook reads nothing of MCP.
  const parts = ['./hook/main', './mcp/main'];
  writeLicences(
    out,
    oneBundle('src/gate/main.ts', join(out, 'cli.cjs'), { ...built, banner, external: parts }),
    ...parts.map((part) => oneBundle(`./src/gate/${part}.ts`, join(out, `${part}.js`), built)),
    oneBundle('src/gate/index.ts', join(out, 'index.cjs'), built),
  );
  writeFileSync(join(out, 'index.mjs'), ESM);
  for (const file of ['index.d.mts', 'index.d.cts']) writeFileSync(join(out, file), TYPES);
}

/** One bundle for both kinds of import, so that an error has one class. */
const ESM = `import bundle from './index.cjs';
export const { createToolGate, dynamodbLedger, gateFunction, gateTools, NotExecutedError, openFileLedger } = bundle;
`;
