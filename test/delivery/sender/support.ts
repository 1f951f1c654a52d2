import http from 'node:http';
import net from 'node:net';
import {
  type ClosableWebhookSender,
  createWebhookSender,
  type Dial,
  type DialTarget,
  type Resolve,
} from '../../../src/adapters/webhook-sender';
import type { GuardOptions } from '../../../src/adapters/webhook-sender/checked';

/** Every server and sender of a test file, ended by `closeAll`. */
const open: { close(): void }[] = [];

export function closeAll(): void {
  for (const thing of open.splice(0)) thing.close();
}

/** A sender for receivers on loopback, with the contract's limit of 10 s: a busy machine answers later than a small one. */
export function aSender(options: Partial<GuardOptions> = {}): ClosableWebhookSender {
  const sender = createWebhookSender({ allowLoopback: true, resolve: noLookups, ...options });
  open.push(sender);
  return sender;
}

const noLookups: Resolve = async (name) => {
  throw new Error(`${name} was looked up`);
};

export interface Listening {
  readonly port: number;
  readonly url: string;
  /** How many connections were ever made. */
  connections(): number;
  /** Resolves when the latest connection is gone on the receiver's side. */
  closed(): Promise<void>;
}

/** A receiver that handles raw connections; `bytes` is the first thing a connection said. */
export async function aRawReceiver(onBytes: (socket: net.Socket, bytes: string) => void): Promise<Listening> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => onBytes(socket, bytes.toString('latin1')));
  });
  return listen(server);
}

export async function aReceiver(
  handle: (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void,
): Promise<Listening> {
  const server = http.createServer(async (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    for await (const chunk of request) body += chunk;
    handle(request, response, body);
  });
  return listen(server);
}

export async function listen(server: net.Server): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let closed: Promise<void> = Promise.resolve();
  server.on('connection', (socket: net.Socket) => {
    connections += 1;
    sockets.add(socket);
    closed = new Promise((resolve) => {
      socket.on('close', () => resolve());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  const { port } = server.address() as net.AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook`, connections: () => connections, closed: () => closed };
}

/**
 * Connects to a server on loopback for any address, and lets the socket report the requested address. So a test can play a
 * receiver on the internet without leaving the machine.
 */
export function onLoopback(port: number, dialled: DialTarget[] = [], claims?: string): Dial {
  return (target) => {
    dialled.push(target);
    const socket = net.connect(port, '127.0.0.1');
    Object.defineProperty(socket, 'remoteAddress', { get: () => claims ?? target.host });
    return socket;
  };
}

export function aPost(url: string, body = '{"id":"evt_1"}') {
  return { url, headers: { 'Content-Type': 'application/json', 'Service-Event-Id': 'evt_1' }, body };
}

/**
 * Limits wait on a clock that only `pass` moves, so the time that a busy machine needs changes nothing. What is sent and
 * received meanwhile takes real time.
 */
export async function withClock<T>(use: (pass: (ms: number) => Promise<void>) => Promise<T>): Promise<T> {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  try {
    return await use(async (ms) => {
      for (let left = ms; left > 0; left -= STEP_MS) {
        jest.advanceTimersByTime(Math.min(left, STEP_MS));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  } finally {
    jest.useRealTimers();
  }
}
const STEP_MS = 100;

/**
 * The outcome, and whether it came after one timer and before another. Timers of one process fire in order however busy the
 * machine is, so this is more reliable than a measured time.
 */
export async function timed<T>(
  start: () => Promise<T>,
  { after = 0, before }: { readonly after?: number; readonly before: number },
): Promise<{ outcome: T; inTime: boolean }> {
  const fired = { early: after === 0, late: false };
  const timers = [
    setTimeout(() => {
      fired.early = true;
    }, after),
    setTimeout(() => {
      fired.late = true;
    }, before),
  ];
  const outcome = await start();
  for (const timer of timers) clearTimeout(timer);
  return { outcome, inTime: fired.early && !fired.late };
}
