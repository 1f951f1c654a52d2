/** The packed test service and command: one bundle, with the console's files beside it. */
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPLACED } from '../../infra/bundling/bundle';
import { writeLicences } from '../../infra/bundling/licences';
import { oneBundle, ROOT } from './one-bundle';

const CLI = `#!/usr/bin/env node
const [name, ...args] = process.argv.slice(2);
if (name === 'admin') require('../admin/index.cjs').command(args);
else require('./index.cjs').command(process.argv.slice(2));
`;

/** What a consumer imports. The bundle also has the command. */
const ESM = `import bundle from './index.cjs';
export const { startTestService } = bundle;
`;

const TYPES = `import type { StartTestService } from '../client/types/src/testing/api.js';
export type * from '../client/types/src/testing/api.js';
export declare const startTestService: StartTestService;
`;

/** In `dist`, the folders `client` (which has the types), `testing` and `console` are beside each other. */
export function buildTesting(dist: string): void {
  const out = join(dist, 'testing');
  writeLicences(out, oneBundle('src/testing/index.ts', join(out, 'index.cjs'), { alias: REPLACED }));
  // What the runner serves as it is, it reads from beside its own code.
  for (const file of ['push-in-page.js', 'click-through/demo.css', 'click-through/demo.js'])
    cpSync(join(ROOT, 'src/local', file), join(out, basename(file)));
  writeFileSync(join(out, 'index.mjs'), ESM);
  writeFileSync(join(out, 'cli.cjs'), CLI);
  for (const file of ['index.d.mts', 'index.d.cts']) writeFileSync(join(out, file), TYPES);
  execFileSync(process.execPath, [join(ROOT, 'scripts/ensure-console.mjs')], { stdio: 'inherit' });
  cpSync(join(ROOT, 'dist/console'), join(dist, 'console'), { recursive: true });
}
