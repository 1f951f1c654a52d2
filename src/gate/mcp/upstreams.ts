/** All upstreams of a gate: their tools, and the calls to them. */

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { GateConfig, UpstreamConfig } from '../core/config';
import type { JsonObject, UpstreamAnswer, Upstreams } from '../core/types';
import { type Answer, type Connection, connect, type SendOptions } from './connection';
import { isCreatedTask, TASKS_EXTENSION } from './drafts/sep-2663';

/** Where an upstream that knows idempotency keys finds one. */
const REQUEST_ID = 'request-authorization/request-id';
/** Pages of a list. An upstream that always names a next page must not hold a call for ever. */
const PAGES = 100;

export interface ListedTool {
  readonly upstream: string;
  readonly definition: JsonObject;
}

export interface UpstreamTask {
  readonly upstream: string;
  readonly taskId: string;
}

export interface ConnectedUpstreams extends Upstreams {
  /** The tools that a rule names, as those upstreams list them that answer. */
  tools(): Promise<readonly ListedTool[]>;
  /** Throws if there is no such tool, and an upstream that might have it does not answer. */
  find(name: string): Promise<ListedTool | null>;
  send(upstream: string, method: string, params: JsonObject, options?: SendOptions): Promise<Answer>;
  close(): Promise<void>;
}

export function openUpstreams(
  config: GateConfig,
  env: Readonly<Record<string, string | undefined>>,
): ConnectedUpstreams {
  const connections = new Map<string, Promise<Connection>>();

  async function connectionTo(name: string): Promise<Connection> {
    const open = connections.get(name);
    const connection = await open?.catch(() => null);
    if (connection && !connection.closed) return connection;
    // Of two that find it closed, the first opens it again.
    if (connections.get(name) !== open) return connectionTo(name);
    const opening = connect(transportTo(config.upstreams[name]!, env));
    connections.set(name, opening);
    return opening;
  }

  const send: ConnectedUpstreams['send'] = async (name, method, params, options) => {
    const connection = await connectionTo(name);
    return connection.send(method, params, options);
  };

  async function list(upstream: string): Promise<ListedTool[]> {
    const found: ListedTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page += 1) {
      const result = await listPage(upstream, cursor);
      for (const definition of result.tools) found.push({ upstream, definition });
      cursor = result.nextCursor;
      if (cursor === undefined) return found;
    }
    throw new Error(`The upstream ${upstream} lists more than ${PAGES} pages of tools.`);
  }

  async function listPage(upstream: string, cursor: string | undefined) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const options = { signal: AbortSignal.timeout(config.call_timeout * 1000) };
    // A list has no effect, so a connection that was lost, or a session that the upstream forgot, is opened once more.
    const answer = await send(upstream, 'tools/list', params, options).catch(async () => {
      await drop(upstream);
      return send(upstream, 'tools/list', params, options);
    });
    if (answer.kind === 'error') throw new Error(`The upstream ${upstream} does not list its tools (${answer.code}).`);
    return answer.result as { readonly tools: readonly JsonObject[]; readonly nextCursor?: string };
  }

  async function drop(upstream: string): Promise<void> {
    const lost = await connections.get(upstream)?.catch(() => null);
    connections.delete(upstream);
    await lost?.close().catch(() => {});
  }

  async function listed() {
    const lists = await Promise.allSettled(Object.keys(config.upstreams).map(list));
    const named = lists
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .filter(({ upstream, definition }) => isNamed(config, upstream, String(definition.name)));
    const same = (name: unknown) => named.filter((tool) => tool.definition.name === name);
    return {
      // Two upstreams with one name for a tool: a call would not say which of them it is for.
      tools: named.filter(({ definition: { name } }) => same(name).length === 1),
      failed: lists.find((one) => one.status === 'rejected'),
    };
  }

  return {
    send,
    async tools() {
      return (await listed()).tools;
    },
    async find(name) {
      const { tools, failed } = await listed();
      const found = tools.find(({ definition }) => definition.name === name);
      if (found === undefined && failed) throw failed.reason;
      return found ?? null;
    },
    async definition(upstream, tool) {
      return (await list(upstream)).find(({ definition }) => definition.name === tool)?.definition ?? null;
    },
    async callTool(upstream, tool, args, { requestId, signal }) {
      const params = { name: tool, arguments: args, _meta: { [REQUEST_ID]: requestId } };
      const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
      return asOutcome(upstream, await send(upstream, 'tools/call', params, { capabilities, signal }));
    },
    async close() {
      for (const name of connections.keys()) await drop(name);
    },
  };
}

/** An upstream that wants input after the approval would get input that nobody approved. */
function asOutcome(upstream: string, answer: Answer): UpstreamAnswer {
  if (answer.kind === 'error') return { kind: 'error', code: answer.code, message: answer.message };
  const { result } = answer;
  // Kept with the upstream's name, because the task is read there later.
  if (isCreatedTask(result)) return { kind: 'result', result: { resultType: 'task', taskId: result.taskId, upstream } };
  if (result.resultType !== 'input_required') return answer;
  const text = 'The tool asked for input that is not part of the approved call. It did not finish.';
  return { kind: 'result', result: { isError: true, content: [{ type: 'text', text }] } };
}

/** The task with which an approved call was answered, or null. */
export function keptTask(answer: UpstreamAnswer): UpstreamTask | null {
  if (answer.kind !== 'result' || answer.result.resultType !== 'task') return null;
  return { upstream: String(answer.result.upstream), taskId: String(answer.result.taskId) };
}

function isNamed(config: GateConfig, upstream: string, tool: string): boolean {
  const named = config.rules.filter((rule) => rule.upstream === upstream && (rule.tool === tool || rule.tool === '*'));
  return named.some(({ does }) => does !== 'refuse');
}

function transportTo(upstream: UpstreamConfig, env: Readonly<Record<string, string | undefined>>) {
  if ('command' in upstream) {
    return new StdioClientTransport({ command: upstream.command, args: [...upstream.args], stderr: 'inherit' });
  }
  const token = upstream.token_env === null ? undefined : env[upstream.token_env];
  return new StreamableHTTPClientTransport(new URL(upstream.url), {
    requestInit: token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    // A stream that breaks is an outcome that nobody knows. To go on with it would be a second try.
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
}
