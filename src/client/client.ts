/** The typed client of /v1. */
import { randomUUID } from 'node:crypto';
import type { operations } from '../../generated/service';
import { UnexpectedAnswerError } from './errors';
import { assertStored, digestNamed, type EvidenceContent, type EvidenceParam, evidenceToStore } from './evidence';
import { type FollowOptions, followEvents, type ReadEvents } from './follow';
import { assertFunctions, assertId, assertOptions, assertSpelled } from './known-options';
import { type Sleep, sleep } from './polling';
import { SharedFeed } from './shared-feed';
import type { Hooks } from './telemetry';
import { type CallOptions, createTransport, withResponse } from './transport';
import type {
  Answered,
  AuthorizationRequest,
  Claim,
  EventsPage,
  ExecutionReport,
  NewRequest,
  Proof,
  RequestAnswer,
  RequestEvent,
} from './types';
import {
  type ExecutionResult,
  type Verdict,
  type Waiting,
  type WaitOptions,
  waitForExecution,
  waitForVerdict,
} from './wait';

export interface ClientOptions extends Hooks {
  /** Without a path, for example `https://authorization.example.com`. */
  readonly baseUrl: string;
  /** Lets `baseUrl` be http:// on another machine. The API key is then sent without encryption. */
  readonly allowHttp?: boolean;
  readonly apiKey: string;
  /** How often to retry a call after a 5xx, a 429 or no answer. Default: 4. */
  readonly retries?: number;
  /** Time limit of one attempt in ms. Default: 30 000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly sleep?: Sleep;
  /** Epoch ms, for the timeouts of waiting. Default: the system's clock. */
  readonly nowMs?: () => number;
}

export interface CreateOptions extends CallOptions {
  /**
   * 1–255 printable ASCII characters. Retrying with the same key returns the same request. Default: a random key, so
   * that retries are safe.
   */
  readonly idempotencyKey?: string;
}

export interface Executable {
  readonly server_now: number;
  readonly requests: AuthorizationRequest[];
  /** Only with `after`: where the next page begins, also if `requests` is empty. Null at the end. */
  readonly next?: string | null;
}

export interface AuditPage {
  readonly lines: string;
  readonly last: number | null;
}

export interface Created extends RequestAnswer {
  /**
   * True if an earlier call with this Idempotency-Key created the request. The answer is that request: compare its
   * `requester` with yours before you act on it.
   */
  readonly replayed: boolean;
}

export interface Client {
  /** POST /v1/requests. Throws `RefusedError`, `InvalidError`, `ConflictError` (`idempotency_conflict`). */
  createRequest(request: NewRequest, options?: CreateOptions): Promise<Answered<Created>>;
  /**
   * PUT /v1/evidence/{digest}: stores a document of at most 256 KiB, or renews it, and returns its param. Spread the param
   * into the params of the request. A text is stored in UTF-8.
   */
  attach<Name extends string>(
    name: Name,
    content: EvidenceContent,
    options?: CallOptions,
  ): Promise<EvidenceParam<Name>>;
  /**
   * GET /v1/evidence/{digest}: the document of a request, after a comparison with its param. Throws `MismatchError` if
   * something else is stored, and `NotFoundError` if nothing is.
   */
  evidence(
    request: Pick<AuthorizationRequest, 'params'>,
    name: string,
    options?: CallOptions,
  ): Promise<Answered<Uint8Array>>;
  /** GET /v1/requests/{id}. Throws `NotFoundError`. */
  getRequest(id: string, options?: CallOptions): Promise<Answered<RequestAnswer>>;
  /**
   * POST /v1/requests/{id}/abort: takes back a request of this API key. Before the verdict it is aborted, afterwards it is
   * stopped. You can send it any number of times. Throws `NotFoundError`, and `ConflictError` if there is nothing to stop.
   */
  abort(id: string, options?: CallOptions & { readonly reason?: string }): Promise<Answered<RequestAnswer>>;
  /** GET /v1/requests/{id}/proof. Throws `NotFoundError`, and `ConflictError` before there is a verdict. */
  getProof(id: string, options?: CallOptions): Promise<Answered<Proof>>;
  /**
   * GET /v1/requests?executable=true, oldest first. `limit` is at most 100; default 25. For pages, begin with
   * `after: 'oldest'`, and send `next` as `after` until it is null.
   */
  listExecutable(
    options?: CallOptions & { readonly limit?: number; readonly after?: string },
  ): Promise<Answered<Executable>>;
  /**
   * POST /v1/requests/{id}/claim. `leaseSeconds` is 1–3600; default 600. Throws `ConflictError` and
   * `WindowClosedError`. If the answer of a claim is lost, the claim is held until its lease ends, and the retry
   * answers `already_claimed`.
   */
  claim(id: string, options?: CallOptions & { readonly leaseSeconds?: number }): Promise<Answered<Claim>>;
  /** POST /v1/requests/{id}/execution. You can send the same report any number of times. */
  report(id: string, report: ExecutionReport, options?: CallOptions): Promise<Answered<RequestAnswer>>;
  /**
   * GET /v1/events, page after page: `for await (const event of client.events({ after }))`. Each event once, in one order
   * that never changes. Throws `InvalidError` if `after` is of another organization, or from before a restore.
   */
  events(options?: FollowOptions): AsyncIterable<RequestEvent>;
  /**
   * GET /v1/audit: the entries of the audit log after a position, at most 4 MiB. `lines` is one JSON object for each line, exactly as
   * stored. `last` is the position of the last of them, for the next `after`, or null if there is nothing new.
   */
  pullAudit(options?: CallOptions & { readonly after?: number }): Promise<Answered<AuditPage>>;
  /**
   * Waits for the verdict, and notices it within 3 s while the service holds answers of the feed. All waits of a client
   * share one call that is held. Throws `MismatchError` if anything other than `operation` was authorized.
   */
  waitForVerdict(id: string, operation: WaitOptions, options?: Waiting): Promise<Verdict>;
  /** Waits for the report of the worker, or until nothing can run any more. */
  waitForExecution(id: string, options?: Waiting): Promise<ExecutionResult>;
}

