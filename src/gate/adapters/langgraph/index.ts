/** LangGraph: functions for `tool(...)` that wait for people, in a node that can be resumed. */
import type { ToolGate } from '../tool-gate';

/** As much as this adapter needs of the config of a node. */
interface NodeConfig {
  readonly signal?: AbortSignal;
  readonly configurable?: { readonly thread_id?: string };
}

/**
 * The first argument of `tool(...)`. The thread is the conversation, so a node that is resumed from its checkpoint joins the
 * call that it made before.
 */
export function gateFunction<Result>(
  gate: ToolGate,
  tool: { readonly name: string; readonly description?: string },
  execute: (
    args: never,
    context: { readonly requestId: string | null; readonly signal?: AbortSignal },
  ) => Promise<Result>,
): (args: unknown, config?: NodeConfig) => Promise<Result> {
  const wrapped = gate.gated(tool, execute);
  return (args, { signal, configurable } = {}) => {
    const pass = () => execute(args as never, { requestId: null, signal });
    return wrapped(args, { run: configurable?.thread_id, signal, pass });
  };
}
