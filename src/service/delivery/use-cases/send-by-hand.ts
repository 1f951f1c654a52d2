/** Deliveries that an admin starts: testWebhook, redeliver and recoverWebhook. */

import type { EventType } from '../../../protocol/event-types';
import { type DeliveryId, type EndpointId, type OrgId, requestIdFrom } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { ConfigStore } from '../../configuration/ports';
import { type Endpoint, isUnverified } from '../../configuration/rules/items';
import type { RequestStore } from '../../request/ports';
import type { Clock, Random } from '../../system/ports';
import type { DeliveryStore } from '../ports';
import type { Delivery } from '../rules/delivery';
import type { RecoverySpan } from '../rules/edits/endpoint';
import { newDelivery, type OwedEvent, owedEvents, selectRecovery } from '../rules/owed-deliveries';
import { GIVE_UP_AFTER_MS } from '../rules/schedule';
import { createDeliveries, deliveryMessage, type EventsQueue } from './hand-over';

export interface SendByHandDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
  readonly deliveries: DeliveryStore;
  readonly queues: EventsQueue['queues'];
}

export type TestRefusal = { readonly reason: 'not_found' } | { readonly reason: 'endpoint_disabled' };

/** Makes one attempt without retries. The event is about a sample request. */
export async function testWebhook(
  deps: SendByHandDeps,
  org: OrgId,
  id: EndpointId,
  type: EventType,
): Promise<Result<Delivery, TestRefusal>> {
  const endpoint = await deps.config.endpoint(org, id);
  if (endpoint === null || isDeleted(endpoint)) return err({ reason: 'not_found' });
  if (!endpoint.enabled && !isUnverified(endpoint)) return err({ reason: 'endpoint_disabled' });
  const requestId = requestIdFrom(deps.random.hex(12));
  const nowMs = deps.clock.nowMs();
  const event = newDelivery({ org, id: requestId }, { type, atMs: nowMs }, id, 'test');
  const delivery: Delivery = { ...event, test: true, untilMs: nowMs };
  await createDeliveries(deps, [delivery]);
  return ok(delivery);
}

export type RedeliverRefusal =
  | { readonly reason: 'not_found' }
  /** An attempt is running, or somebody else restarted the delivery at the same moment. */
  | { readonly reason: 'busy' }
  /** The integration's only call has ended. Another one would be a second call, not a delivery. */
  | { readonly reason: 'call_ended' };

export async function redeliver(
  deps: SendByHandDeps,
  org: OrgId,
  id: DeliveryId,
): Promise<Result<Delivery, RedeliverRefusal>> {
  const delivery = await deps.deliveries.load(org, id);
  if (delivery === null) return err({ reason: 'not_found' });
  const isCall = delivery.receiver === 'integration';
  if (isCall && delivery.state !== 'pending') return err({ reason: 'call_ended' });
  const nowMs = deps.clock.nowMs();
  // The window of an integration belongs to its request, so a manual start does not extend it.
  const untilMs = isCall ? delivery.untilMs : nowMs + GIVE_UP_AFTER_MS;
  const restarted = await deps.deliveries.restart(delivery, { trigger: 'manual', untilMs, failures: 0 }, nowMs);
  if (restarted === null) return err({ reason: 'busy' });
  await deps.queues.events.send([deliveryMessage(restarted)]);
  return ok(restarted);
}

export interface RecoverDeps {
  readonly clock: Clock;
  readonly config: ConfigStore;
  readonly requests: RequestStore;
  readonly deliveries: DeliveryStore;
  readonly queues: EventsQueue['queues'];
}

export interface Recovered {
  readonly resent: number;
  readonly created: number;
  readonly cursor: string | null;
}

/**
 * Requests are found by the time of creation, events by their own time. The difference is at most a day of waiting, 30
 * days of execution window, and a lease. For an even later report, use a time span that contains it.
 */
const LONGEST_LIFE_MS = 32 * 24 * 3600_000;
/** How many requests one call reads. */
const PAGE = 100;

/**
 * Sends the events of a time span to an endpoint again: one page, and the cursor continues it. Ids are deterministic,
 * so a repetition sends nothing twice.
 */
export async function recover(deps: RecoverDeps, endpoint: Endpoint, span: RecoverySpan): Promise<Recovered> {
  const { org } = endpoint;
  const page = await deps.requests.recent(org, {
    sinceMs: Math.max(0, span.sinceMs - LONGEST_LIFE_MS),
    untilMs: span.untilMs,
    limit: PAGE,
    cursor: span.cursor,
  });
  const owed = owedEvents(endpoint, await deps.requests.loadMany(org, page.ids), span);
  const { create, restart } = selectRecovery(owed, await knownDeliveries(deps, org, owed));
  const nowMs = deps.clock.nowMs();
  const untilMs = nowMs + GIVE_UP_AFTER_MS;
  await createDeliveries(
    deps,
    // The delivery is created now. With the event's time, the sweep would think that its message was lost.
    create.map((event) => ({ ...recoveredDelivery(event, endpoint), createdAtMs: nowMs, untilMs })),
  );
  return { resent: await restartAll(deps, restart, untilMs), created: create.length, cursor: page.cursor };
}

async function knownDeliveries(deps: RecoverDeps, org: OrgId, owed: readonly OwedEvent[]) {
  const stored = await deps.deliveries.loadMany(
    org,
    owed.map((event) => event.deliveryId),
  );
  return new Map<DeliveryId, Delivery>(stored.map((delivery) => [delivery.id, delivery]));
}

function recoveredDelivery({ request, event }: OwedEvent, endpoint: Endpoint): Delivery {
  return newDelivery(request, event, endpoint.id, 'recover');
}

async function restartAll(deps: RecoverDeps, failed: readonly Delivery[], untilMs: number): Promise<number> {
  const patch = { trigger: 'recover', untilMs, failures: 0 } as const;
  const restarted = await Promise.all(
    failed.map((delivery) => deps.deliveries.restart(delivery, patch, deps.clock.nowMs())),
  );
  const messages = restarted.flatMap((delivery) => (delivery === null ? [] : [deliveryMessage(delivery)]));
  await deps.queues.events.send(messages);
  return messages.length;
}

/** The endpoint with its secret, which is shown once. */
export interface WithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export const isDeleted = (endpoint: Endpoint): boolean => endpoint.deletedAtMs !== null;
