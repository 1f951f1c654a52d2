/** An upstream of 2025-11-25 with sessions, written without any package, that answers as a test says. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../../support/listening';

// biome-ignore lint/suspicious/noExplicitAny: bodies of MCP, as they are on the wire
type Body = any;

/** A text is sent as the whole body of the answer. */
type Answering = (params: Body, res: ServerResponse, id: unknown) => Promise<void> | void;

export const ok = (res: ServerResponse, id: unknown, result: object, type = 'application/json') =>
  res.writeHead(200, { 'content-type': type }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));

const TOOLS = ['pay', 'echo'].map((name) => ({ name, inputSchema: { type: 'object' } }));
export const RAN = { content: [{ type: 'text', text: 'ran' }] };

export async function openRaw() {
  const sessions = new Set<string>();
  const seen: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const raw = {
    /** In place of what it does by itself. */
    on: {} as Record<string, Answering>,
    sessions,
    seen,
    count: (method: string) => seen.filter((each) => each.method === method).length,
  };
  const server = createServer(async (req, res) => {
    if (req.method !== 'POST') return void res.writeHead(405).end();
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    const { id, method, params = {} } = JSON.parse(Buffer.concat(parts).toString());
    seen.push({ method, headers: req.headers });
    const session = String(req.headers['mcp-session-id']);
    if (method !== 'initialize' && method !== 'server/discover' && !sessions.has(session))
      return void res.writeHead(404).end('no such session');
    if (raw.on[method] !== undefined) return raw.on[method](params, res, id);
    if (id === undefined) return void res.writeHead(202).end();
    if (method === 'initialize') {
      const made = randomUUID();
      sessions.add(made);
      res.setHeader('mcp-session-id', made);
      const capabilities = { tools: {}, resources: {} };
      return void ok(res, id, {
        protocolVersion: '2025-11-25',
        capabilities,
        serverInfo: { name: 'raw', version: '1' },
      });
    }
    if (method === 'tools/list') return void ok(res, id, { tools: TOOLS });
    if (method === 'tools/call') return void ok(res, id, RAN);
    res.writeHead(400).end();
  });
  const { url, close } = await listening(server);
  return Object.assign(raw, { url: `${url}/mcp`, close });
}
