/** The process: standard output belongs to MCP, so everything that people read is written to standard error. */
import { start, USAGE, UsageError } from './command';

const say = (text: string) => process.stderr.write(`${text}\n`);
const log = (message: string, fields: object) =>
  say(JSON.stringify({ at: new Date().toISOString(), message, ...fields }));

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(USAGE);
else
  start(args, process.env, log).then(
    ({ greeting, stop }) => {
      say(greeting);
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void stop().finally(() => process.exit()));
      // A client of stdio ends the gate by closing the pipe.
      process.stdin.once('end', () => void stop().finally(() => process.exit()));
    },
    (error: unknown) => {
      say(error instanceof UsageError ? error.message : `The gate could not start: ${(error as Error).message}`);
      process.exitCode = 2;
    },
  );
