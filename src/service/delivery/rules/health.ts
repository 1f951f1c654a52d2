/** The health of an endpoint, from its newest deliveries: last week's success does not hide a current failure. */
import type { Attempt, Delivery } from './delivery';
import { failedSinceSuccess, wasSent } from './failing';

export type Health = 'healthy' | 'failing' | 'unused';

export interface EndpointHealth {
  readonly health: Health;
  /** Start of the first failed attempt since the last success; null unless the endpoint is failing. */
  readonly failingSinceMs: number | null;
  readonly lastAttemptMs: number | null;
  /** The error of the last failed attempt; null unless the endpoint is failing. */
  readonly lastError: string | null;
  /** The HTTP status of the last attempt; null if it got none. */
  readonly lastStatus: number | null;
  readonly nextAttemptMs: number | null;
  /** Events that have not arrived yet but still may. */
  readonly waiting: number;
}

export interface Attempted {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

/**
 * `waiting` are all pending deliveries; `attempted` are those whose attempts were read. `knownSinceMs` is when the
 * endpoint began to fail, if that is earlier than what was read.
 */
export function healthOf(
  attempted: readonly Attempted[],
  waiting: readonly Delivery[],
  knownSinceMs: number | null = null,
): EndpointHealth {
  const attempts = attempted
    .flatMap(({ attempts }) => attempts.filter(wasSent))
    .sort((a, b) => a.finishedAtMs - b.finishedAtMs);
  const last = attempts.at(-1);
  const failed = failedSinceSuccess(attempts);
  const lastFailed = failed.at(-1);
  const failedSince = failed.map(({ startedAtMs }) => startedAtMs);
  if (failed.length === attempts.length && knownSinceMs !== null) failedSince.push(knownSinceMs);
  const next = waiting.flatMap(({ nextAttemptAtMs }) => (nextAttemptAtMs === null ? [] : [nextAttemptAtMs]));
  return {
    health: last === undefined ? 'unused' : lastFailed === undefined ? 'healthy' : 'failing',
    failingSinceMs: lastFailed === undefined ? null : Math.min(...failedSince),
    lastAttemptMs: last?.finishedAtMs ?? null,
    lastError: lastFailed === undefined ? null : errorOf(lastFailed),
    lastStatus: last?.status ?? null,
    nextAttemptMs: next.length === 0 ? null : Math.min(...next),
    waiting: waiting.length,
  };
}

function errorOf({ status, error, outcome }: Attempt): string {
  if (error !== null) return error;
  return status === null ? outcome.replaceAll('_', ' ') : `status ${status}`;
}
