/** GET /api/overview: getOverview. */
import { settle } from '../core/ceremony/settle';
import type { Delivery } from '../core/delivery/delivery';
import { isOpen, type Open, type Request } from '../core/request/request';
import { countOutcomes, type OutcomeCounts, percentile, timesToVerdictMs } from '../core/request/statistics';
import type { OrgId, RequestId } from '../protocol/identifiers';
import type { Clock, ConfigStore, DeliveryStore, RequestStore } from './ports';
import { nowFor } from './support/now';

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
  const [{ requests, truncated }, deliveries, oldestPending] = await Promise.all([
    recentRequests(deps, org, sinceMs),
    countDeliveries(deps, org, sinceMs),
    oldestOpen(deps, org),
  ]);
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

async function recentRequests(deps: OverviewDeps, org: OrgId, sinceMs: number) {
  const requests: Request[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE, MAX_REQUESTS - requests.length);
    const page = await deps.requests.recent(org, { sinceMs, limit, cursor });
    requests.push(...(await asOfNow(deps, org, page.ids)));
    cursor = page.cursor;
  } while (cursor !== null && requests.length < MAX_REQUESTS);
  return { requests, truncated: cursor !== null };
}

/** Counts the requests in their state at this moment. Nothing is written, because no single request is shown. */
async function asOfNow(deps: OverviewDeps, org: OrgId, ids: readonly RequestId[]): Promise<Request[]> {
  const loaded = ids.length === 0 ? [] : await deps.requests.loadMany(org, ids);
  return loaded.map((request) => settle(request, nowFor(deps.clock, request)).request);
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
    const open = (await asOfNow(deps, org, [id])).find(isOpen);
    if (open !== undefined) return open;
  }
  return null;
}
