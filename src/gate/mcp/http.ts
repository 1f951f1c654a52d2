/** Streamable HTTP: the way to run the gate, on a host of its own that alone has the credentials of the upstreams. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  getOAuthProtectedResourceMetadataUrl,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, GateConfig, GateLog, JsonObject } from '../core';
import type { Callers } from './callers';
import { earlyAnswer, givenUpIn } from './early';
import type { Face } from './face';
import { disagreeingHeader } from './param-headers';
import { serverFactory } from './server';

const HEADER_MISMATCH = -32020;
const REVISION = 'mcp-protocol-version';
const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

export type Listening = Awaited<ReturnType<typeof listen>>;

export async function listen(face: Face, callers: Callers, config: GateConfig, log: GateLog) {
  const onerror = (error: Error) => log('an MCP request failed', { error: error.name });
  const handler = createMcpHandler(serverFactory(face, CARRIER), { onerror });
  const unwatch = face.upstreams.watch((what) => handler.notify[`${what}Changed`]());
  const fetch: typeof handler.fetch = async (request, options) => {
    const text = await request.clone().text();
    const exchange = options?.authInfo?.extra as Exchange | undefined;
    const early = earlyAnswer(text, request.headers.get(REVISION) ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION);
    if (early !== null) return new Response(early.body, { status: early.status, headers: JSON_HEADERS });
    if (exchange !== undefined) for (const id of givenUpIn(text)) face.held.giveUp(exchange.caller, id);
    const response = await handler.fetch(request, options);
    // The package answers 200 to what a handler refuses, and what stands between reads the status alone.
    return exchange?.disagrees ? new Response(response.body, { status: 400, headers: response.headers }) : response;
  };
  const serve = toNodeHandler({ fetch }, { onerror, maxRequestBodySize: 1024 * 1024 });
  // A page in a browser must not reach the gate through a name that it made point here.
  const { hostname, pathname: path } = new URL(config.listen.url);
  const names = [hostname, config.listen.host, 'localhost'];
  const hostIsOurs = hostHeaderValidation(names);
  const originIsOurs = originValidation(names);

  const metadata = metadataOf(config);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // A load balancer asks by the address, and has no token.
    if (req.url === '/healthz' && req.method === 'GET') return void res.writeHead(200, JSON_HEADERS).end('{}');
    if (!hostIsOurs(req, res) || !originIsOurs(req, res)) return;
    const asked = new URL(req.url ?? '/', config.listen.url).pathname;
    if (asked === metadata?.path) return void res.writeHead(200, JSON_HEADERS).end(metadata.document);
    if (asked !== path) return refuse(res, 404, `The path is ${path}.`);
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const caller = token === '' ? null : await callers(token);
    if (caller === null) return refuse(res, 401, 'Send a bearer token that this gate knows.', metadata?.challenge);
    const auth = { token: '', clientId: caller.id, scopes: [], extra: { caller, answered: answeredBy(res) } };
    await serve(Object.assign(req, { auth }), res);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: Error) => {
      onerror(error);
      if (!res.headersSent) res.writeHead(500);
      res.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.listen.port, config.listen.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      unwatch();
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Set above from the token and the response, and from nothing else. */
interface Exchange {
  readonly caller: Caller;
  readonly answered: Promise<boolean>;
  /** The headers do not say what the arguments say. */
  disagrees?: true;
}
const exchangeIn = (ctx: ServerContext) => ctx.http?.authInfo?.extra as unknown as Exchange;
const CARRIER = {
  hasStreams: true,
  callerOf: (ctx: ServerContext) => exchangeIn(ctx).caller,
  answered: (ctx: ServerContext) => exchangeIn(ctx).answered,
  checkHeaders(ctx: ServerContext, definition: JsonObject, args: JsonObject): void {
    const header = disagreeingHeader(definition, args, ctx.http!.req!.headers);
    if (header === null) return;
    exchangeIn(ctx).disagrees = true;
    throw new ProtocolError(HEADER_MISMATCH, `The header ${header} does not agree with the arguments of the call.`);
  },
};

/** Closed before it was finished: the client had gone away. */
function answeredBy(res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    res.once('finish', () => resolve(true));
    res.once('close', () => resolve(false));
  });
}

/** Of this gate as a protected resource (RFC 9728), so that a client can sign in by itself. Null if no issuer is configured. */
function metadataOf({ issuers, listen: { url } }: GateConfig) {
  if (issuers.length === 0) return null;
  const address = getOAuthProtectedResourceMetadataUrl(new URL(url));
  const servers = issuers.map(({ issuer }) => issuer);
  const facts = { resource: url, authorization_servers: servers, bearer_methods_supported: ['header'] };
  return {
    path: new URL(address).pathname,
    document: JSON.stringify(facts),
    challenge: `Bearer resource_metadata="${address}"`,
  };
}

function refuse(res: ServerResponse, status: 401 | 404, text: string, how = 'Bearer'): void {
  const challenge = status === 401 && { 'www-authenticate': how };
  res.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...challenge }).end(text);
}
