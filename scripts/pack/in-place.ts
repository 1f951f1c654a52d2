/** What `npm pack ./packages/client` and `npm publish ./packages/client` run: it fills the folder, and empties it afterwards. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { verdictOf } from '../support/command';
import { fillPackage, PACKAGE, readManifest } from './fill';

emptyPackage();
const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } });
if (!values.remove) process.exitCode = verdictOf(fill);

function fill(): number {
  try {
    fillPackage(PACKAGE, readManifest(), true);
    return 0;
  } catch (error) {
    emptyPackage();
    throw error;
  }
}

function emptyPackage(): void {
  for (const name of readdirSync(PACKAGE))
    if (name !== 'package.json') rmSync(join(PACKAGE, name), { recursive: true });
}
