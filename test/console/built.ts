/** The console as it is shipped: built once for all suites, and again if a source is newer. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');

/** Two suites that start at the same time do not overwrite each other's build. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/ensure-console.mjs')], { cwd: ROOT });
}
