/**
 * Decides whether an endpoint is failing, in the function behind the timers (docs/decisions/failing-endpoint.md).
 * Attempts only report what they find. Each turn reads the endpoint and its deliveries and decides again.
 */

import { DELIVERIES } from '../../../protocol/actor';
import type { EndpointId } from '../../../protocol/identifiers';
import { ok } from '../../../protocol/result';
import { type AuditData, entryIn } from '../../audit/rules/chain';
import type { ConfigStore } from '../../configuration/ports';
import { type Endpoint, edited } from '../../configuration/rules/items';
import { type EditRefusal, editConfig } from '../../configuration/use-cases/edit-config';
import { permit } from '../../configuration/use-cases/permit';
import type { HealthTurn } from '../../receiver/ports';
import { type DueTurn, inTurn, type TurnDeps } from '../../receiver/use-cases';
import type { Log } from '../../system/ports';
import type { DeliveryStore } from '../ports';
import { failing, HEALTH_ENTRIES } from '../rules/health';
import { attemptsToJudge } from './endpoint-health';

export interface JudgeDeps extends TurnDeps {
  readonly config: Pick<ConfigStore, 'endpoint' | 'saveEndpoint'>;
  readonly deliveries: DeliveryStore;
  readonly log: Log;
}

export function judgeEndpoint(deps: JudgeDeps, due: DueTurn<EndpointId>): Promise<void> {
  return inTurn(deps, due, async (turn, nowMs) => {
    const endpoint = await deps.config.endpoint(due.org, due.id);
    if (endpoint !== null) await judge(deps, endpoint, turn, nowMs);
  });
}

/** Records that the endpoint is failing or accepts again. */
async function judge(deps: JudgeDeps, endpoint: Endpoint, turn: HealthTurn, nowMs: number): Promise<void> {
  const { failingSinceMs = null } = endpoint;
  if (failingSinceMs !== null) {
    if (turn.succeededAtMs === null || turn.succeededAtMs <= failingSinceMs) return;
    return note(deps, endpoint, 'endpoint.working', null, { failing_since: failingSinceMs });
  }
  if (!endpoint.enabled) return;
  const found = failing(await attemptsToJudge(deps, endpoint, nowMs), turn.succeededAtMs, nowMs);
  if (found === null) return;
  await note(deps, endpoint, 'endpoint.failing', found.sinceMs, { since: found.sinceMs, attempts: found.attempts });
}

async function note(
  deps: JudgeDeps,
  { org, id }: Endpoint,
  kind: keyof typeof HEALTH_ENTRIES,
  failingSinceMs: number | null,
  data: AuditData,
): Promise<void> {
  const entry = entryIn(HEALTH_ENTRIES)(deps.clock.nowMs(), kind, id, DELIVERIES, data);
  const noted = await editConfig<Endpoint, EditRefusal>({
    load: () => deps.config.endpoint(org, id),
    // Another late turn has already recorded it.
    decide: (current) =>
      ok(
        (current.failingSinceMs == null) === (failingSinceMs === null)
          ? current
          : edited(current, { failingSinceMs }, [entry]),
      ),
    save: (endpoint) => deps.config.saveEndpoint(endpoint, permit({ rule: 'found' })),
  });
  if (!noted.ok) throw new Error(`endpoint ${id}: ${kind} was not noted (${noted.error.reason})`);
  deps.log.info('the health of an endpoint changed', { endpoint: id, kind });
}
