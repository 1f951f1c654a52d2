/** HTTP servers of one test each, and callers of them. */
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Activity } from '../../../src/local/platform/activity';
import { type HttpServer, type Route, startHttpServer } from '../../../src/local/platform/http-server';

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Closed after each test. A test that closes its own empties the list. */
export const opened: HttpServer[] = [];
export const activity = new Activity();
/** What `echo` was handed in this test. */
export const seen: APIGatewayProxyEventV2[] = [];
/** What the servers of this test reported. */
export const reports: string[] = [];

/** To be called once in each suite. */
export function closeAfterEach(): void {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()));
    for (const list of [seen, reports]) list.length = 0;
  });
}

/** Answers with what it was handed. */
export const echo: Route = {
  prefix: '/',
  async handle(event) {
    seen.push(event);
    return { statusCode: 200, headers: { 'content-type': 'text/plain' }, body: 'echoed' };
  },
};

export async function serve(...routes: Route[]): Promise<HttpServer> {
  const report = (what: string, error: unknown) => reports.push(`${what}: ${error}`);
  const server = await startHttpServer({ port: 0, activity, routes, report, nowMs: () => Date.UTC(2026, 10, 20, 12) });
  opened.push(server);
  return server;
}

export function send(
  { port }: HttpServer,
  path: string,
  options: RequestOptions = {},
  body?: string | Buffer,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, agent: false, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Timers of one process fire in order, however busy the machine is. */
export const fired = (ms: number) =>
  new Promise<string>((resolve) => void setTimeout(() => resolve('fired'), ms).unref());
