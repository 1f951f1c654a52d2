/** `request-authorization-gate`: reads its options and its configuration, and says what is wrong with them. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Caller, type GateConfig, type GateLog, parseConfig } from '../core';
import { callerNamed } from './callers';
import { listen } from './http';
import { type Environment, SECRETS, startGate } from './start';
import { STDIO_WARNING, serveOver } from './stdio';

export const USAGE = `request-authorization-gate --config FILE

Puts the tools of MCP servers behind people. It listens where the configuration says, over Streamable HTTP.

  --config FILE  the configuration, as JSON (docs/gate.md)
  --stdio        serve standard input and output instead of HTTP, to try it on one machine
  --caller NAME  with --stdio: which of the configured callers you are

Environment variables, because secrets belong in no file:
${Object.entries(SECRETS)
  .map(([name, what]) => `  ${name.padEnd(17)}  ${what}`)
  .join('\n')}
`;

interface Started {
  /** For the person who started it. */
  readonly greeting: string;
  stop(): Promise<void>;
}

export class UsageError extends Error {}

/** Throws `UsageError` with everything that is wrong. */
export async function start(args: readonly string[], env: Environment, log: GateLog): Promise<Started> {
  const options = optionsIn(args);
  const config = configIn(options.config);
  const missing = Object.keys(SECRETS).filter((name) => !env[name]);
  if (missing.length > 0)
    throw new UsageError(
      `Set the environment ${missing.length === 1 ? 'variable' : 'variables'} ${missing.join(', ')}.`,
    );
  const caller = options.stdio ? callerIn(config, options.caller) : null;
  const gate = await startGate(config, env, log);
  const { face, callers } = gate;
  if (caller !== null) {
    const serving = serveOver(face, caller, process.stdin, process.stdout);
    return { greeting: STDIO_WARNING, stop: () => serving.close().then(gate.stop) };
  }
  const listening = await listen(face, callers, config, log);
  const greeting = `The gate "${config.name}" serves ${config.listen.url}, on port ${listening.port} of ${config.listen.host}.`;
  return { greeting, stop: () => listening.close().then(gate.stop) };
}

interface Options {
  readonly config: string;
  readonly stdio: boolean;
  readonly caller: string | undefined;
}

function optionsIn(args: readonly string[]): Options {
  const known = {
    config: { type: 'string' },
    stdio: { type: 'boolean' },
    caller: { type: 'string' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    const { config, stdio = false, caller } = values;
    if (config === undefined) throw new UsageError(`--config is missing.\n\n${USAGE}`);
    if (stdio !== (caller !== undefined)) throw new UsageError('Use --stdio and --caller together.');
    return { config, stdio, caller };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function configIn(path: string): GateConfig {
  const parsed = parseConfig(jsonIn(path));
  if ('config' in parsed) return parsed.config;
  throw new UsageError(
    [`${path} has ${parsed.mistakes.length === 1 ? 'a mistake' : 'mistakes'}:`, ...parsed.mistakes].join('\n  '),
  );
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${(error as Error).message}.`);
  }
}

function callerIn(config: GateConfig, name = ''): Caller {
  const caller = callerNamed(config, name);
  const names = config.callers.map((each) => each.name).join(', ');
  if (caller === null)
    throw new UsageError(`"${name}" is no caller of the configuration. Its callers: ${names || 'none'}.`);
  return caller;
}
