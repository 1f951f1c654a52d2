/** GET /api/overview: getOverview. */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { settle } from '../../ceremony/rules/settle';
import {
  type ActionTimes,
  countByDay,
  countFailedRuns,
  countOutcomes,
  countTimeLeft,
  type DayCounts,
  type Decision,
  decisionsIn,
  endOf,
  type OutcomeCounts,
  percentile,
  type TimeLeft,
  timesByAction,
  type Waited,
  waitedFor,
} from '../../ceremony/rules/statistics';
import type { ConfigStore } from '../../configuration/ports';
import type { DeliveryStore } from '../../delivery/ports';
import type { Delivery } from '../../delivery/rules/delivery';
import { type WatchedEndpoint, watchEndpoints } from '../../delivery/use-cases/endpoint-health';
import type { OpenEntry, RequestStore } from '../../request/ports';
import { isOpen, type Open, type Request } from '../../request/rules/request';
import { recentRequests } from '../../request/use-cases/recent-requests';
import { nowFor } from '../../system/now';
import type { Clock } from '../../system/ports';
import { dayStarts } from '../rules';

export interface OverviewDeps {
  readonly clock: Clock;
  readonly config: ConfigStore;
  readonly deliveries: DeliveryStore;
  readonly requests: RequestStore;
}

export interface Overview {
  readonly sinceMs: number;
  readonly requests: number;
  readonly truncated: boolean;
  readonly outcomes: OutcomeCounts;
  readonly failedRuns: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Those of the counted requests, the newest request first. */
  readonly decisions: readonly Decision[];
  readonly deliveries: DeliveryCounts;
  /** All open requests of the organization, and how many of them `waitingOn` counts: those that have waited longest. */
  readonly open: { readonly count: number; readonly read: number };
  readonly timeLeft: TimeLeft;
  readonly oldestPending: Open | null;
  readonly byDay: readonly DayCounts[];
  readonly actions: readonly ActionTimes[];
  readonly waitingOn: readonly (Waited & { readonly name: string })[];
  readonly endpoints: readonly WatchedEndpoint[];
}

export type DeliveryCounts = Readonly<Record<Delivery['state'] | 'attempted' | 'deliveredAtFirst', number>>;

const MAX_REQUESTS = 1000;

/** Of the last `days` days of the calendar in `zone`, with today. */
export async function getOverview(deps: OverviewDeps, org: OrgId, days: number, zone: string): Promise<Overview> {
  const nowMs = deps.clock.nowMs();
  const starts = dayStarts(nowMs, days, zone);
  const sinceMs = Math.max(0, starts[0]!);
  const [{ requests: recent, truncated }, endpoints, entries, operators] = await Promise.all([
    recentRequests(deps.requests, org, { sinceMs }, MAX_REQUESTS),
    watchEndpoints(deps, org),
    openEntries(deps, org, nowMs),
    deps.config.operators(org),
  ]);
  const requests = recent.map((request) => asOfNow(deps, request));
  const longest = entries.slice(0, MAX_REQUESTS);
  const open = await readOpen(deps, org, longest, requests);
  const decisions = decisionsIn(requests);
  const times = decisions.map(({ tookMs }) => tookMs);
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  const named = <T extends { readonly operator: OperatorId }>(each: T) => ({
    ...each,
    name: names.get(each.operator) ?? each.operator,
  });
  return {
    sinceMs,
    requests: requests.length,
    truncated,
    outcomes: countOutcomes(requests),
    failedRuns: countFailedRuns(requests),
    p50Ms: percentile(times, 50),
    p95Ms: percentile(times, 95),
    decisions,
    deliveries: countDeliveries(endpoints, sinceMs),
    open: { count: entries.length - (longest.length - open.length), read: open.length },
    timeLeft: countTimeLeft(
      [...open.map(endOf), ...entries.slice(MAX_REQUESTS).map(({ expiresAtMs }) => expiresAtMs)],
      nowMs,
    ),
    oldestPending: open[0] ?? null,
    byDay: countByDay(requests, starts),
    actions: timesByAction(requests),
    waitingOn: waitedFor(open).map(named),
    endpoints,
  };
}

/** Counts the request in its current state. Nothing is written, because no single request is shown. */
function asOfNow({ clock }: OverviewDeps, request: Request): Request {
  return settle(request, nowFor(clock, request)).request;
}

function countDeliveries(endpoints: readonly WatchedEndpoint[], sinceMs: number): DeliveryCounts {
  const counts = { pending: 0, delivered: 0, failed: 0, attempted: 0, deliveredAtFirst: 0 };
  for (const { state, attempts } of endpoints
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ createdAtMs }) => createdAtMs >= sinceMs)) {
    counts[state] += 1;
    if (attempts > 0) counts.attempted += 1;
    if (state === 'delivered' && attempts === 1) counts.deliveredAtFirst += 1;
  }
  return counts;
}

/** Those that have waited longest come first. */
async function openEntries({ requests }: OverviewDeps, org: OrgId, nowMs: number): Promise<OpenEntry[]> {
  const open: OpenEntry[] = [];
  for await (const entry of requests.openEntries(org)) if (entry.expiresAtMs > nowMs) open.push(entry);
  return open;
}

/** The index may still contain requests that have just been decided. What is known already is not read again. */
async function readOpen(
  deps: OverviewDeps,
  org: OrgId,
  entries: readonly OpenEntry[],
  known: readonly Request[],
): Promise<Open[]> {
  const found = new Map(known.map((request) => [request.id, request]));
  const unread = entries.map(({ id }) => id).filter((id) => !found.has(id));
  if (unread.length > 0) {
    for (const request of await deps.requests.glanceMany(org, unread)) found.set(request.id, asOfNow(deps, request));
  }
  return entries.flatMap(({ id }) => found.get(id) ?? []).filter(isOpen);
}
