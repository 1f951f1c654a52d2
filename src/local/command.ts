/** Runs the service until a signal ends it: for `npm start`, and for the package's command `dev`. */

import { relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { CommandLine, RunnerOptions } from './options';
import { RunnerError } from './platform/errors';
import { type Running, startRunner } from './start';

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

/** The text that `npm start` prints: what is running, and what to try. */
export function greeting(
  { baseUrl, demoFile, memory }: Running,
  { testClock, dataDir }: RunnerOptions,
  node: string = process.versions.node,
): string {
  const file = relative(process.cwd(), demoFile) || demoFile;
  const people = baseUrl.replace('127.0.0.1', 'localhost');
  return [
    '',
    `  Open ${people} and sign in with one click.`,
    '  This is a demo: anybody who can reach this port can act as any of these operators.',
    '',
    `  Programs use the service on ${baseUrl}`,
    `  Keys, operators and sign-in links of the demo organization: ${file}`,
    ...(testClock
      ? [`  Clock: curl ${baseUrl}/local/clock -H 'content-type: application/json' -d '{"advance_ms":60000}'`]
      : []),
    ...kept(memory, dataDir),
    ...maintained(node),
    '',
    '  The README walks from a proposal to a reported execution. Ctrl-C stops.',
    '',
  ].join('\n');
}

function kept(memory: Running['memory'], dataDir: string | null): string[] {
  if (memory === 'no binary') {
    return [
      `  There is no embedded database for ${process.platform}-${process.arch}: requests are kept in memory, and are gone when this ends.`,
      '  To keep them, set DYNAMODB_ENDPOINT to a DynamoDB endpoint (DynamoDB Local, for example).',
    ];
  }
  if (memory === 'chosen') return ['  Requests are kept in memory, and are gone when this ends.'];
  return dataDir === null ? ['  The data is deleted when this ends.'] : [];
}

/** Odd versions of Node are maintained for half a year, and 20 until April 2026. */
function maintained(node: string): string[] {
  const major = Number.parseInt(node, 10);
  if (major >= 22 && major % 2 === 0) return [];
  return [`  Node ${node} gets no security fixes any more. Use Node 22, 24 or 26; 24 is what runs in Lambda.`];
}
