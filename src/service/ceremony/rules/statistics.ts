/** Numbers about requests: how they ended and how long people took. */
import type { ActionId, OperatorId, RequestId } from '../../../protocol/identifiers';
import { SOON_MS } from '../../../protocol/shown/request';
import { isAuthorized, isOpen, type Open, type Outcome, outcomeOf, type Request } from '../../request/rules/request';
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

/** A verdict that people reached, and how long they took: an expiry measures the TTL. */
export interface Decision {
  readonly id: RequestId;
  readonly outcome: 'authorized' | 'denied';
  readonly atMs: number;
  readonly tookMs: number;
}

export function decisionsIn(requests: readonly Request[]): Decision[] {
  return requests.flatMap((request) => {
    const outcome = outcomeOf(request);
    if (isOpen(request) || (outcome !== 'authorized' && outcome !== 'denied')) return [];
    const { id, verdictAtMs: atMs } = request;
    return [{ id, outcome, atMs, tookMs: atMs - request.createdAtMs }];
  });
}

const tookIn = (requests: readonly Request[]): number[] => decisionsIn(requests).map(({ tookMs }) => tookMs);

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
      p50Ms: percentile(tookIn(group), 50),
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

/** How many open requests end within 5 minutes, within 15 of those that are left, within an hour, and later. */
export type TimeLeft = Readonly<Record<'within5Minutes' | 'within15Minutes' | 'withinHour' | 'later', number>>;

const MINUTE_MS = 60_000;

/** `deadlines`: when each open request ends. What ends exactly after 15 minutes ends within them, as in the inbox. */
export function countTimeLeft(deadlines: readonly number[], nowMs: number): TimeLeft {
  const counts = { within5Minutes: 0, within15Minutes: 0, withinHour: 0, later: 0 };
  for (const deadline of deadlines) {
    const left = deadline - nowMs;
    if (left <= 5 * MINUTE_MS) counts.within5Minutes += 1;
    else if (left <= SOON_MS) counts.within15Minutes += 1;
    else if (left <= 60 * MINUTE_MS) counts.withinHour += 1;
    else counts.later += 1;
  }
  return counts;
}

/** The end of the current round if there is one, otherwise of the request. */
export const endOf = (request: Open): number =>
  Math.min(
    request.expiresAtMs,
    (request.state === 'staging' ? request.windowEndsAtMs : null) ?? Number.POSITIVE_INFINITY,
  );
