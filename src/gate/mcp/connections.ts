/** One connection to each upstream: opened when it is needed, and again after it was lost. */
import {
  InsufficientScopeError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CallRefused, type GateConfig, type JsonObject, type UpstreamConfig } from '../core';
import { type Connection, type ConnectionAnswer, connect, type Listed, type SendOptions } from './connection';
import { GuardedBuffer, guardedFetch, type Unsafe } from './guard';

export type Environment = Readonly<Record<string, string | undefined>>;

type OnListChanged = (upstream: string, what: Listed) => void;
export type Sent = readonly [upstream: string, method: string, params: JsonObject, options: SendOptions];

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
    const opening = open(upstreams[name]!, env, (what) => onListChanged(name, what));
    all.set(name, opening);
    return opening.connection;
  }

  async function drop(name: string): Promise<void> {
    const opened = all.get(name);
    all.delete(name);
    await opened?.close();
  }

  /** Throws `CallRefused` if the upstream was not reached, or did not let the message in. */
  async function send(...[name, method, params, options]: Sent): Promise<ConnectionAnswer> {
    const connection = await to(name).catch((error) => {
      throw new CallRefused(refusalIn(error), error);
    });
    return connection.send(method, params, options).catch(async (error) => {
      const status = refusalIn(error);
      if (status === null) throw error;
      if (status === SESSION_GONE) await retire(name, connection);
      throw new CallRefused(status, error);
    });
  }

  /** The next message opens another connection. What was sent over this one is still answered. */
  async function retire(name: string, connection: Connection): Promise<void> {
    const opened = all.get(name);
    if ((await opened?.connection.catch(() => null)) !== connection) return;
    if (all.get(name) === opened) all.delete(name);
    connection.retire();
  }

  return {
    send,
    drop,
    /** Also one that is being opened. */
    has: (name: string): boolean => all.has(name),
    close: async () => void (await Promise.all([...all.keys()].map(drop))),
  };
}

function open(upstream: UpstreamConfig, env: Environment, onListChanged: (what: Listed) => void): Opened {
  const unsafe: Unsafe = new Set();
  const make = () => transportTo(upstream, env, unsafe);
  const transport: Transport = make();
  const closing = new AbortController();
  const over = AbortSignal.any([closing.signal, AbortSignal.timeout(CONNECT_MS)]);
  const late = new Promise<never>((_, reject) => {
    over.addEventListener('abort', () => reject(new Error('The upstream does not answer.')), { once: true });
  });
  const end = () => transport.close().catch(() => {});
  const connecting = connect(transport, onListChanged, 'url' in upstream ? make : null, unsafe);
  const connection = Promise.race([connecting, late]).catch(async (error) => {
    await end();
    throw NO_MESSAGES.includes(statusOf(error) ?? 0) ? new Error(NO_STREAMABLE_HTTP, { cause: error }) : error;
  });
  connection.catch(() => {});
  return {
    connection,
    async close() {
      closing.abort();
      await end();
      // Before it is connected, there can be a process that only the package knows, and ends.
      await connecting.catch(() => {});
    },
  };
}

/** A stream that breaks is an outcome that nobody knows. To continue it would be a second attempt. */
const ONCE = { maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1 };

/** A server of HTTP+SSE answers so to a message at the address of its stream. */
const NO_MESSAGES = [404, 405];
const NO_STREAMABLE_HTTP =
  'The upstream takes no message at this address. If it speaks HTTP+SSE, the transport of 2024-11-05, the gate cannot use it: give the address of its Streamable HTTP.';

export const SESSION_GONE = 404;
/** What stands before a tool answers with these: no token, no access, no session, too many calls. Then the tool did not run. */
const REFUSALS = [401, 403, SESSION_GONE, 429];

function refusalIn(error: unknown): number | null {
  const status = statusOf(error);
  return status !== null && REFUSALS.includes(status) ? status : null;
}

/** Of HTTP, with which an upstream answered. */
function statusOf(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status ?? null;
  if (error instanceof InsufficientScopeError) return 403;
  const { cause } = Object(error) as { readonly cause?: unknown };
  return cause === undefined ? null : statusOf(cause);
}

type HttpUpstream = Extract<UpstreamConfig, { readonly url: string }>;

function headersOf({ token_env, headers_env }: HttpUpstream, env: Environment): Record<string, string> {
  const token = token_env && env[token_env];
  const named = Object.entries(headers_env).map(([name, variable]) => [name, env[variable]!]);
  return { ...Object.fromEntries(named), ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

function transportTo(upstream: UpstreamConfig, env: Environment, unsafe: Unsafe) {
  if ('command' in upstream) {
    const { command, args } = upstream;
    // Besides what the transport always passes: PATH, HOME and a few more.
    const named = Object.fromEntries(upstream.env.map((name) => [name, env[name]!]));
    const transport = new StdioClientTransport({ command, args: [...args], env: named, stderr: 'inherit' });
    // There is no option for it.
    return Object.assign(transport, { _readBuffer: new GuardedBuffer(unsafe) });
  }
  return new StreamableHTTPClientTransport(new URL(upstream.url), {
    requestInit: { headers: headersOf(upstream, env) },
    fetch: guardedFetch(unsafe),
    reconnectionOptions: ONCE,
  });
}
