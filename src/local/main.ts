/** `npm start`: the service on one machine (docs/design.md#one-machine). */
import { greeting } from './greeting';
import { parseOptions, USAGE } from './options';
import { RunnerError } from './platform/errors';
import { startRunner } from './start';

// The SDK's notice about Node's versions is for developers and not for people who start the service.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return;
  }
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

main().catch(fail);
