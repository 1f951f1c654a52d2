/**
 * When an endpoint is failing, and what its breaker does (docs/decisions/endpoint-breaker.md).
 *
 *   an endpoint accepts nothing     first attempts and short steps: as ever        hourly attempts: as ever
 *   5 minutes, 5 failed attempts    it is *failing*: admins are told once
 *   2 hours, > 100 at hourly ones   the breaker opens                              each parks after its next failure;
 *                                                                                  one of them is tried each minute
 *   one success                     it is no longer failing                        released, faster each minute
 *   none is parked any more         the breaker closes
 */
import type { Endpoint } from '../administration/config';
import type { Attempt, Delivery } from './delivery';
import { isHourly } from './schedule';

/** So many attempts in a row, over this time: a short outage of the receiver is nobody's concern. */
const FAILING_AFTER_ATTEMPTS = 5;
export const FAILING_AFTER_MS = 5 * 60_000;
const BREAKER_AFTER_MS = 2 * 3600_000;
/** The breaker opens at more than so many deliveries at hourly attempts. */
export const BREAKER_ABOVE = 100;

/** A turn of the breaker comes with every sweep, which runs once a minute. */
export const TURN_MS = 50_000;
/** Parked deliveries that are released in a minute, once the endpoint accepts again. */
const FIRST_RATE = 10;
export const HIGHEST_RATE = 600;

export const isFailing = ({ failingSinceMs }: Endpoint): boolean => failingSinceMs != null;
const isBreakerOpen = ({ breakerSinceMs }: Endpoint): boolean => breakerSinceMs != null;

/** What an attempt says about its endpoint, if anything follows from it. A healthy endpoint's success says nothing. */
export type Report = 'succeeded' | 'failed';

export function reportOf(endpoint: Endpoint, after: Delivery, nowMs: number): Report | null {
  if (after.state === 'delivered') return isFailing(endpoint) ? 'succeeded' : null;
  if (after.test || after.failures < FAILING_AFTER_ATTEMPTS) return null;
  if (!isFailing(endpoint)) return 'failed';
  return mayOpen(endpoint, nowMs) && isHourly(after.failures) ? 'failed' : null;
}

/** Whether a delivery whose attempt has just failed waits for the breaker instead of for the hour. */
export function parks(endpoint: Endpoint, { failures }: Pick<Delivery, 'failures'>): boolean {
  return isBreakerOpen(endpoint) && isHourly(failures);
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

/** Two hours without one success. How many deliveries are at hourly attempts is to be counted. */
export function mayOpen(endpoint: Endpoint, nowMs: number): boolean {
  return (
    !isBreakerOpen(endpoint) && endpoint.failingSinceMs != null && nowMs - endpoint.failingSinceMs >= BREAKER_AFTER_MS
  );
}

export const countsAsHourly = ({ state, test, failures }: Delivery): boolean =>
  state === 'pending' && !test && isHourly(failures);

/** What became of the deliveries that the last turn released, as far as it looked. */
export interface Released {
  readonly delivered: number;
  readonly failed: number;
}

/** How many are released in this turn. Twice as many as in the last one while they arrive; from the start if they do not. */
export function releaseRate(endpoint: Endpoint, lastRate: number | null, last: Released): number {
  // It gets nothing any more: each fails at its next attempt, without a post.
  if (!endpoint.enabled || endpoint.deletedAtMs !== null) return HIGHEST_RATE;
  if (isFailing(endpoint)) return 1;
  if (lastRate === null || last.failed > last.delivered) return FIRST_RATE;
  return last.delivered === 0 ? lastRate : Math.min(Math.max(2 * lastRate, FIRST_RATE), HIGHEST_RATE);
}
