/** The last 7 days at a glance. */

import type { components } from '../../../generated/console';
import { getOverview, type Overview, type OverviewDeps } from '../../app/get-overview';
import { reply } from '../http/answer';
import { type ConsoleHandlers, signedIn } from './caller';

type Schemas = components['schemas'];

export function createOverviewHandlers(deps: OverviewDeps): Pick<ConsoleHandlers, 'getOverview'> {
  return {
    getOverview: async ({ principal }) => {
      const { org } = await signedIn(principal);
      const overview = await getOverview(deps, org);
      return reply(200, overviewBody(deps.clock.nowMs(), overview));
    },
  };
}

function overviewBody(nowMs: number, overview: Overview): Schemas['Overview'] {
  const { sinceMs, requests, truncated, outcomes, p50Ms, p95Ms, deliveries, oldestPending } = overview;
  return {
    server_now: nowMs,
    since: sinceMs,
    requests,
    truncated,
    outcomes,
    time_to_verdict: { p50_ms: p50Ms, p95_ms: p95Ms },
    deliveries,
    oldest_pending:
      oldestPending === null
        ? null
        : {
            id: oldestPending.id,
            action: oldestPending.action,
            created_at: oldestPending.createdAtMs,
            expires_at: oldestPending.expiresAtMs,
          },
  };
}
