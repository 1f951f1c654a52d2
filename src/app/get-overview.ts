/** GET /api/overview: getOverview. */
import { settle } from '../core/ceremony/settle';
import type { Delivery } from '../core/delivery/delivery';
import { isOpen, type Open, type Request } from '../core/request/request';
import { countOutcomes, type OutcomeCounts, percentile, timesToVerdictMs } from '../core/request/statistics';
import type { OrgId } from '../protocol/identifiers';
import type { Clock, ConfigStore, DeliveryStore, RequestStore } from './ports';
import { nowFor } from './support/now';
import { recentRequests } from './support/recent-requests';

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
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly deliveries: Readonly<Record<Delivery['state'], number>>;
  readonly oldestPending: Open | null;
}

const WEEK_MS = 7 * 24 * 3600_000;
const MAX_REQUESTS = 1000;
const PAGE = 100;

export async function getOverview(deps: OverviewDeps, org: OrgId): Promise<Overview> {
  const sinceMs = Math.max(0, deps.clock.nowMs() - WEEK_MS);
  const [{ requests: recent, truncated }, deliveries, oldestPending] = await Promise.all([
    recentRequests(deps.requests, org, { sinceMs }, MAX_REQUESTS),
    countDeliveries(deps, org, sinceMs),
    oldestOpen(deps, org),
  ]);
  const requests = recent.map((request) => asOfNow(deps, request));
  const times = timesToVerdictMs(requests);
  return {
    sinceMs,
    requests: requests.length,
    truncated,
    outcomes: countOutcomes(requests),
    p50Ms: percentile(times, 50),
    p95Ms: percentile(times, 95),
    deliveries,
    oldestPending,
  };
}

/** Counts the request in its state at this moment. Nothing is written, because no single request is shown. */
function asOfNow({ clock }: OverviewDeps, request: Request): Request {
  return settle(request, nowFor(clock, request)).request;
}

async function countDeliveries(deps: OverviewDeps, org: OrgId, sinceMs: number) {
  const endpoints = (await deps.config.endpoints(org)).filter(({ deletedAtMs }) => deletedAtMs === null);
  const pages = await Promise.all(
    endpoints.map(({ id }) => deps.deliveries.ofEndpoint(org, id, { limit: PAGE, cursor: null })),
  );
  const counts = { pending: 0, delivered: 0, failed: 0 };
  for (const delivery of pages.flatMap(({ items }) => items)) {
    if (!delivery.test && delivery.createdAtMs >= sinceMs) counts[delivery.state] += 1;
  }
  return counts;
}

/** The index is sorted by creation and may still contain requests that have just been decided. */
async function oldestOpen(deps: OverviewDeps, org: OrgId): Promise<Open | null> {
  for await (const id of deps.requests.openIds(org)) {
    const [stored] = await deps.requests.loadMany(org, [id]);
    const current = stored && asOfNow(deps, stored);
    if (current !== undefined && isOpen(current)) return current;
  }
  return null;
}
