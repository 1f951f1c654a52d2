/** Runs the service until a signal ends it: for `npm start`, and for the package's command `dev`. */
import { setFlagsFromString } from 'node:v8';
import { greeting } from './greeting';
import type { CommandLine } from './options';
import { RunnerError } from './platform/errors';
import { startRunner } from './start';

/** `read` throws a `RunnerError` if the command line is wrong. */
export function runCommand(usage: string, read: () => CommandLine): void {
  run(usage, read).catch(fail);
}

/**
 * How much the heap may grow before V8 collects it as a whole, in percent. V8 alone lets it grow to a multiple, and the process
 * has twice the memory of its start after some hundred lifecycles, most of it garbage. This is no limit that could end it.
 */
const HEAP_GROWS_PERCENT = 15;

async function run(usage: string, read: () => CommandLine): Promise<void> {
  const options = read();
  if (options.help) {
    console.log(usage);
    return;
  }
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_PERCENT}`);
  const running = await startRunner(options);
  let stopping = false;
  const stop = () => {
    // A second Ctrl-C does not wait.
    if (stopping) process.exit(130);
    stopping = true;
    running.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  void running.died.then((said) => {
    if (!stopping) fail(new RunnerError(`the embedded database ended: ${said}`));
  });
  console.log(greeting(running, options));
}

function fail(error: unknown): never {
  // A failure that a person can fix is one line. A defect of the runner keeps its stack.
  console.error(error instanceof RunnerError ? error.message : error);
  process.exit(1);
}
