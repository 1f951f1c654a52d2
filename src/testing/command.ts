/**
 * `npx --no-install request-authorization-service dev`: the local runner with its console and demo, kept in memory. The command `admin`
 * is a bundle of its own (`scripts/pack/admin.ts`).
 */
import { version } from '../../packages/client/package.json';
import { runCommand } from '../local/command';
import { parseOptions } from '../local/options';
import { RunnerError } from '../local/platform/errors';

const USAGE = `npx --no-install request-authorization-service dev [--port N] [--data-dir DIR] [--test-clock]
npx --no-install request-authorization-service admin --help
npx --no-install request-authorization-service --version

dev is the complete service on this machine, with the console and a demo organization. Requests are kept in memory.
admin creates the first organization of a deployment, and its admins and keys.

  --port N        listen on 127.0.0.1:N (default 8787; 0 takes any free port)
  --data-dir DIR  write demo.json, with the demo's keys and sign-in links, to DIR (default .local)
  --test-clock    let POST /local/clock {"advance_ms": N} move the clock`;

export function command([name = '--help', ...args]: readonly string[]): void {
  if (name === '--version') {
    console.log(version);
    return;
  }
  runCommand(USAGE, () => {
    if (name !== 'dev' && name !== '--help')
      throw new RunnerError(`"${name}" is not a command. The commands are dev and admin.`);
    return { ...parseOptions(name === 'dev' ? args : [name]), memory: true };
  });
}
