/** The last 7 or 30 days at a glance, and the health of the endpoints alone. */

import type { components } from '../../../generated/console';
import { channelOf } from '../../service/delivery/rules/destination';
import { type WatchedEndpoint, watchEndpoints } from '../../service/delivery/use-cases/endpoint-health';
import { isTimeZone } from '../../service/overview/rules';
import { getOverview, type Overview, type OverviewDeps } from '../../service/overview/use-cases/get-overview';
import type { Open } from '../../service/request/rules/request';
import { invalid, reply } from '../http/answer';
import { type ConsoleHandlers, signedIn, viewerOf } from './caller';
import type { Viewer } from './view';

type Schemas = components['schemas'];

export function createOverviewHandlers(deps: OverviewDeps) {
  return {
    getOverview: async ({ principal, query }) => {
      const { org, record } = await signedIn(principal);
      const { days, zone } = query;
      if (!isTimeZone(zone)) return UNKNOWN_ZONE;
      const overview = await getOverview(deps, org, days, zone);
      return reply(200, { ...overviewBody(deps.clock.nowMs(), overview, viewerOf(record)), days });
    },
    listEndpointHealth: async ({ principal }) => {
      const { org, record } = await signedIn(principal);
      const watched = await watchEndpoints(deps, org);
      const endpoints = watched.map((each) => endpointView(each, viewerOf(record)));
      return reply(200, { server_now: deps.clock.nowMs(), endpoints });
    },
  } satisfies Partial<ConsoleHandlers>;
}

const UNKNOWN_ZONE = invalid('`query.zone` must be the IANA name of a time zone, such as "Europe/Berlin".');

function overviewBody(nowMs: number, overview: Overview, viewer: Viewer): Omit<Schemas['Overview'], 'days'> {
  const { sinceMs, requests, truncated, outcomes, open, failedRuns, p50Ms, p95Ms, deliveries, oldestPending } =
    overview;
  const { timeLeft } = overview;
  const { pending, delivered, failed, attempted, deliveredAtFirst } = deliveries;
  return {
    server_now: nowMs,
    since: sinceMs,
    requests,
    truncated,
    outcomes,
    open,
    failed_runs: failedRuns,
    time_to_verdict: { p50_ms: p50Ms, p95_ms: p95Ms },
    decisions: overview.decisions.map(({ id, outcome, atMs, tookMs }) => ({ id, outcome, at: atMs, took_ms: tookMs })),
    time_left: {
      minutes_5: timeLeft.within5Minutes,
      minutes_15: timeLeft.within15Minutes,
      minutes_60: timeLeft.withinHour,
      later: timeLeft.later,
    },
    deliveries: { pending, delivered, failed, attempted, delivered_at_first: deliveredAtFirst },
    oldest_pending: oldestPending === null ? null : oldestView(oldestPending),
    by_day: overview.byDay.map(({ startMs, ...counts }) => ({ start: startMs, ...counts })),
    actions: overview.actions.map(({ p50Ms: p50_ms, ...action }) => ({ ...action, p50_ms })),
    waiting_on: overview.waitingOn.map(({ sinceMs: since, ...waited }) => ({ ...waited, since })),
    endpoints: overview.endpoints.map((each) => endpointView(each, viewer)),
  };
}

function oldestView({ id, action, createdAtMs, expiresAtMs }: Open) {
  return { id, action, created_at: createdAtMs, expires_at: expiresAtMs };
}

/** A path or query can contain a secret, so only admins see it. */
function endpointView({ endpoint, health }: WatchedEndpoint, { isAdmin }: Viewer): Schemas['EndpointHealth'] {
  const { id, url, description, enabled } = endpoint;
  return {
    id,
    url: isAdmin ? url : channelOf(url).place(url),
    description,
    health: enabled ? health.health : 'disabled',
    failing_since: health.failingSinceMs,
    last_attempt_at: health.lastAttemptMs,
    last_error: health.lastError,
    last_status: health.lastStatus,
    next_attempt_at: health.nextAttemptMs,
    waiting: health.waiting,
  };
}
