/** The process: standard output belongs to MCP, so everything that people read is written to standard error. */
import { parseArgs } from 'node:util';
import { version } from '../../../packages/client/package.json';
import { start, USAGE, UsageError } from './command';
import { INIT_USAGE, init } from './init';

const say = (text: string) => process.stderr.write(`${text}\n`);
const log = (message: string, more: object) => say(JSON.stringify({ at: new Date().toISOString(), message, ...more }));

const args = process.argv.slice(2);
// Behind `--` is the command of a server, with options of its own.
const { values } = parseArgs({
  strict: false,
  options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
});
if (values.version) process.stdout.write(`${version}\n`);
else if (values.help) process.stdout.write(args[0] === 'init' ? INIT_USAGE : USAGE);
else if (args[0] === 'init') init(args.slice(1), process.env, log).then((text) => process.stdout.write(text), fail);
else
  start(args, process.env, log).then(({ greeting, stop }) => {
    say(greeting);
    const end = () => void stop().finally(() => process.exit());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
    // A client of stdio ends the gate by closing the pipe.
    process.stdin.once('end', end);
  }, fail);

function fail(error: unknown): void {
  say(error instanceof UsageError ? error.message : `The gate could not start: ${(error as Error).message}`);
  process.exit(2);
}
