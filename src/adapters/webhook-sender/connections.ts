import http from 'node:http';
import type net from 'node:net';
import type { Duplex } from 'node:stream';

/** Less than the 5 s after which Node's own servers and several load balancers close an idle connection. */
const MAX_IDLE_MS = 4_000;
/** Every new connection looks up the name, so a receiver that moves to another address is followed within a minute. */
const MAX_AGE_MS = 60_000;

/** Our own request option, which Node passes on. It tells the agent how to open a connection. */
export interface OpensConnection {
  /** Looks up, checks, connects and compares. All connections are opened here. */
  readonly openChecked: () => Promise<net.Socket>;
}

/**
 * Kept-alive connections of one scheme, for the same host name and port only. Reuse is safe, because a connection is
 * checked when it is opened and cannot change its peer afterwards. It saves the TLS handshake, by far the most
 * expensive part of a post. Nothing is queued (there is no `maxSockets`), so a slow receiver of one organization cannot
 * hold up another one's posts.
 */
export class CheckedConnections extends http.Agent {
  readonly #openedAtMs = new WeakMap<net.Socket, number>();
  readonly #idleSinceMs = new WeakMap<net.Socket, number>();
  #reading: Promise<void> | null = null;

  constructor(
    protocol: 'http:' | 'https:',
    readonly nowMs: () => number,
  ) {
    super({ keepAlive: true, maxFreeSockets: 16, timeout: MAX_IDLE_MS });
    // Node refuses a request whose protocol differs from that of its agent.
    Object.assign(this, { protocol });
  }

  override getName(options: http.ClientRequestArgs): string {
    return `${options.host}:${options.port}`;
  }

  override createConnection(
    options: http.ClientRequestArgs & Partial<OpensConnection>,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { openChecked } = options;
    // Without this, a connection could be opened without a check.
    if (!openChecked || !callback) throw new Error('a connection was asked for without its check');
    openChecked().then(
      (socket) => {
        this.#openedAtMs.set(socket, this.nowMs());
        callback(null, socket);
      },
      (error: Error) => {
        // Node keeps an empty list for each host that was never reached. Organizations choose the hosts, so the list is
        // removed.
        const name = this.getName(options);
        if (this.sockets[name]?.length === 0) delete (this.sockets as Record<string, unknown>)[name];
        (callback as (error: Error) => void)(error);
      },
    );
  }

  override keepSocketAlive(socket: net.Socket): boolean {
    const age = this.nowMs() - (this.#openedAtMs.get(socket) ?? 0);
    if (age < 0 || age > MAX_AGE_MS) return false;
    this.#idleSinceMs.set(socket, this.nowMs());
    socket.on('data', hangUp);
    // Node closes the connection before the receiver's `Keep-Alive: timeout` ends.
    return super.keepSocketAlive(socket) as unknown as boolean;
  }

  override reuseSocket(socket: net.Socket, request: http.ClientRequest): void {
    socket.off('data', hangUp);
    super.reuseSocket(socket, request);
  }

  hasIdle(host: string, port: number): boolean {
    return this.#idle(host, port).length > 0;
  }

  /**
   * Reads what has already arrived on idle connections. Such data was not requested and would be taken for the answer to
   * the next post (RFC 9112, section 9.2). A connection that has any is closed. Posts of the same turn wait together.
   */
  readIdle(): Promise<void> {
    this.#reading ??= new Promise((resolve) => {
      // The event loop may already be past its reading phase in the first turn, but not in the second.
      setImmediate(() => {
        this.#reading = null;
        setImmediate(resolve);
      });
    });
    return this.#reading;
  }

  /**
   * Drops all idle connections of the host if one of them was idle for too long: a frozen Lambda wakes up with timers
   * that never fired and peers that are gone. All are dropped, because Node skips a destroyed one only at the head of
   * its list.
   */
  dropStale(host: string, port: number): void {
    const idle = this.#idle(host, port);
    const nowMs = this.nowMs();
    if (idle.some((socket) => this.#isStale(socket, nowMs))) destroyAll(idle);
  }

  dropIdle(host: string, port: number): void {
    destroyAll(this.#idle(host, port));
  }

  #idle(host: string, port: number): readonly net.Socket[] {
    return this.freeSockets[this.getName({ host, port })] ?? [];
  }

  #isStale(socket: net.Socket, nowMs: number): boolean {
    const idleMs = nowMs - (this.#idleSinceMs.get(socket) ?? 0);
    return idleMs < 0 || idleMs > MAX_IDLE_MS;
  }
}

/** Closes an idle connection if the receiver sends something. */
function hangUp(this: net.Socket): void {
  this.destroy();
}

function destroyAll(sockets: readonly net.Socket[]): void {
  for (const socket of [...sockets]) socket.destroy();
}
