/** `request-authorization-gate`: reads its options and its configuration, and says what is wrong with them. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Caller, type GateConfig, type GateLog, parseConfig } from '../core';
import { configuredCaller } from './callers';
import type { Environment } from './connections';
import { listen } from './http';
import { mistakesOfHost, namesTwiceIn } from './mistakes';
import { type OpenedGate, openGate, probe, SECRETS } from './start';
import { STDIO_WARNING, serveOver } from './stdio';

export const USAGE = `request-authorization-gate --config FILE

Puts the tools of MCP servers behind people. It listens where the configuration says, over Streamable HTTP.

  --config FILE  the configuration, as JSON (docs/gate.md)
  --stdio        serve standard input and output instead of HTTP, to try it on one machine
  --caller NAME  with --stdio: which of the configured callers you are
  --version      print the version

\`request-authorization-gate init --help\` says how to make a configuration for a server.
\`request-authorization-gate hook --help\` is about the own tools of a coding agent.

Environment variables, because secrets belong in no file:
${Object.entries(SECRETS)
  .map(([name, what]) => `  ${name.padEnd(17)}  ${what}`)
  .join('\n')}
`;
const OPTIONS = { config: { type: 'string' }, stdio: { type: 'boolean' }, caller: { type: 'string' } } as const;

export class UsageError extends Error {}

/** `greeting` is for the person who started it. Throws `UsageError` with everything that is wrong. */
export async function start(args: readonly string[], env: Environment, log: GateLog) {
  const { config: path, stdio = false, caller: name } = optionsIn(args);
  if (path === undefined) throw new UsageError(`--config is missing.\n\n${USAGE}`);
  if (stdio !== (name !== undefined)) throw new UsageError('Use --stdio and --caller together.');
  const config = checked(path, env, name);
  const refused = await probe(config, env, log);
  if (refused.length > 0) throw new UsageError(refused.join('\n'));
  const caller = name === undefined ? null : configuredCaller(config, `token:${name}`);
  const gate = await openGate(config, env, log);
  const door = await openDoor(gate, config, caller, log);
  gate.run();
  return { greeting: door.greeting, stop: () => door.close().then(gate.stop) };
}

/** Standard input for one caller, or HTTP for all. */
async function openDoor(gate: OpenedGate, config: GateConfig, caller: Caller | null, log: GateLog) {
  if (caller !== null) {
    const { close } = serveOver(gate.face, caller, process.stdin, process.stdout);
    return { greeting: STDIO_WARNING, close };
  }
  const { port, close } = await listen(gate.face, gate.callers, config, log);
  const greeting = `The gate "${config.name}" serves ${config.listen.url}, on port ${port} of ${config.listen.host}.`;
  return { greeting, close };
}

function optionsIn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Throws with everything that can be said without the service. */
function checked(path: string, env: Environment, caller: string | undefined): GateConfig {
  const { config, faults } = configIn(path);
  const names = config?.callers.map((each) => each.name) ?? [];
  const isUnknown = config !== null && caller !== undefined && !names.includes(caller);
  const unknown = `"${caller}" is no caller of the configuration. Its callers: ${names.join(', ') || 'none'}.`;
  const all = [...faults, ...mistakesOfHost(config, env), ...(isUnknown ? [unknown] : [])];
  if (config === null || all.length > 0) throw new UsageError(all.join('\n'));
  return config;
}

function configIn(path: string): { readonly config: GateConfig | null; readonly faults: readonly string[] } {
  let text: string;
  let value: unknown;
  try {
    text = readFileSync(path, 'utf8');
    value = JSON.parse(text);
  } catch (error) {
    return { config: null, faults: [`${path} cannot be read as JSON: ${(error as Error).message}.`] };
  }
  const parsed = parseConfig(value);
  const mistakes = [...namesTwiceIn(text), ...('config' in parsed ? [] : parsed.mistakes)];
  const heading = `${path} has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:`;
  const faults = mistakes.length === 0 ? [] : [[heading, ...mistakes].join('\n  ')];
  return { config: 'config' in parsed ? parsed.config : null, faults };
}
