/**
 * The turns of an endpoint's breaker, made by the function behind the timers (docs/decisions/endpoint-breaker.md).
 * Attempts only report what they find. Each turn reads the endpoint and its deliveries, and decides anew.
 */

import { type Endpoint, edited } from '../../core/administration/config';
import { type AuditData, pendingEntry } from '../../core/audit/chain';
import {
  BREAKER_ABOVE,
  countsAsHourly,
  failing,
  isFailing,
  mayOpen,
  type Released,
  releaseRate,
  TURN_MS,
} from '../../core/delivery/breaker';
import { type Delivery, keepGoing } from '../../core/delivery/delivery';
import { HOURLY_AFTER_MS } from '../../core/delivery/schedule';
import type { DeliveryId, EndpointId, OrgId } from '../../protocol/identifiers';
import { ok } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import { permit } from '../administration/permit';
import type { BreakerTurn, Clock, ConfigStore, DeliveryStore, EndpointHealthStore, Log } from '../ports';
import { deliveryMessage, type Queues } from '../transport/hand-over';
import { attemptsToJudge } from './endpoint-health';

export interface BreakerDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'endpoint' | 'saveEndpoint'>;
  readonly deliveries: DeliveryStore;
  readonly health: EndpointHealthStore;
  readonly queues: Pick<Queues, 'events'>;
  readonly log: Log;
}

export interface DueTurn {
  readonly org: OrgId;
  readonly id: EndpointId;
  readonly dueAtMs: number;
}

/** Longer than any attempt: one that began before the breaker closed has parked its delivery by then. */
const LOOK_AGAIN_FOR_MS = 5 * 60_000;
/** An event is older than its first attempt, by a queue at most. */
const OLDER_THAN_ITS_ATTEMPT_MS = 10 * 60_000;
/** So many of the released deliveries are looked at in the next turn. */
const SAMPLE = 10;
const AT_ONCE = 25;

export async function turnBreaker(deps: BreakerDeps, { org, id, dueAtMs }: DueTurn): Promise<void> {
  const nowMs = deps.clock.nowMs();
  if (nowMs < dueAtMs) return;
  const turn = await deps.health.takeTurn(org, id, { dueAtMs, nextMs: nowMs + TURN_MS });
  if (turn === null) return;
  const found = await deps.config.endpoint(org, id);
  if (found === null) return deps.health.rest(org, id, turn);
  const endpoint = await judged(deps, found, turn, nowMs);
  if (!turn.releases && endpoint.breakerSinceMs == null) return deps.health.rest(org, id, turn);
  await release(deps, endpoint, turn, nowMs);
}

/** The endpoint after what was found about it: failing, accepting again, or with an open breaker. */
async function judged(deps: BreakerDeps, endpoint: Endpoint, turn: BreakerTurn, nowMs: number): Promise<Endpoint> {
  if (endpoint.failingSinceMs == null) {
    const attempts = await attemptsToJudge(deps, endpoint, nowMs);
    const found = endpoint.enabled ? failing(attempts, turn.succeededAtMs, nowMs) : null;
    if (found === null) return endpoint;
    const data = { since: found.sinceMs, attempts: found.attempts };
    return note(deps, endpoint, 'endpoint.failing', { failingSinceMs: found.sinceMs }, data);
  }
  const { failingSinceMs } = endpoint;
  if (turn.succeededAtMs !== null && turn.succeededAtMs > failingSinceMs)
    return note(deps, endpoint, 'endpoint.working', { failingSinceMs: null }, { failing_since: failingSinceMs });
  if (!mayOpen(endpoint, nowMs) || !(await hasManyHourly(deps, endpoint, nowMs))) return endpoint;
  // First that turns go on, so that no attempt parks a delivery which nothing would release.
  await deps.health.keep(endpoint.org, endpoint.id, { rate: null, released: [], emptySinceMs: null, releases: true });
  return note(deps, endpoint, 'endpoint.breaker_opened', { breakerSinceMs: nowMs }, { failing_since: failingSinceMs });
}

