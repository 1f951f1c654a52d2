/** A reverse proxy that adds the token of a caller, for clients that can send none. Everything else passes unchanged. */
import { createServer, request } from 'node:http';
import { listening } from '../../support/listening';

export interface Proxy {
  readonly url: string;
  /** The methods of MCP that passed, of clients of 2026-07-28. */
  readonly methods: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function withToken(url: string, token: string): Promise<Proxy> {
  const methods = new Set<string>();
  const to = new URL(url);
  const proxy = createServer((req, res) => {
    methods.add(String(req.headers['mcp-method']));
    const headers = { ...req.headers, host: to.host, authorization: `Bearer ${token}` };
    const passed = request(
      { host: to.hostname, port: to.port, path: req.url, method: req.method, headers },
      (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      },
    );
    passed.on('error', () => res.destroy());
    req.pipe(passed);
  });
  const { url: origin, close } = await listening(proxy);
  return { url: origin + to.pathname, methods, close };
}
