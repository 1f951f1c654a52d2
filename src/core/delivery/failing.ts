/**
 * When an endpoint is failing (docs/decisions/failing-endpoint.md): it accepted none of at least five attempts over five
 * minutes. Admins are told once. Its first success ends it. The schedule of its deliveries does not change.
 */
import type { Endpoint } from '../administration/config';
import type { Attempt, Delivery } from './delivery';

/** So many attempts in a row, over this time: a short outage of the receiver is nobody's concern. */
const FAILING_AFTER_ATTEMPTS = 5;
export const FAILING_AFTER_MS = 5 * 60_000;

export const isFailing = ({ failingSinceMs }: Endpoint): boolean => failingSinceMs != null;

/** What an attempt says about its endpoint, if anything follows from it. A healthy endpoint's success says nothing. */
export type Report = 'succeeded' | 'failed';

export function reportOf(endpoint: Endpoint, after: Delivery): Report | null {
  if (after.state === 'delivered') return isFailing(endpoint) ? 'succeeded' : null;
  if (after.test || after.failures < FAILING_AFTER_ATTEMPTS) return null;
  return isFailing(endpoint) ? null : 'failed';
}

export interface Failing {
  /** The start of the first failed attempt since the last success. */
  readonly sinceMs: number;
  readonly attempts: number;
}

/** Null: some attempt succeeded, or too few have failed, or for too short a time. `succeededAtMs` is known beside them. */
export function failing(attempts: readonly Attempt[], succeededAtMs: number | null, nowMs: number): Failing | null {
  const successes = attempts.filter(({ outcome }) => outcome === 'delivered').map(({ finishedAtMs }) => finishedAtMs);
  const lastMs = Math.max(...successes, succeededAtMs ?? 0);
  const failed = attempts.filter(({ outcome, startedAtMs }) => outcome !== 'delivered' && startedAtMs > lastMs);
  const sinceMs = Math.min(...failed.map(({ startedAtMs }) => startedAtMs));
  if (failed.length < FAILING_AFTER_ATTEMPTS || nowMs - sinceMs < FAILING_AFTER_MS) return null;
  return { sinceMs, attempts: failed.length };
}
