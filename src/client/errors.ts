/** The errors of a call (docs/contract.md#errors). Branch on the class, or on `status` and then `kind`. */
import type { ProblemKind } from './types';

export interface ApiErrorFacts {
  readonly status: number;
  readonly kind: ProblemKind | null;
  readonly message: string;
  readonly headers?: Headers;
}

/** The service answered with an error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** Null on 401, 403 and 429. */
  readonly kind: ProblemKind | null;
  /** Whether the same call may succeed later. The client has already retried it. */
  readonly retryable: boolean = false;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** The id of the HTTP call from the gateway or a proxy, or null. Quote it when you report a problem. */
  readonly requestId: string | null;

  constructor({ status, kind, message, headers = new Headers() }: ApiErrorFacts) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.headers = headers;
    this.requestId = requestIdOf(headers);
  }
}

/** 401: the API key is missing, unknown or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name: string = 'AuthenticationError';
}

/** 403: the API key lacks the scope. */
export class PermissionError extends ApiError {
  override readonly name: string = 'PermissionError';
}

/** 429: too many refused attempts from this address, too many calls, or too many open requests of the action. */
export class RateLimitedError extends ApiError {
  override readonly name: string = 'RateLimitedError';
  override readonly retryable: boolean = true;

  constructor(
    facts: ApiErrorFacts,
    readonly retryAfterSeconds: number | null,
  ) {
    super(facts);
  }
}

/** 400, 413, 415, and 422 `invalid`: correct the call. */
export class InvalidError extends ApiError {
  override readonly name: string = 'InvalidError';
}

/** 404: the organization has no such request. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** 409: see `kind`. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}

/** 410: `execute_by` has passed. */
export class WindowClosedError extends ApiError {
  override readonly name: string = 'WindowClosedError';
}

/** 422 `refused`: the action's policy refuses this request. */
export class RefusedError extends ApiError {
  override readonly name: string = 'RefusedError';
}

/** 5xx. `retryAfterSeconds` can be a number on 503. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
  override readonly retryable: boolean = true;

  constructor(
    facts: ApiErrorFacts,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(facts);
  }
}

/** No answer. The call may or may not have taken effect. Every call of this client is safe to repeat. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  readonly status = null;
  readonly kind = null;
  readonly retryable = true;
}

/** No answer within `timeoutMs`, in every attempt. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Your signal ended the call without an error of its own as its reason. The call may or may not have taken effect. */
export class AbortedError extends Error {
  override readonly name = 'AbortError';
  readonly status = null;
  readonly kind = null;
  readonly retryable = false;
}

/** What a call whose signal was aborted throws: the error that `abort` was given, or an `AbortedError`. */
export function abortError({ reason }: AbortSignal): unknown {
  const isDefault = reason instanceof DOMException && ['AbortError', 'TimeoutError'].includes(reason.name);
  return isDefault ? new AbortedError(`The call was aborted: ${reason.message}`, { cause: reason }) : reason;
}

/** The authorized operation or the stored document differs from what the params name. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
  readonly status = null;
  readonly kind = null;
  readonly retryable = false;
}

/** The answer does not come from the service, but from a proxy or from another server. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly kind = null;
  readonly retryable = false;

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Headers = new Headers(),
  ) {
    super(message);
  }

  get requestId(): string | null {
    return requestIdOf(this.headers);
  }
}

/** API Gateway's names first, then what proxies commonly use. */
const REQUEST_ID_HEADERS = ['apigw-requestid', 'x-amzn-requestid', 'x-amz-cf-id', 'x-request-id'];

export function requestIdOf(headers: Headers): string | null {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name);
    if (id !== null) return id;
  }
  return null;
}

export type KeyRefusal = AuthenticationError | PermissionError;

/** Whether the service itself refused the API key. The answer of a proxy is an `UnexpectedAnswerError`. */
export function isKeyRefused(error: unknown): error is KeyRefusal {
  return error instanceof AuthenticationError || error instanceof PermissionError;
}

/** Whether the same call may succeed later. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'retryable' in error && error.retryable === true;
}

/** How long to wait before the next attempt, if the service said so; else null. */
export function retryAfterMs(error: unknown): number | null {
  const says = error instanceof RateLimitedError || error instanceof ServerError;
  return says && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : null;
}

export function apiError(facts: ApiErrorFacts, retryAfterSeconds: number | null): ApiError {
  if (facts.status >= 500) return new ServerError(facts, facts.status === 503 ? retryAfterSeconds : null);
  switch (facts.status) {
    case 401:
      return new AuthenticationError(facts);
    case 403:
      return new PermissionError(facts);
    case 404:
      return new NotFoundError(facts);
    case 409:
      return new ConflictError(facts);
    case 410:
      return new WindowClosedError(facts);
    case 422:
      return facts.kind === 'refused' ? new RefusedError(facts) : new InvalidError(facts);
    case 429:
      return new RateLimitedError(facts, retryAfterSeconds);
    default:
      return new InvalidError(facts);
  }
}
