/** The part of the service that a worker calls, over real HTTP. It answers from the ledger, and can be told to fail. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AuthorizationRequest, ExecutionReport } from '../../src/client';
import { listening } from '../support/listening';

export interface FakeService {
  readonly url: string;
  /** By request id, as the service recorded them: each once. */
  readonly reports: Map<string, ExecutionReport>;
  /** Every report that arrived, repeats included. */
  readonly received: ExecutionReport[];
  /** Paths of the claims that were answered 200. */
  readonly claims: string[];
  lists: number;
  offer(request: AuthorizationRequest): void;
  /** Called before each answer is sent. If true, the work is done but the answer is lost. */
  loses: (path: string) => boolean;
  /** Answers instead of the service, unless it returns null. */
  answers: (path: string) => { readonly status: number; readonly body: object; readonly headers?: object } | null;
  stop(): Promise<void>;
}

const LEASE_MS = 600_000;

export async function startFakeService(): Promise<FakeService> {
  const requests = new Map<string, AuthorizationRequest>();
  const claimOf = new Map<string, string>();
  const server = createServer((request, response) => void handle(request, response));
  const { url, close } = await listening(server);
  const fake: FakeService = {
    url,
    reports: new Map(),
    received: [],
    claims: [],
    lists: 0,
    offer: (request) => void requests.set(request.id, request),
    loses: () => false,
    answers: () => null,
    stop: close,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    const { status, body: answer, headers } = fake.answers(path) ?? route(path, body);
    if (fake.loses(path)) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    response.end(JSON.stringify(status < 400 ? { server_now: Date.now(), ...answer } : answer));
  }

  function route(path: string, body: string): { status: number; body: object; headers?: object } {
    if (path.startsWith('/v1/requests?executable=true')) {
      fake.lists++;
      const open = [...requests.values()].filter(({ id }) => !claimOf.has(id) && !fake.reports.has(id));
      return { status: 200, body: { requests: open } };
    }
    const [, id, command] = /^\/v1\/requests\/([^/]+)\/(claim|execution)$/.exec(path)!;
    return command === 'claim' ? claim(id!, path) : report(id!, JSON.parse(body) as ExecutionReport);
  }

  function claim(id: string, path: string) {
    if (claimOf.has(id)) return problem(409, 'already_claimed');
    const claim_id = `clm_${String(claimOf.size).padStart(24, '0')}`;
    claimOf.set(id, claim_id);
    fake.claims.push(path);
    return {
      status: 200,
      body: { claim_id, lease_expires_at: Date.now() + LEASE_MS, request: requests.get(id) },
    };
  }

  function report(id: string, sent: ExecutionReport) {
    fake.received.push(sent);
    if (claimOf.get(id) !== sent.claim_id) return problem(409, 'claim_lost');
    const first = fake.reports.get(id);
    if (first !== undefined && JSON.stringify(first) !== JSON.stringify(sent)) return problem(409, 'already_reported');
    fake.reports.set(id, sent);
    return { status: 200, body: { request: requests.get(id) } };
  }
  return fake;
}

const problem = (status: number, kind: string) => ({ status, body: { error: kind.replaceAll('_', ' '), kind } });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
