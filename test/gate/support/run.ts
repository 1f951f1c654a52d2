/** Programs for the gate, on the Node of Lambda. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathIn } from '../../../scripts/support/needed.cjs';
import { NODE_24 } from '../../support/needed';

export const SUITE = pathIn('test/packages', '.bin/conformance');
export const LIMIT_MS = 120_000;

/** What the client printed on both outputs. Clients exit with another code than 0 if a tool answers with an error. */
export function run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...more };
  return new Promise((resolve) => {
    execFile(NODE_24, args, { env, cwd: home, timeout: LIMIT_MS, maxBuffer: 2 ** 24 }, (_error, stdout, stderr) => {
      rmSync(home, { recursive: true, force: true });
      resolve(stdout + stderr);
    });
  });
}
