/**
 * One connection to an upstream. `/client` connects and negotiates the protocol's version. The messages are sent here,
 * because the client refuses results that its schemas do not know, and the gate passes those through as they are.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../core/types';

const GATE = { name: 'request-authorization-gate', version: '1' };

export type Answer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown };

export interface SendOptions {
  /** Only what the caller's client declared may be declared here. */
  readonly capabilities?: JsonObject;
  readonly signal?: AbortSignal;
  readonly onProgress?: (params: JsonObject) => void;
}

export interface Connection {
  /** Rejects if no answer came: what was sent may have had its effect. */
  send(method: string, params: JsonObject, options?: SendOptions): Promise<Answer>;
  readonly closed: boolean;
  close(): Promise<void>;
}

export class ConnectionLost extends Error {}

interface Pending {
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
  readonly onProgress: SendOptions['onProgress'];
}

export async function connect(transport: Transport): Promise<Connection> {
  // No capability: an upstream that asks a model or a person something gets no answer from the gate.
  const client = new Client(GATE, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
  const pending = new Map<string, Pending>();
  let lost = false;
  const lose = () => {
    lost = true;
    for (const { fail } of pending.values()) fail(new ConnectionLost('The connection to the upstream closed.'));
  };
  client.onclose = lose;
  await client.connect(transport);
  const passOn = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (!take(pending, message)) passOn?.(message, extra);
  };
  const envelope = envelopeOf(client);
  let sent = 0;
  return {
    get closed() {
      return lost;
    },
    async send(method, params, { capabilities = {}, signal, onProgress } = {}) {
      if (lost) throw new ConnectionLost('The connection to the upstream is closed.');
      sent += 1;
      const id = `gate-${sent}`;
      const request = { jsonrpc: '2.0' as const, id, method, params: withMeta(params, id, envelope, capabilities) };
      let stop = () => {};
      try {
        return await new Promise<Answer>((settle, fail) => {
          pending.set(id, { settle, fail, onProgress });
          stop = () => fail(new ConnectionLost('The upstream did not answer in time.'));
          signal?.addEventListener('abort', stop, { once: true });
          const onRequestStreamEnd = () => fail(new ConnectionLost('The upstream ended the stream without an answer.'));
          transport.send(request, { requestSignal: signal, onRequestStreamEnd }).catch(fail);
        });
      } finally {
        pending.delete(id);
        signal?.removeEventListener('abort', stop);
      }
    },
    async close() {
      lose();
      await client.close();
    },
  };
}

/** The `_meta` of each request of 2026-07-28. Earlier versions have none. */
function envelopeOf(client: Client): JsonObject | null {
  if (client.getProtocolEra() !== 'modern') return null;
  return { [PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion()!, [CLIENT_INFO_META_KEY]: GATE };
}

function withMeta(params: JsonObject, progressToken: string, envelope: JsonObject | null, capabilities: JsonObject) {
  const own = envelope === null ? {} : { ...envelope, [CLIENT_CAPABILITIES_META_KEY]: capabilities };
  return { ...params, _meta: { ...(params._meta as JsonObject | undefined), progressToken, ...own } };
}

function take(pending: ReadonlyMap<string, Pending>, message: JSONRPCMessage): boolean {
  if ('method' in message) {
    const params = message.params as JsonObject | undefined;
    const waiting = message.method === 'notifications/progress' && pending.get(String(params?.progressToken));
    if (!waiting) return false;
    waiting.onProgress?.(params!);
    return true;
  }
  const waiting = pending.get(String(message.id));
  if (waiting === undefined) return false;
  if ('error' in message) waiting.settle({ kind: 'error', ...message.error });
  else waiting.settle({ kind: 'result', result: message.result as JsonObject });
  return true;
}
