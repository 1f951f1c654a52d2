/** The runner's flags (docs/local.md). */
import { parseArgs } from 'node:util';
import type { DestinationSends } from '../adapters/destinations';
import type { DestinationRules } from '../service/delivery/rules/destination';
import { RunnerError } from './platform/errors';

export interface RunnerOptions {
  readonly port: number;
  /** Null uses a temporary directory, which is removed at the end. */
  readonly dataDir: string | null;
  /** Whether `POST /local/clock` moves the clock. */
  readonly testClock: boolean;
  /** Keep the tables in memory, without the embedded database. */
  readonly memory?: boolean;
  /** The endpoint of a DynamoDB to use instead of the embedded one. */
  readonly endpoint?: string | undefined;
  /** For example `linux-x64`. Default: this machine's. */
  readonly platform?: string;
  /** Adds the click-through demo: signing in, mail and proposals with clicks. `npm start` has it. */
  readonly demoPages?: boolean;
  /** The URL of the demo's platform action. Default: the runner's own sink. */
  readonly integrationUrl?: string;
  /** The time limit of one post. Default: the deployed limit. */
  readonly postTimeoutMs?: number;
  /** The allowed destinations on AWS, and what replaces AWS. Default: none. */
  readonly destinations?: LocalDestinations;
}

export interface CommandLine extends RunnerOptions {
  /** Prints the usage, and starts nothing. */
  readonly help: boolean;
}

export interface LocalDestinations {
  readonly rules: DestinationRules;
  readonly sends: DestinationSends;
}

export const USAGE = `npm start -- [--port N] [--data-dir DIR] [--ephemeral] [--memory] [--test-clock]

  --port N        listen on 127.0.0.1:N (default 8787; 0 takes any free port)
  --data-dir DIR  keep everything in DIR (default .local); not together with --ephemeral
  --ephemeral     keep nothing: a temporary directory, removed in the end; not together with --data-dir
  --memory        keep requests in memory alone, without a database
  --test-clock    let POST /local/clock {"advance_ms": N} move the clock

DYNAMODB_ENDPOINT=URL uses that DynamoDB endpoint instead of the embedded one.`;

/** Throws a `RunnerError` that says what is wrong. */
export function parseOptions(args: readonly string[]): CommandLine {
  const values = parsed(args);
  if (values.ephemeral && values['data-dir'] !== undefined) {
    throw new RunnerError('--ephemeral and --data-dir exclude each other: pass only one of them');
  }
  return {
    port: portOf(values.port),
    dataDir: values.ephemeral ? null : (values['data-dir'] ?? '.local'),
    testClock: values['test-clock'],
    help: values.help,
    memory: values.memory,
    demoPages: true,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        ephemeral: { type: 'boolean', default: false },
        memory: { type: 'boolean', default: false },
        'test-clock': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new RunnerError(
      `${sentence}; the flags are --port, --data-dir, --ephemeral, --memory, --test-clock and --help`,
    );
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 8787;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new RunnerError(`--port: ${JSON.stringify(text)} is not a port (0 to 65535)`);
  return port;
}
