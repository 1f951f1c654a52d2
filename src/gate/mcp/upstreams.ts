/** All upstreams of a gate: their tools, and the calls to them. */
import {
  type CallState,
  type GateCall,
  type GateConfig,
  type GateLog,
  type JsonObject,
  misfitOf,
  type UpstreamAnswer,
  type Upstreams,
} from '../core';
import { errorResult } from './answers';
import type { ConnectionAnswer, Listed, SendOptions } from './connection';
import { type Environment, openConnections } from './connections';
import { isCreatedTask, TASKS_EXTENSION } from './drafts/sep-2663';
import { createPager, type Kind, type List, openLists } from './lists';
import { paramHeaders } from './param-headers';
import { openServed } from './served';

/** Where an upstream that knows idempotency keys finds one. Only the gate writes it. */
export const REQUEST_ID = 'request-authorization/request-id';
const TOOLS: Kind = { method: 'tools/list', member: 'tools', definition: 'Tool' };

export type ListedTool = Pick<GateCall, 'upstream' | 'definition' | 'listed'>;
export type UpstreamTask = { readonly upstream: string; readonly taskId: string };
export type ConnectedUpstreams = ReturnType<typeof openUpstreams>;

export function openUpstreams(config: GateConfig, env: Environment, log: GateLog, nowMs: () => number) {
  const { rules } = config;
  const watchers = new Set<(what: Listed) => void>();
  const connections = openConnections(config, env, (upstream, what) => {
    if (what === 'tools') lists.changed(upstream);
    served.changed(upstream, what);
    for (const tell of watchers) tell(what);
  });
  const pager = createPager(config, connections, log);
  const served = openServed(config, pager, nowMs);
  const lists = openLists((upstream) => pager.all(upstream, TOOLS), nowMs, reportMisfits);

  /** A new list is compared with the rules. */
  function reportMisfits(upstream: string, tools: List): void {
    for (const [index, rule] of rules.entries()) {
      const misfit = rule.upstream === upstream ? misfitOf(rule, tools) : null;
      if (misfit !== null) log('a rule does not fit its upstream', { rule: `rules[${index}]`, upstream, ...misfit });
    }
  }

  async function send(
    upstream: string,
    method: string,
    params: JsonObject,
    options: SendOptions,
  ): Promise<ConnectionAnswer> {
    return (await connections.to(upstream)).send(method, params, options);
  }

  const all = Object.keys(config.upstreams);

  /** The tools that a rule of their upstream names, as they were listed last. */
  function offered(upstreams: readonly string[]): readonly ListedTool[] {
    return upstreams.flatMap((upstream) => {
      const listed = lists.last(upstream) ?? [];
      return listed.map((definition) => ({ upstream, definition, listed })).filter((tool) => isNamed(config, tool));
    });
  }

  /** Those of them that have never listed their tools. */
  async function silentOf(upstreams: readonly string[]): Promise<readonly string[]> {
    await Promise.all(upstreams.map((upstream) => lists.renew(upstream)));
    return upstreams.filter((upstream) => lists.last(upstream) === null);
  }

  /**
   * `unlisted`: one upstream has it, and another one that has never listed its tools may have it too. Throws if nobody can
   * say whose tool it is.
   */
  async function find(name: string): Promise<ListedTool | 'unlisted' | null> {
    const isIt = ({ definition }: ListedTool) => definition.name === name;
    const naming = all.filter((upstream) => rules.some((rule) => rule.upstream === upstream && rule.tool === name));
    const others = all.filter((upstream) => !naming.includes(upstream));
    // A rule says what becomes of a tool of this name there, so a rule of another upstream must not take its place.
    const silent = await silentOf(naming);
    if (silent.length > 0) throw new Error(`The upstream ${silent.join()} has not listed its tools.`);
    // Nobody waits for them if a rule names the tool.
    const asked = silentOf(others);
    if (!offered(naming).some(isIt) && (await asked).length > 0) {
      if (offered(others).some(isIt)) return 'unlisted';
      throw new Error(`The upstream ${(await asked).join()} has not listed its tools.`);
    }
    const found = offered(all).filter(isIt);
    // Two upstreams with one name for a tool: a call would not say which of them it is for.
    return found.length === 1 ? found[0]! : null;
  }

  async function callTool(...[upstream, name, args, context]: Parameters<Upstreams['callTool']>) {
    const params = { name, arguments: args, _meta: { [REQUEST_ID]: context.requestId } };
    const { signal, onProgress, definition } = context;
    const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    const options = { signal, onProgress, capabilities, headers: paramHeaders(definition, args) };
    return asOutcome(upstream, await send(upstream, 'tools/call', params, options));
  }

  return {
    send,
    callTool,
    find,
    /** As it lists them now. */
    list: lists.read,
    served,
    /** Tells what an upstream says has changed. Returns what ends it. */
    watch(tell: (what: Listed) => void): () => void {
      watchers.add(tell);
      return () => void watchers.delete(tell);
    },
    /** How long a client may keep the list of tools. */
    hints: () => pager.hints(all, TOOLS),
    /** The definitions of the tools that a rule names, as those upstreams list them that have ever answered. */
    async tools(): Promise<readonly JsonObject[]> {
      await silentOf(all);
      const tools = offered(all).map(({ definition }) => definition);
      const names = tools.map(({ name }) => name);
      return tools.filter((_, index) => names.indexOf(names[index]) === names.lastIndexOf(names[index]));
    },
    async definition(upstream: string, tool: string) {
      const listed = await lists.read(upstream);
      const definition = listed.find(({ name }) => name === tool);
      return definition === undefined ? null : { definition, listed };
    },
    close: connections.close,
  };
}

/** An upstream that wants input after the approval would get input, and a second call, that nobody approved. */
function asOutcome(upstream: string, answer: ConnectionAnswer): UpstreamAnswer {
  if (answer.kind === 'error') return { kind: 'error', code: answer.code, message: answer.message };
  const { result } = answer;
  // Kept with the upstream's name, because the task is read there later.
  if (isCreatedTask(result)) return { kind: 'result', result: { resultType: 'task', taskId: result.taskId, upstream } };
  if (result.resultType === 'input_required') {
    return notKept('The tool asked for input that is not part of the approved call. It did not finish.');
  }
  // As the upstream wrote it, it could name another upstream.
  if (result.resultType === 'task') return notKept('The tool answered with a task that has no id.');
  return answer;
}

function notKept(why: string): UpstreamAnswer {
  return { kind: 'result', result: errorResult(why) };
}

/** The task with which an approved call was answered, or null. */
export function keptTask(state: CallState): UpstreamTask | null {
  if (state.kind !== 'finished' || state.answer.kind !== 'result') return null;
  const { resultType, upstream, taskId } = state.answer.result;
  return resultType === 'task' ? { upstream: String(upstream), taskId: String(taskId) } : null;
}

function isNamed({ rules }: GateConfig, { upstream, definition }: ListedTool): boolean {
  const named = rules.filter((rule) => rule.upstream === upstream && ['*', definition.name].includes(rule.tool));
  return named.some((rule) => !('do' in rule) || rule.do === 'pass');
}
