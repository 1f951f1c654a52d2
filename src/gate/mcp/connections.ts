/** One connection to each upstream: opened when it is needed, and again after it was lost. */
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { GateConfig, UpstreamConfig } from '../core';
import { type Connection, connect, type Listed } from './connection';

export type Environment = Readonly<Record<string, string | undefined>>;

type OnListChanged = (upstream: string, what: Listed) => void;

interface Opened {
  readonly connection: Promise<Connection>;
  close(): Promise<void>;
}

/** An upstream that accepts and is silent. Nobody waits so long: callers have limits of their own. */
const CONNECT_MS = 60_000;

export function openConnections({ upstreams }: GateConfig, env: Environment, onListChanged: OnListChanged) {
  const all = new Map<string, Opened>();

  async function to(name: string): Promise<Connection> {
    const opened = all.get(name);
    const connection = await opened?.connection.catch(() => null);
    if (connection && !connection.isClosed) return connection;
    // Of two that find it closed, the first opens it again.
    if (all.get(name) !== opened) return to(name);
    const upstream = upstreams[name]!;
    const transport = () => transportTo(upstream, env);
    const opening = open(transport, (what) => onListChanged(name, what), 'url' in upstream);
    all.set(name, opening);
    return opening.connection;
  }

  async function drop(name: string): Promise<void> {
    const opened = all.get(name);
    all.delete(name);
    await opened?.close();
  }

  return {
    to,
    drop,
    /** Also one that is being opened. */
    has: (name: string): boolean => all.has(name),
    close: async () => void (await Promise.all([...all.keys()].map(drop))),
  };
}

function open(make: () => Transport, onListChanged: (what: Listed) => void, isOverHttp: boolean): Opened {
  const transport = make();
  const closing = new AbortController();
  const over = AbortSignal.any([closing.signal, AbortSignal.timeout(CONNECT_MS)]);
  const late = new Promise<never>((_, reject) => {
    over.addEventListener('abort', () => reject(new Error('The upstream does not answer.')), { once: true });
  });
  const end = () => transport.close().catch(() => {});
  const connection = Promise.race([connect(transport, onListChanged, isOverHttp ? make : null), late]);
  connection.catch(end);
  return {
    connection,
    close() {
      closing.abort();
      return end();
    },
  };
}

/** A stream that breaks is an outcome that nobody knows. To continue it would be a second attempt. */
const ONCE = { maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1 };

function transportTo(upstream: UpstreamConfig, env: Environment) {
  if ('command' in upstream) {
    const { command, args } = upstream;
    // Besides what the transport always passes: PATH, HOME and a few more.
    const named = Object.fromEntries(upstream.env.map((name) => [name, env[name]!]));
    return new StdioClientTransport({ command, args: [...args], env: named, stderr: 'inherit' });
  }
  const token = upstream.token_env && env[upstream.token_env];
  return new StreamableHTTPClientTransport(new URL(upstream.url), {
    requestInit: token ? { headers: { authorization: `Bearer ${token}` } } : {},
    reconnectionOptions: ONCE,
  });
}
