/** Tools that wait for people, in the form of a framework: Vercel's AI SDK, and LangGraph. */

import type { Execute, ToolGate } from './tool-gate';

/** As much as this adapter needs of a tool of the SDK. */
interface SdkTool {
  readonly description?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own types of arguments, options and results
  readonly execute?: (...args: any[]) => any;
}

/**
 * For the AI SDK: the same tools, with each `execute` behind the gate. `run` names the conversation. An approved `execute` gets the id of the
 * request as `toolCallId`, and no messages, because the conversation may have ended by then.
 */
export function gateTools<Tools extends Readonly<Record<string, SdkTool>>>(
  gate: ToolGate,
  tools: Tools,
  run?: string,
): Tools {
  const gated = Object.entries(tools).map(([name, tool]) => {
    const { execute, description } = tool;
    if (execute === undefined) return [name, tool];
    const described = typeof description === 'string' ? { name, description } : { name };
    const wrapped = gate.gated(described, (args, { requestId, signal }) =>
      execute(args, { toolCallId: requestId, messages: [], abortSignal: signal }),
    );
    const held = (args: unknown, options: { toolCallId?: string; abortSignal?: AbortSignal } = {}) =>
      wrapped(args, { run, callId: options.toolCallId, signal: options.abortSignal }, () => execute(args, options));
    return [name, { ...tool, execute: held }];
  });
  return Object.fromEntries(gated) as Tools;
}

/** As much as this adapter needs of the config of a node of LangGraph. */
interface NodeConfig {
  readonly signal?: AbortSignal;
  readonly configurable?: { readonly thread_id?: string };
  readonly toolCall?: { readonly id?: string };
}

/** For LangGraph: the first argument of `tool(...)`. A node that is resumed from its checkpoint joins the call of the same thread. */
export function gateFunction<Result>(
  gate: ToolGate,
  tool: { readonly name: string; readonly description?: string },
  execute: Execute<Result>,
): (args: unknown, config?: NodeConfig) => Promise<Result> {
  const wrapped = gate.gated(tool, execute);
  return (args, { signal, configurable, toolCall } = {}) =>
    wrapped(args, { run: configurable?.thread_id, callId: toolCall?.id, signal });
}
