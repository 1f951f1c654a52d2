/** How an endpoint is doing, from its newest deliveries: a success of last week does not hide a failure of now. */
import type { Attempt, Delivery } from './delivery';

export type Health = 'healthy' | 'failing' | 'unused';

export interface EndpointHealth {
  readonly health: Health;
  /** Start of the first attempt that failed since the last success; null unless it is failing. */
  readonly failingSinceMs: number | null;
  readonly lastAttemptMs: number | null;
  /** What the last failed attempt ran into; null unless it is failing. */
  readonly lastError: string | null;
  /** Of the last attempt; null where no status came. */
  readonly lastStatus: number | null;
  readonly nextAttemptMs: number | null;
  /** Events that have not arrived and may still. */
  readonly waiting: number;
}

export interface Attempted {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

/**
 * `waiting` are all pending deliveries; `attempted` those whose attempts were read. `knownSinceMs`: since when the endpoint
 * is known to be failing, where what was read does not go back as far.
 */
export function healthOf(
  attempted: readonly Attempted[],
  waiting: readonly Delivery[],
  knownSinceMs: number | null = null,
): EndpointHealth {
  const attempts = attempted.flatMap(({ attempts }) => attempts).sort((a, b) => a.finishedAtMs - b.finishedAtMs);
  const last = attempts.at(-1);
  const lastSuccess = attempts.findLastIndex(({ outcome }) => outcome === 'delivered');
  const failing = last !== undefined && last.outcome !== 'delivered';
  const failedSince = attempts.slice(lastSuccess + 1).map(({ startedAtMs }) => startedAtMs);
  if (lastSuccess < 0 && knownSinceMs !== null) failedSince.push(knownSinceMs);
  const next = waiting.flatMap(({ nextAttemptAtMs }) => (nextAttemptAtMs === null ? [] : [nextAttemptAtMs]));
  return {
    health: last === undefined ? 'unused' : failing ? 'failing' : 'healthy',
    failingSinceMs: failing ? Math.min(...failedSince) : null,
    lastAttemptMs: last?.finishedAtMs ?? null,
    lastError: failing ? errorOf(last) : null,
    lastStatus: last?.status ?? null,
    nextAttemptMs: next.length === 0 ? null : Math.min(...next),
    waiting: waiting.length,
  };
}

function errorOf({ status, error, outcome }: Attempt): string {
  if (error !== null) return error;
  return status === null ? outcome.replaceAll('_', ' ') : `status ${status}`;
}