/** Those that were created since it is failing, long enough ago: no attempt of them has succeeded. */
async function hasManyHourly(deps: BreakerDeps, endpoint: Endpoint, nowMs: number): Promise<boolean> {
  const created = { sinceMs: endpoint.failingSinceMs! - OLDER_THAN_ITS_ATTEMPT_MS, untilMs: nowMs - HOURLY_AFTER_MS };
  const query = { limit: 2 * BREAKER_ABOVE, cursor: null, created };
  const { items } = await deps.deliveries.ofEndpoint(endpoint.org, endpoint.id, query);
  return items.filter(countsAsHourly).length > BREAKER_ABOVE;
}

/** Restarts parked deliveries whose time has come, spread over the minute. */
async function release(deps: BreakerDeps, endpoint: Endpoint, turn: BreakerTurn, nowMs: number): Promise<void> {
  const { org, id } = endpoint;
  const rate = releaseRate(endpoint, turn.rate, await becameOf(deps, org, turn.released));
  const parked = await deps.deliveries.parked(org, id, nowMs, rate);
  const released = await restartAll(deps, parked, nowMs);
  await deps.queues.events.send(
    released.map((delivery, index) => ({
      ...deliveryMessage(delivery),
      delaySeconds: Math.floor((index * TURN_MS) / released.length / 1000),
    })),
  );
  const sample = released.slice(0, SAMPLE).map((delivery) => delivery.id);
  const isEmpty =
    parked.length === 0 && (await deps.deliveries.parked(org, id, Number.MAX_SAFE_INTEGER, 1)).length === 0;
  const emptySinceMs = isEmpty && !isFailing(endpoint) ? (turn.emptySinceMs ?? nowMs) : null;
  if (emptySinceMs !== null && endpoint.breakerSinceMs != null)
    await note(
      deps,
      endpoint,
      'endpoint.breaker_closed',
      { breakerSinceMs: null },
      { open_since: endpoint.breakerSinceMs },
    );
  if (emptySinceMs !== null && nowMs - emptySinceMs >= LOOK_AGAIN_FOR_MS) return deps.health.rest(org, id, turn);
  await deps.health.keep(org, id, { rate, released: sample, emptySinceMs, releases: true });
}

async function becameOf(deps: BreakerDeps, org: OrgId, ids: readonly DeliveryId[]): Promise<Released> {
  const found = await Promise.all(ids.map((id) => deps.deliveries.load(org, id)));
  const released = found.filter((delivery) => delivery !== null);
  return {
    delivered: released.filter(({ state }) => state === 'delivered').length,
    failed: released.filter(({ state, parked }) => state === 'failed' || parked).length,
  };
}

async function restartAll(deps: BreakerDeps, parked: readonly Delivery[], nowMs: number): Promise<Delivery[]> {
  const released: Delivery[] = [];
  for (let from = 0; from < parked.length; from += AT_ONCE) {
    const some = parked.slice(from, from + AT_ONCE);
    const restarted = await Promise.all(
      some.map((delivery) => deps.deliveries.restart(delivery, keepGoing(delivery), nowMs)),
    );
    released.push(...restarted.filter((delivery) => delivery !== null));
  }
  return released;
}

type Finding = Pick<Partial<Endpoint>, 'failingSinceMs' | 'breakerSinceMs'>;

/** Another turn was as late as this one, and noted it already. */
function isNoted(current: Endpoint, finding: Finding): boolean {
  const names = Object.keys(finding) as (keyof Finding)[];
  return names.every((name) => (current[name] == null) === (finding[name] == null));
}

async function note(
  deps: BreakerDeps,
  { org, id }: Endpoint,
  kind: string,
  patch: Finding,
  data: AuditData,
): Promise<Endpoint> {
  const entry = pendingEntry(deps.clock.nowMs(), kind, id, 'deliveries', data);
  const noted = await editConfig<Endpoint, EditRefusal>({
    load: () => deps.config.endpoint(org, id),
    decide: (current) => ok(isNoted(current, patch) ? current : edited(current, patch, [entry])),
    save: (endpoint) => deps.config.saveEndpoint(endpoint, permit({ rule: 'found' })),
  });
  if (!noted.ok) throw new Error(`endpoint ${id}: ${kind} was not noted (${noted.error.reason})`);
  deps.log.info('the health of an endpoint changed', { endpoint: id, kind });
  return noted.value;
}
