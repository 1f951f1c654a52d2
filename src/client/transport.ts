/** One HTTP call with its retries. */
import { type ApiError, apiError, ConnectionError, UnexpectedAnswerError } from './errors';
import type { ProblemKind } from './types';

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  /** Further tries of a call that met a 5xx, a 429 or no answer. */
  readonly retries: number;
  /** For one try, ms. */
  readonly timeoutMs: number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface CallAnswer<T> {
  readonly body: T;
  readonly headers: Headers;
}

export type Call = <T>(method: string, path: string, options?: CallOptions) => Promise<CallAnswer<T>>;

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
/** Longer than this a Retry-After is the caller's to wait out. */
const LONGEST_RETRY_AFTER_MS = 60_000;

export function createTransport(options: TransportOptions): Call {
  return async <T>(method: string, path: string, call: CallOptions = {}): Promise<CallAnswer<T>> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once<T>(options, method, path, call);
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt);
        if (delayMs === null || attempt >= options.retries || call.signal?.aborted === true) throw error;
        await options.sleep(delayMs, call.signal);
      }
    }
  };
}

/** Null: the same call would be refused again. */
function retryDelayMs(error: unknown, attempt: number): number | null {
  if (!(error instanceof Error) || !('retryable' in error) || error.retryable !== true) return null;
  const backOffMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
  const seconds = 'retryAfterSeconds' in error ? (error.retryAfterSeconds as number | null) : null;
  if (seconds === null) return backOffMs;
  return seconds * 1000 > LONGEST_RETRY_AFTER_MS ? null : Math.max(backOffMs, seconds * 1000);
}

async function once<T>(
  options: TransportOptions,
  method: string,
  path: string,
  call: CallOptions,
): Promise<CallAnswer<T>> {
  const answer = await send(options, method, path, call);
  const text = await answer.text().catch(() => {
    throw new ConnectionError(`${method} ${path}: the answer broke off`);
  });
  const body = parsed(text);
  if (answer.ok && isObject(body)) return { body: body as T, headers: answer.headers };
  throw failure(answer, body, `${method} ${path}`);
}

async function send(options: TransportOptions, method: string, path: string, call: CallOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    return await options.fetch(`${options.baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      // A redirect would carry the key to somebody else.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]),
    });
  } catch (error) {
    if (call.signal?.aborted === true) throw call.signal.reason;
    const why = timeout.aborted ? `no answer within ${options.timeoutMs} ms` : reasonOf(error);
    throw new ConnectionError(`${method} ${path}: ${why}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function failure(answer: Response, body: unknown, what: string): ApiError | UnexpectedAnswerError {
  const problem = isObject(body) && typeof body.error === 'string' ? body : null;
  // A gateway's own 5xx has another body, and is worth another try all the same.
  if (problem === null && answer.status < 500) {
    return new UnexpectedAnswerError(
      `${what} answered ${answer.status} without the service's body: is the base URL right?`,
    );
  }
  const message = (problem?.error as string | undefined) ?? `${what} answered ${answer.status}`;
  const kind = (problem?.kind as ProblemKind | undefined) ?? null;
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return apiError({ status: answer.status, kind, message }, Number.isFinite(retryAfter) ? retryAfter : null);
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
