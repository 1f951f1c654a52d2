/** One HTTP call with its retries. */
import { retryAfterSeconds } from '../protocol/retry-after';
import {
  type ApiError,
  abortError,
  apiError,
  ConnectionError,
  isRetryable,
  requestIdOf,
  retryAfterMs,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors';
import { backOffMs, LONGEST_RETRY_AFTER_MS, pause, type Sleep } from './polling';
import { createTelemetry, type Hooks, USER_AGENT } from './telemetry';
import type { Answered, ProblemKind, RawResponse } from './types';

export interface TransportOptions extends Hooks {
  readonly baseUrl: string;
  readonly allowHttp?: boolean;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  /** How often to retry a call after a 5xx, a 429 or no answer. */
  readonly retries: number;
  /** Time limit of one attempt in ms. */
  readonly timeoutMs: number;
  readonly nowMs: () => number;
  readonly sleep: Sleep;
}

/** For one call. The default is what `createClient` got. */
export interface CallOptions {
  /** Ends the call, its retries included. */
  readonly signal?: AbortSignal;
  /** Time limit of one attempt in ms. */
  readonly timeoutMs?: number;
  /** How often to retry after a 5xx, a 429 or no answer. */
  readonly retries?: number;
}

interface Content extends CallOptions {
  /** A buffer is sent as it is, everything else as JSON. */
  readonly body?: unknown;
  /** The answer is bytes, and no JSON. */
  readonly readsBytes?: boolean;
  readonly idempotencyKey?: string;
}

export type Call = <T extends object>(method: string, path: string, content?: Content) => Promise<Answered<T>>;

const BYTES = 'application/octet-stream';
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** Throws TypeError if no call can be made with this base URL or key. The message never contains them completely. */
export function createTransport(options: TransportOptions): Call {
  assertBaseUrl(options);
  // The error of fetch would quote the complete header, and the key would end up in a log.
  if (typeof options.apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(options.apiKey)) {
    throw new TypeError('`apiKey` is empty or contains characters that are not allowed in a header.');
  }
  const telemetry = createTelemetry(options);
  return async <T extends object>(method: string, path: string, call: Content = {}): Promise<Answered<T>> => {
    const { timeoutMs = options.timeoutMs, retries = options.retries, idempotencyKey = null } = call;
    for (let attempt = 0; ; attempt++) {
      try {
        const sent = { method, path, attempt: attempt + 1, idempotencyKey };
        return await telemetry(sent, () => once<T>({ ...options, timeoutMs }, method, path, call));
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt);
        if (delayMs === null || attempt >= retries || call.signal?.aborted === true) throw error;
        await pause(options.sleep, delayMs, call.signal);
      }
    }
  };
}

/** As the URL parser writes them. What is sent to them stays on this machine. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function assertBaseUrl({ baseUrl, allowHttp }: TransportOptions): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError('`baseUrl` must be an http or https address such as https://authorization.example.com.');
  }
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname) && allowHttp !== true) {
    throw new TypeError(
      '`baseUrl` begins with http://, which sends the API key without encryption. Use https://, or set `allowHttp: true` in a network that you trust.',
    );
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    throw new TypeError(`\`baseUrl\` must not end in /v1: the client adds it. Use ${url.origin}.`);
  }
}

/** Null: a retry would get the same refusal, or the caller decides. */
function retryDelayMs(error: unknown, attempt: number): number | null {
  if (!isRetryable(error) || (retryAfterMs(error) ?? 0) > LONGEST_RETRY_AFTER_MS) return null;
  return backOffMs(attempt, FIRST_DELAY_MS, LONGEST_DELAY_MS, error);
}

async function once<T extends object>(
  options: TransportOptions,
  method: string,
  path: string,
  call: Content,
): Promise<Answered<T>> {
  // This is outside the try block: a body that cannot be serialized is not a failed connection and needs no retry.
  const sent = call.body instanceof ArrayBuffer ? call.body : JSON.stringify(call.body);
  const answer = await send(options, method, path, call, sent);
  const bytes = await answer.arrayBuffer().catch((error) => {
    if (call.signal?.aborted === true) throw abortError(call.signal);
    throw new ConnectionError(`${method} ${path}: the connection closed before the end of the answer`, {
      cause: error,
    });
  });
  if (answer.ok && call.readsBytes === true)
    return withResponse<object>(new Uint8Array(bytes), responseOf(answer)) as Answered<T>;
  const body = parsed(new TextDecoder().decode(bytes));
  // Every answer of the service has `server_now`; the JSON page of a proxy does not.
  if (answer.ok && isObject(body) && typeof body.server_now === 'number') {
    return withResponse(body as T, responseOf(answer));
  }
  throw failure(answer, body, `${method} ${path}`, options.nowMs());
}

const responseOf = ({ status, headers }: Response): RawResponse => ({
  status,
  headers,
  requestId: requestIdOf(headers),
});

/** Not enumerable, so that logs, comparisons and copies contain only the answer. */
export function withResponse<T extends object>(body: T, response: RawResponse): Answered<T> {
  return Object.defineProperty(body, 'response', { value: response }) as Answered<T>;
}

async function send(
  options: TransportOptions,
  method: string,
  path: string,
  call: Content,
  body: string | ArrayBuffer | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    return await options.fetch(`${options.baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
      method,
      // Following a redirect would send the key to another server.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        accept: call.readsBytes === true ? `${BYTES}, application/json` : 'application/json',
        'user-agent': USER_AGENT,
        ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'application/json' : BYTES }),
        ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
      signal: call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]),
    });
  } catch (error) {
    if (call.signal?.aborted === true) throw abortError(call.signal);
    const what = `${method} ${path}`;
    if (timeout.aborted) throw new TimeoutError(`${what}: no answer within ${options.timeoutMs} ms`, { cause: error });
    throw new ConnectionError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function failure(answer: Response, body: unknown, what: string, nowMs: number): ApiError | UnexpectedAnswerError {
  const problem = isObject(body) && isProblem(answer.status, body) ? body : null;
  // A 429 or 5xx of a gateway has another body. It can be retried too.
  if (problem === null && answer.status < 500 && answer.status !== 429) {
    return new UnexpectedAnswerError(
      answer.status,
      `${what} answered ${answer.status}, and the body is not from the service. Check \`baseUrl\`.`,
      answer.headers,
    );
  }
  const hint = answer.status === 401 ? '. Check `apiKey`: it is unknown, revoked or incomplete.' : '';
  const message = `${what} answered ${answer.status}${problem === null ? '' : `: ${problem.error}`}${hint}`;
  const kind = (problem?.kind as ProblemKind | undefined) ?? null;
  const facts = { status: answer.status, kind, message, headers: answer.headers };
  const [after, date] = ['retry-after', 'date'].map((name) => answer.headers.get(name) ?? undefined);
  return apiError(facts, retryAfterSeconds({ 'retry-after': after, date }, nowMs));
}

/** The service answers a refused key with `error` only. Proxies that ask for their own key add other fields. */
function isProblem(status: number, body: Record<string, unknown>): boolean {
  const saysMore = [401, 403].includes(status) && Object.keys(body).length > 1;
  return typeof body.error === 'string' && !saysMore;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
