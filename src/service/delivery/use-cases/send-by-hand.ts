/** Deliveries that an admin starts: testWebhook and redeliver. */

import type { EventType } from '../../../protocol/event-types';
import { type DeliveryId, type EndpointId, type OrgId, requestIdFrom } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { ConfigStore } from '../../configuration/ports';
import { isUnverified } from '../../configuration/rules/items';
import type { Clock, Random } from '../../system/ports';
import type { DeliveryStore } from '../ports';
import type { Delivery } from '../rules/delivery';
import { newDelivery } from '../rules/owed-deliveries';
import { GIVE_UP_AFTER_MS } from '../rules/schedule';
import { isDeleted } from './endpoint';
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
