/** Numbers about requests: how they ended and how long people took. */
import type { ActionId, OperatorId } from '../../../protocol/identifiers';
import { isAuthorized, isOpen, type Outcome, outcomeOf, type Request } from '../../request/rules/request';
import { waitingFor } from './requirements';

export type OutcomeCounts = Readonly<Record<Outcome | 'pending', number>>;

export function countOutcomes(requests: readonly Request[]): OutcomeCounts {
  const counts = { authorized: 0, denied: 0, expired: 0, aborted: 0, pending: 0 };
  for (const request of requests) counts[outcomeOf(request) ?? 'pending'] += 1;
  return counts;
}

/** Authorized requests whose worker reported a failure or whose integration call failed. */
export function countFailedRuns(requests: readonly Request[]): number {
  return requests.filter((request) => {
    if (!isAuthorized(request)) return false;
    const { state, execution } = request;
    return state === 'failed' || (execution.state === 'reported' && execution.status === 'failed');
  }).length;
}

/** Includes only verdicts by people: an expiry measures the TTL. */
export function timesToVerdictMs(requests: readonly Request[]): number[] {
  return requests.flatMap((request) => {
    const outcome = outcomeOf(request);
    if (isOpen(request) || (outcome !== 'authorized' && outcome !== 'denied')) return [];
    return [request.verdictAtMs - request.createdAtMs];
  });
}

/** Nearest rank: the smallest value that is at least as large as `percent` % of the values. Null for an empty list. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}

export interface DayCounts {
  readonly startMs: number;
  readonly requested: number;
  readonly authorized: number;
  readonly denied: number;
}

/** `starts`: when each day begins, oldest first. A day can have 23 or 25 hours. */
export function countByDay(requests: readonly Request[], starts: readonly number[]): DayCounts[] {
  const counts = starts.map((startMs) => ({ startMs, requested: 0, authorized: 0, denied: 0 }));
  for (const request of requests) {
    const day = counts.findLast(({ startMs }) => startMs <= request.createdAtMs);
    if (day === undefined) continue;
    day.requested += 1;
    const outcome = outcomeOf(request);
    if (outcome === 'authorized' || outcome === 'denied') day[outcome] += 1;
  }
  return counts;
}

export interface ActionTimes {
  readonly action: ActionId;
  readonly title: string;
  readonly requests: number;
  readonly p50Ms: number | null;
}

/**
 * Slowest first; actions without verdicts by people are last. `requests` are sorted newest first, and the newest titles
 * are used.
 */
export function timesByAction(requests: readonly Request[]): ActionTimes[] {
  const groups = new Map<ActionId, Request[]>();
  for (const request of requests) groups.set(request.action, [...(groups.get(request.action) ?? []), request]);
  return [...groups]
    .map(([action, group]) => ({
      action,
      title: group[0]?.policy.title ?? action,
      requests: group.length,
      p50Ms: percentile(timesToVerdictMs(group), 50),
    }))
    .sort((a, b) => (b.p50Ms ?? -1) - (a.p50Ms ?? -1));
}

export interface Waited {
  readonly operator: OperatorId;
  readonly requests: number;
  readonly sinceMs: number;
}

/** The operators whose keys open requests wait for. The longest wait comes first. */
export function waitedFor(requests: readonly Request[]): Waited[] {
  const waited = new Map<OperatorId, Waited>();
  for (const request of requests) {
    for (const operator of waitingFor(request)) {
      const { requests: count, sinceMs } = waited.get(operator) ?? { requests: 0, sinceMs: request.createdAtMs };
      waited.set(operator, { operator, requests: count + 1, sinceMs: Math.min(sinceMs, request.createdAtMs) });
    }
  }
  return [...waited.values()].sort((a, b) => a.sinceMs - b.sinceMs);
}
