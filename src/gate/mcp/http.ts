/** Streamable HTTP: the way to run the gate, on a host of its own that alone has the credentials of the upstreams. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type ServerContext } from '@modelcontextprotocol/server';
import type { GateConfig } from '../core/config';
import type { Caller, GateLog } from '../core/types';
import type { Callers } from './callers';
import { earlyAnswer } from './early';
import type { Face } from './face';
import { serverFactory } from './server';

const LARGEST_BODY = 1024 * 1024;

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

export async function listen(face: Face, callers: Callers, config: GateConfig, log: GateLog): Promise<Listening> {
  const handler = createMcpHandler(
    serverFactory(face, (ctx) => callerIn(ctx)),
    { onerror: (error) => log('an MCP request failed', { error: error.name }) },
  );
  const serve = toNodeHandler(handler);
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      log('an HTTP request failed', { error: error instanceof Error ? error.name : 'unknown' });
      if (!res.headersSent) res.writeHead(500);
      res.end();
    });
  });
  // A page in a browser must not reach the gate through a name that it made point here.
  const { hostname, pathname: path } = new URL(config.listen.url);
  const names = [hostname, config.listen.host, 'localhost'];
  const hostIsOurs = hostHeaderValidation(names);
  const originIsOurs = originValidation(names);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!hostIsOurs(req, res) || !originIsOurs(req, res)) return;
    if (new URL(req.url ?? '/', config.listen.url).pathname !== path) return end(res, 404, `The path is ${path}.`);
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const caller = token === '' ? null : await callers(token);
    if (caller === null) return end(res, 401, 'Send a bearer token that this gate knows.');
    const text = await bodyOf(req);
    if (text === null) return end(res, 413, `A message has at most ${LARGEST_BODY} bytes.`);
    const early = earlyAnswer(text);
    if (early !== null) return end(res, 200, early, 'application/json');
    const auth = { token: '', clientId: caller.id, scopes: [], extra: { caller } };
    await serve(Object.assign(req, { auth }), res, text === '' ? undefined : parsed(text));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.listen.port, config.listen.host, () => resolve());
  });
  return { port: portOf(server), close: () => close(server, handler) };
}

/** Set above from the token, and from nothing else. */
function callerIn(ctx: ServerContext): Caller {
  return ctx.http?.authInfo?.extra?.caller as Caller;
}

function end(res: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  const challenge = status === 401 && { 'www-authenticate': 'Bearer' };
  res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...challenge }).end(text);
}

async function bodyOf(req: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** What is no JSON is answered by the handler as a parse error. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

async function close(server: Server, handler: { close(): Promise<void> }): Promise<void> {
  await handler.close();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
