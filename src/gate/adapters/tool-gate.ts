/**
 * A gate inside the process of an agent, for tools that are functions. It wraps what runs, and not the approval callback of a
 * framework, so an approval survives the process. It is no boundary: the process holds what the tools need, so code in it can
 * go around the gate. For a boundary, put the tools behind `request-authorization-gate`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../client';
import {
  type CallState,
  createGate,
  type GateLog,
  type Json,
  type JsonObject,
  type Ledger,
  parseConfig,
  reasonFor,
  reasonNotRun,
  TOO_LARGE,
  UNCERTAIN,
  type UpstreamAnswer,
} from '../core';

export interface ToolGateOptions {
  /** Names the agent in its sealed calls: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The operator in whose name the agent proposes. */
  readonly operator: string;
  /** The address of the service. */
  readonly service: string;
  /** API keys: one with the scopes propose and read, and one with read and execute. */
  readonly apiKeys: { readonly proposer: string; readonly worker: string };
  /** The keys that seal calls, the newest first: 32 bytes each, in base64. */
  readonly intentKeys: readonly string[];
  /** As in the configuration of the gate (docs/gate.md), without `upstream`. */
  readonly rules: readonly object[];
  readonly ledger: Ledger;
  /** How long a call is held before the model is told to repeat it, in ms. Default: 45 000. */
  readonly holdMs?: number;
  readonly log?: GateLog;
}

/** What a framework calls. `requestId` is an idempotency key for what the tool does. */
export type Execute<Result> = (
  args: never,
  context: { readonly requestId: string; readonly signal: AbortSignal },
) => Result | Promise<Result>;

export interface ToolGate {
  /**
   * The function to register in place of `execute`. It throws `NotExecutedError` with a sentence for the model unless the tool
   * ran. `run` in its second argument names the conversation: the same call in another one is another call. `pass` is what runs
   * instead if a rule lets the call pass.
   */
  gated<Result>(
    tool: { readonly name: string; readonly description?: string },
    execute: Execute<Result>,
  ): (args: unknown, options: CallOptions<Result>) => Promise<Result>;
  /** Runs approved calls until the signal is aborted. Register all tools first. */
  run(signal: AbortSignal): Promise<void>;
}

export interface CallOptions<Result> {
  readonly run: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly pass: () => Result | Promise<Result>;
}

export class NotExecutedError extends Error {
  override readonly name = 'NotExecutedError';
}

const UPSTREAM = 'agent';

/** Throws TypeError with everything that is wrong with the options. */
export function createToolGate(options: ToolGateOptions): ToolGate {
  const {
    name,
    service,
    operator,
    rules,
    apiKeys,
    intentKeys,
    ledger,
    holdMs = 45_000,
    log = () => undefined,
  } = options;
  const tools = new Map<string, { readonly definition: JsonObject; readonly execute: Execute<unknown> }>();
  const parsed = parseConfig({
    name,
    service: { url: service },
    // Nobody calls it from outside, so it listens nowhere, and no token has this digest.
    listen: { port: 0, url: 'http://127.0.0.1' },
    ledger: { folder: 'given' },
    upstreams: { [UPSTREAM]: { command: name } },
    callers: [{ name, token: `sha256:${'0'.repeat(64)}`, operator }],
    rules: rules.map((rule) => ({ ...rule, upstream: UPSTREAM })),
  });
  if ('mistakes' in parsed) throw new TypeError(parsed.mistakes.join('\n'));
  const registered = (tool: string) => {
    const found = tools.get(tool);
    // Another version of the agent may have it, so the call waits.
    if (found === undefined) throw new Error(`the tool ${tool} is not registered`);
    return found;
  };
  const gate = createGate(parsed.config, {
    proposer: createClient({ baseUrl: service, apiKey: apiKeys.proposer }),
    worker: createClient({ baseUrl: service, apiKey: apiKeys.worker }),
    keys: intentKeys,
    ledger,
    upstreams: {
      definition: async (_, tool) => registered(tool).definition,
      callTool: async (_, tool, args, context) => called(registered(tool).execute, args, context),
    },
    nowMs: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    randomBytes,
    log,
  });
  const caller = { id: `token:${name}`, operator };
  return {
    run: (signal) => gate.run(signal),
    gated({ name: tool, description = '' }, execute) {
      const definition = { name: tool, description };
      tools.set(tool, { definition, execute });
      return async (args, { run, signal, pass }) => {
        const sent = plain(args) as JsonObject;
        const call = { caller, upstream: UPSTREAM, tool, definition, arguments: sent, exactKey: run, joinEnded: true };
        const opened = await gate.open(call);
        if (opened.kind === 'refused') throw new NotExecutedError(reasonFor(opened.refusal));
        if (opened.kind === 'pass') return pass();
        const ended = await gate.wait(opened.state.taskId, caller, holdMs, signal);
        return resultOf(ended ?? opened.state) as never;
      };
    },
  };
}

async function called(execute: Execute<unknown>, args: JsonObject, context: never | object): Promise<UpstreamAnswer> {
  try {
    return { kind: 'result', result: { value: plain(await execute(args as never, context as never)) } };
  } catch (error) {
    // The function has ended, so the outcome is known: the model reads what it threw, as without a gate.
    return { kind: 'error', code: 0, message: error instanceof Error ? error.message : String(error) };
  }
}

/** As JSON has it, because it may be read by another process. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

function resultOf(state: CallState): Json | undefined {
  switch (state.kind) {
    case 'finished': {
      const { answer } = state;
      if (answer.kind === 'error') throw new Error(answer.message);
      if (answer.kind === 'too_large') throw new NotExecutedError(TOO_LARGE);
      return answer.result.value;
    }
    case 'not_run':
      throw new NotExecutedError(reasonNotRun(state.why));
    case 'refused':
      throw new NotExecutedError(reasonFor(state.refusal));
    case 'uncertain':
      throw new NotExecutedError(UNCERTAIN);
    case 'waiting':
    case 'running':
      throw new NotExecutedError(
        `Not executed. Request ${state.requestId ?? state.taskId} waits for keys. Repeat this call to get the result.`,
      );
  }
}
