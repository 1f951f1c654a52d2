/** `npx --no-install request-authorization-service dev`: the local runner with its console and demo, kept in memory. */
import { runCommand } from '../local/command';
import { parseOptions } from '../local/options';
import { RunnerError } from '../local/platform/errors';

const USAGE = `npx --no-install request-authorization-service dev [--port N] [--data-dir DIR] [--test-clock]

The complete service on this machine, with the console and a demo organization. Requests are kept in memory.

  --port N        listen on 127.0.0.1:N (default 8787; 0 takes any free port)
  --data-dir DIR  write demo.json, with the demo's keys and sign-in links, to DIR (default .local)
  --test-clock    let POST /local/clock {"advance_ms": N} move the clock`;

export function command([name = '--help', ...args]: readonly string[]): void {
  runCommand(USAGE, () => {
    if (name !== 'dev' && name !== '--help') throw new RunnerError(`"${name}" is not a command. The command is dev.`);
    return { ...parseOptions(name === 'dev' ? args : [name]), memory: true };
  });
}
