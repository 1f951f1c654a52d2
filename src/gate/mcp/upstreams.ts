/** All upstreams of a gate: their tools, and the calls to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CallRefused,
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
import type { ConnectionAnswer, Listed } from './connection';
import { type Environment, openConnections, SESSION_GONE, type Sent } from './connections';
import { isCreatedTask, TASKS_EXTENSION } from './drafts/sep-2663';
import { createPager, type Kind, type List, NOT_KEPT, openLists } from './lists';
import { paramHeaders } from './param-headers';
import { openServed } from './served';

/** Where an upstream that knows idempotency keys finds one. Only the gate writes it. */
export const REQUEST_ID = 'request-authorization/request-id';
const TOOLS: Kind = { method: 'tools/list', member: 'tools', definition: 'Tool' };
const LIST_AGAIN_MS = 500;

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

  /** What people did not approve is sent again after a lost session, because it did not run. */
  async function send(...sent: Sent): Promise<ConnectionAnswer> {
    return connections.send(...sent).catch((error) => {
      if (error instanceof CallRefused && error.status === SESSION_GONE) return connections.send(...sent);
      throw error;
    });
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
    return asOutcome(upstream, await connections.send(upstream, 'tools/call', params, options));
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
    hints: () => (all.some((upstream) => lists.last(upstream) === null) ? NOT_KEPT : pager.hints(all, TOOLS)),
    /**
     * The definitions of the tools that a rule names, as those upstreams list them that have ever answered. Waits for the first one of
     * them, for `waitMs` at most, and then throws.
     */
    async tools(waitMs = 0): Promise<readonly JsonObject[]> {
      const untilMs = nowMs() + waitMs;
      while ((await silentOf(all)).length === all.length) {
        if (nowMs() >= untilMs) throw new Error('No upstream has listed its tools.');
        await sleep(LIST_AGAIN_MS);
      }
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
  if (answer.kind === 'unsafe') return { kind: 'unsafe_number', isError: answer.isError };
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
