/** Writes declarations with the compiler of `npm run check:types`, which has already checked them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

export function writeTypes(project: string, out: string): void {
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const args = [tsc, '-p', join(ROOT, project), '--noCheck', '--outDir', out];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
