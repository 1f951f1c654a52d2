/** Reads one call, prints one answer, and ends. Whatever fails denies: exit code 2, and a sentence on standard error. */
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AbortedError, ApiError, ConnectionError, createClient } from '../../client';
import { openFileLedger } from '../ledger/file';
import { AGENTS, type AgentCall, callIn, Unusable } from './agents';
import { callerOf, keyIn, readHook } from './config';
import { type Answer, decide, type HookPorts } from './decide';
import { HOOK_USAGE, initHook } from './init';
import { lookAt } from './look';

const OPTIONS = {
  agent: { type: 'string' },
  config: { type: 'string', default: 'hook.json' },
  timeout: { type: 'string', default: '120' },
} as const;
const LONGEST_HOLD_MS = 45_000;
/** For the last answer of the service, and to write this one. */
const MARGIN_MS = 500;
/** The longest time in which a request can be decided and used, and a week. */
const KEPT_MS = 40 * 86_400_000;
const FORGOTTEN_AT_ONCE = 5;

export async function hook(args: readonly string[]): Promise<never> {
  try {
    if (args.includes('--help')) end(0, HOOK_USAGE, '');
    if (args[0] === 'init') end(0, initHook(args.slice(1)), '');
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const agent = AGENTS[values.agent ?? ''];
    if (agent === undefined) throw new Unusable(`--agent must be ${Object.keys(AGENTS).join(' or ')}.`);
    const seconds = Number(values.timeout);
    if (!(seconds >= 4 && seconds <= 3600)) throw new Unusable('--timeout must be a number of seconds from 4 to 3600.');
    const holdMs = Math.min(LONGEST_HOLD_MS, seconds * 500);
    // From the start of the process, by a clock that nobody can set.
    const leftMs = () => holdMs - performance.now();
    setTimeout(() => fail(new Unusable('The service did not answer in time.')), leftMs() + MARGIN_MS);
    const answer = await answerFor(values.agent!, values.config, leftMs);
    const printed = answer.kind === 'deny' ? agent.deny(answer.text) : agent[answer.kind];
    return end(0, printed === null ? '' : `${JSON.stringify(printed)}\n`, '');
  } catch (error) {
    return fail(error);
  }
}

async function answerFor(name: string, path: string, leftMs: () => number): Promise<Answer> {
  const call = callIn(await text(process.stdin), AGENTS[name]!);
  const first = await lookAt(readHook(path), name, call);
  if (first.kind === 'pass') return first;
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs())));
  const { ledger, ...ports } = await portsFor(name, path, call, { leftMs, sleep, nowMs: Date.now }, signal);
  const answer = await decide({ ...ports, ledger }, first);
  await ledger.forget(FORGOTTEN_AT_ONCE).catch(() => undefined);
  return answer;
}

type Clock = Pick<HookPorts, 'leftMs' | 'sleep' | 'nowMs'>;

/** `signal` ends every call of the service. */
export async function portsFor(name: string, path: string, call: AgentCall, clock: Clock, signal?: AbortSignal) {
  const hook = readHook(path);
  const client = createClient({ baseUrl: hook.service.url, apiKey: keyIn(hook.key_file), retries: 2 });
  return {
    client: {
      attach: (document, content) => client.attach(document, content, { signal }),
      createRequest: (request, options) => client.createRequest(request, { ...options, signal }),
      getRequest: (id) => client.getRequest(id, { signal }),
      abort: (id, options) => client.abort(id, { ...options, signal }),
    },
    ledger: await openFileLedger(hook.ledger.folder, ({ createdAtMs }) => createdAtMs + KEPT_MS),
    // Again each time, because rules and files can change while people decide.
    look: () => lookAt(readHook(path), name, call),
    call,
    caller: callerOf(hook),
    ...clock,
  } satisfies HookPorts;
}

function fail(error: unknown): never {
  return end(2, '', `Nothing was approved. ${reasonFor(error)}\n`);
}

/** Nothing that the agent or the service wrote is in it. */
function reasonFor(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  if (error instanceof ApiError) return `The service answers ${error.status}.`;
  if (error instanceof ConnectionError || error instanceof AbortedError) return 'The service did not answer in time.';
  const { code, message, name } = Object(error) as Record<string, unknown>;
  return String(code).startsWith('ERR_PARSE_ARGS') ? `${message}` : `The hook could not work (${code ?? name}).`;
}

function end(code: number, out: string, err: string): never {
  if (out !== '') writeSync(1, out);
  if (err !== '') writeSync(2, err);
  process.exit(code);
}
