/**
 * The health of an endpoint, from its newest deliveries: last week's success does not hide a current failure. Admins
 * are told of an endpoint that is failing (docs/decisions/failing-endpoint.md).
 */

import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import type { Endpoint } from '../../configuration/rules/items';
import type { AttemptReport } from '../../receiver/rules';
import type { Attempt, Delivery } from './delivery';

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

export interface DeliveryAttempts {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

/**
 * `waiting` are all pending deliveries; `attempted` are those whose attempts were read. `knownSinceMs` is when the
 * endpoint began to fail, if that is earlier than what was read.
 */
export function healthOf(
  attempted: readonly DeliveryAttempts[],
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

/**
 * An endpoint is failing if this many attempts fail in a row, over this time. A shorter outage of the receiver is not
 * reported. Admins are told once. The first success ends it. The schedule of deliveries does not change.
 */
const FAILING_AFTER_ATTEMPTS = 5;
export const FAILING_AFTER_MS = 5 * 60_000;

export const HEALTH_ENTRIES = {
  'endpoint.failing': {
    audience: 'admins',
    deed: 'Found',
    title: 'A webhook endpoint is failing',
    told: ({ subject, data }) =>
      said`The webhook endpoint ${named('endpoint', subject)} has accepted no event since ${{ at: Number(data.since) }}. Each event is sent again for 72 hours, and the console shows what the endpoint answered.`,
  },
  'endpoint.working': {
    audience: null,
    deed: 'Found',
    told: ({ subject }) => said`The webhook endpoint ${named('endpoint', subject)} accepts events again.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

const isFailing = ({ failingSinceMs }: Endpoint): boolean => failingSinceMs != null;

/** What an attempt reports about its endpoint. A success of a healthy endpoint has no consequences and is not reported. */
export function reportOf(endpoint: Endpoint, after: Delivery): AttemptReport | null {
  if (after.state === 'delivered') return isFailing(endpoint) ? 'succeeded' : null;
  if (after.test || after.failures < FAILING_AFTER_ATTEMPTS) return null;
  return isFailing(endpoint) ? null : 'failed';
}

export interface Failing {
  /** The start of the first failed attempt since the last success. */
  readonly sinceMs: number;
  readonly attempts: number;
}

/**
 * Null if an attempt succeeded, or too few failed, or for too short a time. `succeededAtMs` is a success known from
 * elsewhere.
 */
export function failing(attempts: readonly Attempt[], succeededAtMs: number | null, nowMs: number): Failing | null {
  const failed = failedSinceSuccess(attempts, succeededAtMs);
  const sinceMs = Math.min(...failed.map(({ startedAtMs }) => startedAtMs));
  if (failed.length < FAILING_AFTER_ATTEMPTS || nowMs - sinceMs < FAILING_AFTER_MS) return null;
  return { sinceMs, attempts: failed.length };
}

/** Without an enabled endpoint, nothing is sent, which says nothing about the endpoint. */
const wasSent = ({ outcome }: Attempt): boolean => outcome !== 'not_sent';

/** An attempt that began before the last success ended says nothing about the time since, even if it timed out later. */
function failedSinceSuccess(attempts: readonly Attempt[], succeededAtMs: number | null = null): Attempt[] {
  const successes = attempts.filter(({ outcome }) => outcome === 'delivered').map(({ finishedAtMs }) => finishedAtMs);
  const lastMs = Math.max(...successes, succeededAtMs ?? 0);
  const failed = attempts.filter(({ outcome, startedAtMs }) => outcome !== 'delivered' && startedAtMs > lastMs);
  return failed.filter(wasSent);
}
