/** A gate as a process of its own, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { TYPESCRIPT } from '../../support/typescript';

const ROOT = join(__dirname, '../../..');

/** Resolves when it serves. */
export function startGate(
  file: string,
  keys: Readonly<Record<'proposer' | 'worker', string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    GATE_PROPOSER_KEY: keys.proposer,
    GATE_WORKER_KEY: keys.worker,
    GATE_INTENT_KEYS: Buffer.alloc(32, 7).toString('base64'),
    ...more,
  };
  // A package of the gate has only modules of ECMAScript.
  const args = ['--conditions=import', ...TYPESCRIPT, 'src/gate/main.ts', '--config', file];
  // A gate ends when its standard input does.
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`a gate did not start: ${said}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      // What it logs while it runs is not kept.
      if (said.includes(' serves ')) return;
      said += chunk.toString();
      if (said.includes(' serves ')) resolve(child);
    });
  });
}

export function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
