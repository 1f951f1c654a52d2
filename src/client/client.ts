/** The typed client of /v1. */
import { randomUUID } from 'node:crypto';
import { sleep } from './sleep';
import { createTransport } from './transport';
import type { AuthorizationRequest, Claim, ExecutionReport, NewRequest, RequestAnswer } from './types';
import { type Verdict, type WaitOptions, waitForVerdict } from './wait';

export interface ClientOptions {
  /** Without a path: `https://authorization.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Further tries of a call that met a 5xx, a 429 or no answer; 4 unless given. */
  readonly retries?: number;
  /** For one try, ms; 30 000 unless given. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Epoch ms; measures time-outs of waiting. The system's clock unless given. */
  readonly nowMs?: () => number;
}

export interface CreateOptions {
  /** 1–255 printable ASCII characters. Names this proposal: a repeat with it finds the same request. Random where absent, so that retries are safe. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Created extends RequestAnswer {
  /** An earlier call with this Idempotency-Key made the request. */
  readonly replayed: boolean;
}

export interface Client {
  /** POST /v1/requests. Throws `RefusedError`, `InvalidError`, `ConflictError` (`idempotency_conflict`). */
  createRequest(request: NewRequest, options?: CreateOptions): Promise<Created>;
  /** GET /v1/requests/{id}. Throws `NotFoundError`. */
  getRequest(id: string, options?: { readonly signal?: AbortSignal }): Promise<RequestAnswer>;
  /** GET /v1/requests?executable=true, oldest first; at most 100, 25 unless given. */
  listExecutable(options?: { readonly limit?: number; readonly signal?: AbortSignal }): Promise<{
    readonly server_now: number;
    readonly requests: AuthorizationRequest[];
  }>;
  /**
   * POST /v1/requests/{id}/claim; `leaseSeconds` 1–3600, 600 unless given. Throws `ConflictError` and `WindowClosedError`.
   * A claim whose answer was lost is held until its lease ends: the retry answers `already_claimed`.
   */
  claim(id: string, options?: { readonly leaseSeconds?: number; readonly signal?: AbortSignal }): Promise<Claim>;
  /** POST /v1/requests/{id}/execution. The same report may be sent any number of times. */
  report(id: string, report: ExecutionReport, options?: { readonly signal?: AbortSignal }): Promise<RequestAnswer>;
  /** Waits until people have decided; see `waitForVerdict`. */
  waitForVerdict(id: string, options: WaitOptions): Promise<Verdict>;
}

export function createClient(options: ClientOptions): Client {
  const call = createTransport({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? 4,
    timeoutMs: options.timeoutMs ?? 30_000,
    sleep: options.sleep ?? sleep,
  });
  const timing = { sleep: options.sleep ?? sleep, nowMs: options.nowMs ?? Date.now };
  const path = (id: string) => {
    // A URL takes dots for steps: the call would go somewhere else.
    if (/^\.{0,2}$/.test(id)) throw new TypeError('id: not the id of a request');
    return `/v1/requests/${encodeURIComponent(id)}`;
  };
  const client: Client = {
    async createRequest(request, { idempotencyKey = randomUUID(), signal } = {}) {
      // What no header takes would look like a connection that fails for ever.
      if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
        throw new TypeError('idempotencyKey: 1 to 255 printable ASCII characters');
      }
      const { body, headers } = await call<RequestAnswer>('POST', '/v1/requests', {
        body: request,
        headers: { 'idempotency-key': idempotencyKey },
        signal,
      });
      return { ...body, replayed: headers.get('idempotent-replayed') === 'true' };
    },
    getRequest: async (id, { signal } = {}) => (await call<RequestAnswer>('GET', path(id), { signal })).body,
    async listExecutable({ limit, signal } = {}) {
      const query = limit === undefined ? '' : `&limit=${limit}`;
      return (
        await call<{ server_now: number; requests: AuthorizationRequest[] }>(
          'GET',
          `/v1/requests?executable=true${query}`,
          { signal },
        )
      ).body;
    },
    async claim(id, { leaseSeconds, signal } = {}) {
      const body = leaseSeconds === undefined ? undefined : { lease_seconds: leaseSeconds };
      return (await call<Claim>('POST', `${path(id)}/claim`, { body, signal })).body;
    },
    report: async (id, report, { signal } = {}) =>
      (await call<RequestAnswer>('POST', `${path(id)}/execution`, { body: report, signal })).body,
    waitForVerdict: (id, wait) => waitForVerdict(client, id, wait, timing),
  };
  return client;
}
