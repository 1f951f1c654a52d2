/** One connection to an upstream. Its messages are sent here, because `/client` refuses results that its schemas do not know. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type JSONRPCMessage,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../core';
import type { Unsafe } from './guard';

/** What the gate says of itself to clients and upstreams. */
export const GATE = { name: 'request-authorization-gate', version: '1' };

export type ConnectionAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  /** It has a number that would change on its way. Never the answer to a list, whose definitions are judged one by one. */
  | { readonly kind: 'unsafe'; readonly isError: boolean };

export interface SendOptions {
  /** Only what the caller's client declared may be declared here. */
  readonly capabilities?: JsonObject;
  readonly signal?: AbortSignal;
  readonly onProgress?: (params: JsonObject) => void;
  /** In 2026-07-28 over HTTP: the level that the caller's client wants, and its messages. */
  readonly logs?: { readonly level: Json; readonly onLog: (params: JsonObject) => void };
  /** For 2026-07-28 over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Connection = Awaited<ReturnType<typeof connect>>;

interface Pending extends Pick<SendOptions, 'onProgress'> {
  readonly isList: boolean;
  readonly settle: (answer: ConnectionAnswer) => void;
  readonly fail: (error: Error) => void;
}

/** What an upstream lists, and says when it has changed. */
export type Listed = 'tools' | 'resources' | 'prompts';

/** `alone` makes a transport for one request, where requests need no connection. The transports note in `unsafe`. */
export async function connect(
  transport: Transport,
  onListChanged: (what: Listed) => void,
  alone: (() => Transport) | null,
  unsafe: Unsafe,
) {
  const watched = (what: Listed) => ({ autoRefresh: false, debounceMs: 0, onChanged: () => onListChanged(what) });
  const client = new Client(GATE, {
    // No capability: an upstream that asks a model or a person something gets no answer from the gate.
    capabilities: {},
    versionNegotiation: { mode: 'auto' },
    listChanged: { tools: watched('tools'), resources: watched('resources'), prompts: watched('prompts') },
  });
  const pending = new Map<string, Pending>();
  const connection = { isClosed: false, send, retire, close: () => client.close() };
  client.onclose = () => {
    connection.isClosed = true;
    for (const { fail } of pending.values()) fail(new Error('The connection to the upstream closed.'));
  };
  await client.connect(transport);
  const passOn = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (!take(pending, message, unsafe)) passOn?.(message, extra);
  };
  let sent = 0;
  let isRetired = false;

  /** Closes when nothing waits for an answer any more. */
  function retire(): void {
    isRetired = true;
    if (pending.size === 0) void client.close();
  }

  /** Rejects if no answer came: what was sent may have had its effect. */
  async function send(method: string, params: JsonObject, options: SendOptions = {}): Promise<ConnectionAnswer> {
    if (connection.isClosed) throw new Error('The connection to the upstream is closed.');
    const { capabilities = {}, signal, onProgress } = options;
    const headers = isModern(client) ? { headers: options.headers } : {};
    // One that has fired does not fire again.
    signal?.throwIfAborted();
    sent += 1;
    const id = `gate-${sent}`;
    const logs = isModern(client) && alone !== null ? options.logs : undefined;
    const logging = logs === undefined ? {} : { [LOG_LEVEL_META_KEY]: logs.level };
    const _meta = {
      ...(params._meta as JsonObject),
      progressToken: id,
      ...envelopeOf(client, capabilities),
      ...logging,
    };
    const request = { jsonrpc: '2.0' as const, id, method, params: { ...params, _meta } };
    // A message of a log names no request. On a stream of its own it is of this one.
    const own = logs === undefined ? transport : await start(alone!(), logs.onLog);
    const answer = new Promise<ConnectionAnswer>((settle, fail) => {
      pending.set(id, { settle, fail, onProgress, isList: method.endsWith('/list') });
      signal?.addEventListener('abort', () => fail(new Error('The upstream did not answer in time.')), { once: true });
      const onRequestStreamEnd = () => fail(new Error('The upstream ended the stream without an answer.'));
      own.send(request, { requestSignal: signal, onRequestStreamEnd, ...headers }).catch(fail);
    });
    return answer.finally(() => {
      pending.delete(id);
      if (own !== transport) void own.close();
      if (isRetired) retire();
    });
  }

  async function start(own: Transport, onLog: (params: JsonObject) => void): Promise<Transport> {
    own.onmessage = (message) => {
      const isLog = 'method' in message && message.method === 'notifications/message';
      if (isLog) onLog(message.params as JsonObject);
      else take(pending, message, unsafe);
    };
    await own.start();
    return own;
  }

  return connection;
}

const isModern = (client: Client): boolean => client.getProtocolEra() === 'modern';

/** The `_meta` of each request of 2026-07-28. Earlier versions have none. */
function envelopeOf(client: Client, capabilities: JsonObject): JsonObject {
  if (!isModern(client)) return {};
  return {
    [PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion()!,
    [CLIENT_INFO_META_KEY]: GATE,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
}

/** Whether the message is for a request that was sent here. */
function take(pending: ReadonlyMap<string, Pending>, message: JSONRPCMessage, unsafe: Unsafe): boolean {
  if ('method' in message) {
    if (message.method !== 'notifications/progress') return false;
    const params = message.params as JsonObject;
    const waiting = pending.get(String(params?.progressToken));
    waiting?.onProgress?.(params);
    return waiting !== undefined;
  }
  const waiting = pending.get(String(message.id));
  const changes = unsafe.delete(String(message.id)) && waiting?.isList === false;
  if (changes) waiting.settle({ kind: 'unsafe', isError: !('result' in message) || message.result.isError === true });
  else if ('error' in message) waiting?.settle({ kind: 'error', ...message.error });
  else waiting?.settle({ kind: 'result', result: message.result as JsonObject });
  return waiting !== undefined;
}
