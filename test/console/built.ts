/** The console as it is shipped: built once for all suites, and anew when a source is newer. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');

/** Two suites that start at once do not build over each other. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/ensure-console.mjs')], { cwd: ROOT });
}
