/** GET /api/overview: getOverview. */
import { settle } from '../../core/ceremony/settle';
import type { Delivery } from '../../core/delivery/delivery';
import { isOpen, type Open, type Request } from '../../core/request/request';
import {
  type ActionTimes,
  countByDay,
  countFailedRuns,
  countOutcomes,
  type DayCounts,
  type OperatorTimes,
  type OutcomeCounts,
  percentile,
  timesByAction,
  timesByOperator,
  timesToVerdictMs,
  type Waited,
  waitedFor,
} from '../../core/request/statistics';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { type Watched, watchEndpoints } from '../delivery/endpoint-health';
import type { Clock, ConfigStore, DeliveryStore, RequestStore } from '../ports';
import { nowFor } from '../support/now';
import { recentRequests } from './recent-requests';

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
  readonly deliveries: DeliveryCounts;
  readonly oldestPending: Open | null;
  readonly byDay: readonly DayCounts[];
  readonly actions: readonly ActionTimes[];
  readonly operators: readonly (OperatorTimes & { readonly name: string })[];
  readonly waitingOn: readonly (Waited & { readonly name: string })[];
  readonly endpoints: readonly Watched[];
}

export type DeliveryCounts = Readonly<Record<Delivery['state'] | 'attempted' | 'deliveredAtFirst', number>>;

const DAY_MS = 24 * 3600_000;
const MAX_REQUESTS = 1000;

export async function getOverview(deps: OverviewDeps, org: OrgId, days: number): Promise<Overview> {
  const nowMs = deps.clock.nowMs();
  const sinceMs = Math.max(0, nowMs - days * DAY_MS);
  const [{ requests: recent, truncated }, endpoints, oldestPending, operators] = await Promise.all([
    recentRequests(deps.requests, org, { sinceMs }, MAX_REQUESTS),
    watchEndpoints(deps, org),
    oldestOpen(deps, org),
    deps.config.operators(org),
  ]);
  const requests = recent.map((request) => asOfNow(deps, request));
  const times = timesToVerdictMs(requests);
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
    deliveries: countDeliveries(endpoints, sinceMs),
    oldestPending,
    byDay: countByDay(requests, nowMs, days),
    actions: timesByAction(requests),
    operators: timesByOperator(requests).map(named),
    waitingOn: waitedFor(requests).map(named),
    endpoints,
  };
}

/** Counts the request in its current state. Nothing is written, because no single request is shown. */
function asOfNow({ clock }: OverviewDeps, request: Request): Request {
  return settle(request, nowFor(clock, request)).request;
}

function countDeliveries(endpoints: readonly Watched[], sinceMs: number): DeliveryCounts {
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

/** The index is sorted by creation and may still contain requests that have just been decided. */
async function oldestOpen(deps: OverviewDeps, org: OrgId): Promise<Open | null> {
  for await (const { id } of deps.requests.openEntries(org)) {
    const [stored] = await deps.requests.loadMany(org, [id]);
    const current = stored && asOfNow(deps, stored);
    if (current !== undefined && isOpen(current)) return current;
  }
  return null;
}
