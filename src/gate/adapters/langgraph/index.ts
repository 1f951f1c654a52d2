/** LangGraph: functions for `tool(...)` that wait for people, in a node that can be resumed. */
import type { Execute, ToolGate } from '../tool-gate';

/** As much as this adapter needs of the config of a node. */
interface NodeConfig {
  readonly signal?: AbortSignal;
  readonly configurable?: { readonly thread_id?: string };
  readonly toolCall?: { readonly id?: string };
}

/** The first argument of `tool(...)`. A node that is resumed from its checkpoint joins the call of the same thread. */
export function gateFunction<Result>(
  gate: ToolGate,
  tool: { readonly name: string; readonly description?: string },
  execute: Execute<Result>,
): (args: unknown, config?: NodeConfig) => Promise<Result> {
  const wrapped = gate.gated(tool, execute);
  return (args, { signal, configurable, toolCall } = {}) =>
    wrapped(args, { run: configurable?.thread_id, callId: toolCall?.id, signal });
}
