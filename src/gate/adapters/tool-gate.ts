/** A gate inside the process of an agent, for tools that are functions. It is no boundary (docs/gate.md). */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../client';
import {
  type CallContext,
  type CallState,
  createGate,
  explain,
  type GateLog,
  isOpen,
  type Json,
  type JsonObject,
  type Ledger,
  LOST,
  parseInProcess,
  type UpstreamAnswer,
} from '../core';

export interface ToolGateOptions {
  /** Names the agent in its sealed calls: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** In whose name the agent proposes. */
  readonly operator: string;
  /** The address of the service. */
  readonly service: string;
  /** One with the scopes propose and read, and one with read and execute. */
  readonly apiKeys: { readonly proposer: string; readonly worker: string };
  /** The keys that seal calls, the newest first: 32 bytes each, in base64. */
  readonly intentKeys: readonly string[];
  /** As in the configuration of the gate (docs/gate.md), without `upstream`. */
  readonly rules: readonly object[];
  readonly ledger: Ledger;
  readonly log?: GateLog;
}

/** What a tool runs. `requestId` is an idempotency key for what it does, or null if a rule let the call pass. */
export type Execute<Result> = (
  args: never,
  context: { readonly requestId: string | null; readonly signal?: AbortSignal },
) => Result | Promise<Result>;

export type ToolGate = ReturnType<typeof createToolGate>;

export class NotExecutedError extends Error {
  override readonly name = 'NotExecutedError';
}

type Given = { readonly run?: string; readonly callId?: string; readonly signal?: AbortSignal };
const UPSTREAM = 'agent';
/** Then the model is told to repeat the call. */
const HOLD_MS = 45_000;

/** Throws TypeError with everything that is wrong with the options. */
export function createToolGate(options: ToolGateOptions) {
  const { service, operator, apiKeys, intentKeys, ledger, log = () => undefined } = options;
  const tools = new Map<string, { readonly definition: JsonObject; readonly execute: Execute<unknown> }>();
  const registered = (tool: string) => {
    // Another version of the agent may have it, so the call waits.
    if (!tools.has(tool)) throw new Error(`the tool ${tool} is not registered`);
    return tools.get(tool)!;
  };
  const listed = () => [...tools.values()].map(({ definition }) => definition);
  const gate = createGate(configOf(options), {
    proposer: createClient({ baseUrl: service, apiKey: apiKeys.proposer }),
    worker: createClient({ baseUrl: service, apiKey: apiKeys.worker }),
    keys: intentKeys,
    ledger,
    upstreams: {
      definition: async (_, tool) => ({ definition: registered(tool).definition, listed: listed() }),
      callTool: async (_, tool, args, context) => called(registered(tool).execute, args, context),
    },
    nowMs: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    randomBytes,
    log,
  });
  const caller = { id: `token:${options.name}`, operator };
  return {
    /** Runs approved calls until the signal is aborted. Register all tools first. */
    run: (signal: AbortSignal): Promise<void> => gate.run(signal),
    /**
     * The function to register in place of `execute`. It throws `NotExecutedError` with a sentence for the model unless the
     * tool ran. `run` names the conversation: the same call in another one is another call. `callId` is the framework's own id
     * of the call: with the same id it gets the same ending again. `pass` is what runs if a rule lets the call pass.
     */
    gated<Result>(
      { name: tool, description = '' }: { readonly name: string; readonly description?: string },
      execute: Execute<Result>,
    ) {
      const definition = { name: tool, description };
      tools.set(tool, { definition, execute });
      return async (args: unknown, { run, callId, signal }: Given, pass = execute): Promise<Result> => {
        const sent = plain(args) as JsonObject;
        const described = { upstream: UPSTREAM, tool, definition, listed: listed() };
        const call = { caller, ...described, arguments: sent, exactKey: run, joinEnded: true, callId };
        const opened = await gate.open(call);
        if (opened.kind === 'refused') throw new NotExecutedError(explain(opened));
        if (opened.kind === 'pass') return pass(args as never, { requestId: null, signal });
        const { taskId } = opened.state;
        const state = (await gate.wait(taskId, caller, HOLD_MS, signal)) ?? opened.state;
        // Aborted, the agent gave the call up. Without an id of the call, only its ending says that it has ended.
        if (isOpen(state) && signal?.aborted) await gate.park(taskId, caller);
        if (!isOpen(state) && !signal?.aborted && callId === undefined) await gate.delivered(taskId);
        return resultOf(state) as never;
      };
    },
  };
}

function configOf({ name, service, operator, rules }: ToolGateOptions) {
  const parsed = parseInProcess({ name, operator, service: { url: service } }, UPSTREAM, rules);
  if ('mistakes' in parsed) throw new TypeError(parsed.mistakes.join('\n'));
  return parsed.config;
}

async function called(execute: Execute<unknown>, args: JsonObject, context: CallContext): Promise<UpstreamAnswer> {
  try {
    return { kind: 'result', result: { value: plain(await execute(args as never, context)) } };
  } catch (error) {
    // The function has ended, so the outcome is known: the model reads what it threw, as without a gate.
    const { message } = Object(error) as { readonly message?: unknown };
    return { kind: 'error', code: 0, message: typeof message === 'string' ? message : String(error) };
  }
}

/** As JSON has it, because it may be read by another process. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

function resultOf(state: CallState): Json | undefined {
  if (state.kind !== 'finished') throw new NotExecutedError(explain(state));
  const { answer } = state;
  if (answer.kind === 'error') throw new Error(answer.message);
  if (answer.kind !== 'result') throw new NotExecutedError(LOST[answer.kind]);
  return answer.result.value;
}
