/**
 * Stand-in for API Gateway: an HTTP server on loopback in front of the functions' handlers, which get the same events
 * as on AWS. It also serves the built files of the console and the routes that exist only on one machine.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Activity } from './activity';
import { PortInUse, type Report, RunnerError, reportToConsole } from './errors';
import { parseTarget, toEvent } from './http-event';

/** Answers every path that equals its prefix or is below it; `/` matches all. The first match answers. */
export type Route = FunctionRoute | FileRoute;

export interface FunctionRoute {
  readonly prefix: string;
  /** `gone` is aborted when nobody waits for the answer any longer, or when the server closes. */
  handle(event: APIGatewayProxyEventV2, gone: AbortSignal): Promise<APIGatewayProxyStructuredResultV2>;
  /** Not counted as in progress, because the handler itself waits for idleness or for an event that may never come. */
  readonly untracked?: boolean | ((event: APIGatewayProxyEventV2) => boolean);
}

/** Files: only GET and HEAD, never counted as in progress. */
export interface FileRoute {
  readonly prefix: string;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void> | void;
}

export interface HttpServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  readonly activity: Activity;
  /** Read for each request, so they may be added when the port is known. While there are none, the answer is 503. */
  readonly routes: readonly Route[];
  readonly nowMs?: () => number;
  readonly report?: Report;
}

export interface HttpServer {
  readonly port: number;
  /** Accepts nothing new, and resolves when the requests in progress are answered, or after 5 s without them. */
  close(): Promise<void>;
}

/**
 * How many calls run at once. More are refused immediately, as a gateway does when its functions have no capacity.
 * Enough for a crowd, and few enough that accepted calls are answered in about a second.
 */
const MAX_IN_WORK = 512;
/** The largest body that a function gets on AWS. */
const LARGEST_BODY_BYTES = 6 * 1024 * 1024;
/** API Gateway's name for this header. Every answer has one, so that a caller can quote it. */
const REQUEST_ID_HEADER = 'apigw-requestid';
const CLOSE_LIMIT_MS = 5_000;
/** Limits how long a body may take to arrive. */
const REQUEST_LIMIT_MS = 60_000;
/** Longer than clients keep a connection. The client must close first, or a request would meet a closing socket. */
const KEEP_ALIVE_MS = 75_000;

/** Throws a `RunnerError` if the port cannot be used. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  // A missing Host is answered below, in the same form as every other error.
  const server = createServer({
    requireHostHeader: false,
    requestTimeout: REQUEST_LIMIT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  let closing = false;
  const inWork = { count: 0 };
  const waited = new Set<AbortController>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    waited.add(gone);
    if (closing) gone.abort();
    response.once('close', () => {
      waited.delete(gone);
      gone.abort();
      // A kept-alive connection that becomes idle while the server closes would keep the server open.
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    void respond(options, inWork, request, response, gone.signal);
  });
  server.on('clientError', refuseUnreadable);
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await listen(server, options.host ?? '127.0.0.1', options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      closing = true;
      // Ends held answers.
      for (const each of waited) each.abort();
      // Node counts a connection that has not sent anything as active, and HTTP clients open some in advance.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      return close(server);
    },
  };
}

async function respond(
  options: HttpServerOptions,
  inWork: { count: number },
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  response.setHeader(REQUEST_ID_HEADER, id);
  try {
    const answer = await dispatch(options, inWork, request, id, response, gone);
    if (answer !== null) write(response, answer);
  } catch (error) {
    (options.report ?? reportToConsole)(`${request.method} ${pathOf(request)} failed`, error);
    if (response.headersSent) response.destroy();
    else write(response, problem(500, 'server fault; retry after a pause', 'internal'));
  }
}

/** Null if the request is already answered, or if the client has disconnected. */
async function dispatch(
  { routes, activity, nowMs = Date.now }: HttpServerOptions,
  inWork: { count: number },
  request: IncomingMessage,
  id: string,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<APIGatewayProxyStructuredResultV2 | null> {
  const target = parseTarget(request.url ?? '');
  if (target === null) return problem(400, 'the path cannot be read', 'invalid');
  if (request.headers.host === undefined) return problem(400, 'a request needs a Host header', 'invalid');
  if (routes.length === 0)
    return problem(503, 'the service is starting; try again', 'internal', { 'retry-after': '1' });
  const route = routes.find(({ prefix }) => isBelow(target.path, prefix));
  if (route === undefined || ('serve' in route && isInOtherCase(target.path, routes))) {
    return problem(404, 'no such path', 'not_found');
  }
  if ('serve' in route) return serveFile(route, request, response);
  const body = await receivedBytes(request);
  if (body === 'gone') return null;
  const event = toEvent(request, target, body === 'too_large' ? Buffer.alloc(0) : body, { id, nowMs: nowMs() });
  const untracked = typeof route.untracked === 'function' ? route.untracked(event) : route.untracked === true;
  if (!untracked && inWork.count >= MAX_IN_WORK) {
    return problem(503, 'too many calls at once; try again after a pause', 'internal', { 'retry-after': '1' });
  }
  if (body === 'too_large') {
    return problem(413, `a body is at most ${LARGEST_BODY_BYTES} bytes`, 'too_large');
  }
  const handled = route.handle(event, gone);
  if (untracked) return handled;
  inWork.count++;
  return activity.track(handled).finally(() => {
    inWork.count--;
  });
}

async function serveFile(
  route: FileRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<APIGatewayProxyStructuredResultV2 | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return problem(405, 'this path takes GET, HEAD', 'invalid', { allow: 'GET, HEAD' });
  }
  await route.serve(request, response);
  return null;
}

/**
 * Without this, `/V1` would return a page of the console, and a program would take its 200 for an answer of the
 * service.
 */
function isInOtherCase(path: string, routes: readonly Route[]): boolean {
  return routes.some((route) => 'handle' in route && isBelow(path.toLowerCase(), route.prefix));
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** A body over the limit is read to its end and dropped: a client that is cut off while it sends gets no answer. */
function receivedBytes(request: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LARGEST_BODY_BYTES) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve('too_large');
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve('gone'));
    request.once('close', () => resolve('gone'));
  });
}

/** Node itself leaves out the body for HEAD and for statuses without one. */
function write(response: ServerResponse, answer: APIGatewayProxyStructuredResultV2): void {
  const status = answer.statusCode ?? 200;
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, `${value}`);
  if (answer.cookies !== undefined) response.setHeader('set-cookie', answer.cookies);
  if (status !== 204 && status !== 304) response.setHeader('content-length', body.length);
  response.writeHead(status).end(body);
}

function problem(
  statusCode: number,
  error: string,
  kind: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 {
  const common = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { statusCode, headers: { ...common, ...headers }, body: JSON.stringify({ error, kind }) };
}

/** A request that is not HTTP, or too large or too slow, has no response object. Its answer is written directly. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, sentence] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'the headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'the request took too long to arrive']
        : ['400 Bad Request', 'the request is not HTTP'];
  const body = JSON.stringify({ error: sentence, kind: 'invalid' });
  const headers = `${REQUEST_ID_HEADER}: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}

/** Leaves out the query, which may contain something that must not be logged. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0]!;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): RunnerError {
  if (error.code === 'EADDRINUSE') {
    return new PortInUse(port, 'stop the program that uses it, or choose another port with --port');
  }
  if (error.code === 'EACCES') {
    return new RunnerError(`port ${port} may not be used by this user: choose one above 1023 with --port`);
  }
  return new RunnerError(`cannot listen on ${host}:${port}: ${error.message}`);
}

/** Closing ends idle connections. Others end when they become idle, or when the time is up. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
  });
}