/** The method of each operation of /v1. */
interface MethodOf {
  createRequest: 'createRequest';
  putEvidence: 'attach';
  getEvidence: 'evidence';
  getRequest: 'getRequest';
  abortOwnRequest: 'abort';
  getProof: 'getProof';
  listExecutableRequests: 'listExecutable';
  claimRequest: 'claim';
  reportExecution: 'report';
  listEvents: 'events';
  pullAudit: 'pullAudit';
}

/** Without webhooks (`on…`), which the service calls. */
type OperationId = Exclude<keyof operations, `on${string}`>;

/** An operation without a method, or a method of an operation that is gone, does not compile. */
type Methods<Of extends Record<OperationId, keyof Client> = MethodOf> = {
  readonly [Id in OperationId as Of[Id]]: Client[Of[Id]];
};

/** Throws TypeError with a sentence that says which option is wrong. */
export function createClient(options: ClientOptions): Client {
  assertOptions(options, OPTION_NAMES, 'createClient', "createClient({ baseUrl: 'https://…', apiKey: '…' })");
  for (const name of ['baseUrl', 'apiKey'] as const) {
    if (options[name] === undefined) throw new TypeError(`\`${name}\` is missing.`);
  }
  assertFunctions(options, 'fetch', 'sleep', 'nowMs', 'onRequest', 'onResponse');
  const timing = {
    timeoutMs: options.timeoutMs ?? 30_000,
    sleep: options.sleep ?? sleep,
    nowMs: options.nowMs ?? Date.now,
  };
  const call = createTransport({
    ...options,
    ...timing,
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? 4,
  });
  const path = (id: string) => {
    assertId(id);
    return `/v1/requests/${encodeURIComponent(id)}`;
  };
  const readEvents: ReadEvents = (after, waitSeconds, options) => {
    const place = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const wait = waitSeconds === 0 ? '' : `&wait=${waitSeconds}`;
    return call<EventsPage>('GET', `/v1/events?limit=100${place}${wait}`, options);
  };
  const methods: Methods = {
    async createRequest(request, given) {
      const { idempotencyKey = randomUUID(), ...options } = known('createRequest', given);
      // A value that is not allowed in a header would look like a connection that always fails.
      if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
        throw new TypeError('`idempotencyKey` must be 1 to 255 printable ASCII characters.');
      }
      const answer = await call<RequestAnswer>('POST', '/v1/requests', { ...options, body: request, idempotencyKey });
      return Object.assign(answer, { replayed: answer.response.headers.get('idempotent-replayed') === 'true' });
    },
    async attach(name, content, given) {
      const options = known('attach', given);
      const { body, digest, param } = evidenceToStore(name, content);
      await call('PUT', `/v1/evidence/${digest}`, { ...options, body });
      return param;
    },
    async evidence(request, name, given) {
      const options = known('evidence', given);
      const digest = digestNamed(request, name);
      const at = `/v1/evidence/${encodeURIComponent(digest)}`;
      const bytes = await call<Uint8Array>('GET', at, { ...options, readsBytes: true });
      assertStored(name, digest, bytes);
      return bytes;
    },
    getRequest: async (id, options) => call('GET', path(id), known('getRequest', options)),
    async abort(id, given) {
      const { reason, ...options } = known('abort', given);
      const body = reason === undefined ? undefined : { reason };
      return call('POST', `${path(id)}/abort`, { ...options, body });
    },
    async getProof(id, options) {
      const { proof, response } = await call<{ readonly proof: Proof }>(
        'GET',
        `${path(id)}/proof`,
        known('getProof', options),
      );
      return withResponse(proof, response);
    },
    async listExecutable(given) {
      const { limit, after, ...options } = known('listExecutable', given);
      const query = limit === undefined ? '' : `&limit=${limit}`;
      const place = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
      return call('GET', `/v1/requests?executable=true${query}${place}`, options);
    },
    async claim(id, given) {
      const { leaseSeconds, ...options } = known('claim', given);
      const body = leaseSeconds === undefined ? undefined : { lease_seconds: leaseSeconds };
      return call('POST', `${path(id)}/claim`, { ...options, body });
    },
    async report(id, report, options) {
      return call('POST', `${path(id)}/execution`, { ...known('report', options), body: report });
    },
    events: (options) => followEvents(readEvents, known('events', options), timing),
    async pullAudit(given) {
      const { after = 0, ...options } = known('pullAudit', given);
      const lines = await call<Uint8Array>('GET', `/v1/audit?after=${after}`, { ...options, readsBytes: true });
      const { status, headers } = lines.response;
      if (headers.get('content-type')?.startsWith('application/x-ndjson') !== true)
        throw new UnexpectedAnswerError(status, 'The body is not from the service. Check `baseUrl`.', headers);
      const text = new TextDecoder().decode(lines);
      const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
      return withResponse({ lines: text, last: last === '' ? null : JSON.parse(last).seq }, lines.response);
    },
  };
  const client: Client = {
    ...methods,
    async waitForVerdict(id, operation, options) {
      assertId(id);
      // Callers in JavaScript may pass the body of the create, whose other members mean nothing here.
      assertSpelled(operation ?? {}, Object.keys(OPTIONS_OF.waitForVerdict), 'waitForVerdict');
      return waitForVerdict(waiting, id, { ...operation, ...known('waitForVerdict', options) });
    },
    async waitForExecution(id, options) {
      assertId(id);
      return waitForExecution(waiting, id, known('waitForExecution', options));
    },
  };
  const waiting = { client, feed: new SharedFeed(readEvents, timing), timing };
  return client;
}

const OPTION_NAMES = Object.keys({
  ...{
    baseUrl: 1,
    allowHttp: 1,
    apiKey: 1,
    retries: 1,
    timeoutMs: 1,
    fetch: 1,
    sleep: 1,
    nowMs: 1,
    onRequest: 1,
    onResponse: 1,
  },
} satisfies Record<keyof ClientOptions, 1>);

const CALL = { signal: 1, timeoutMs: 1, retries: 1 } satisfies Record<keyof CallOptions, 1>;
const WAIT = { timeoutMs: 1, signal: 1, wake: 1 } satisfies Record<keyof Waiting, 1>;

type LastOf<Args extends readonly unknown[]> =
  Required<Args> extends readonly [...unknown[], infer Last] ? Last : never;
type OptionsOf = { readonly [Method in keyof Client]: LastOf<Parameters<Client[Method]>> };

/** The options of each method: the names of its last argument. */
const OPTIONS_OF: { readonly [Method in keyof Client]: Readonly<Record<keyof OptionsOf[Method], 1>> } = {
  createRequest: { ...CALL, idempotencyKey: 1 },
  attach: CALL,
  evidence: CALL,
  getRequest: CALL,
  abort: { ...CALL, reason: 1 },
  getProof: CALL,
  listExecutable: { ...CALL, limit: 1, after: 1 },
  claim: { ...CALL, leaseSeconds: 1 },
  report: CALL,
  events: { after: 1, checkpoint: 1, waitSeconds: 1, signal: 1 },
  pullAudit: { ...CALL, after: 1 },
  waitForVerdict: WAIT,
  waitForExecution: WAIT,
};

/** Throws TypeError for an option that the method does not have. */
function known<Method extends keyof Client>(method: Method, options: OptionsOf[Method] | undefined) {
  const given: OptionsOf[Method] | Record<string, never> = options ?? {};
  const names = Object.keys(OPTIONS_OF[method]);
  assertOptions(given, names, method, `an object with ${names.join(', ')}`);
  return given as Partial<OptionsOf[Method]>;
}
