/** Sends the events of a time span to an endpoint again: recoverWebhook. */

import type { DeliveryId, OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import type { Endpoint } from '../../configuration/rules/items';
import type { RequestStore } from '../../request/ports/ledger';
import type { Clock } from '../../system/ports';
import type { DeliveryStore } from '../ports';
import type { Delivery } from '../rules/delivery';
import type { RecoverySpan } from '../rules/edits/endpoint';
import { newDelivery } from '../rules/owed-deliveries';
import { type OwedEvent, owedEvents, selectRecovery } from '../rules/recover';
import { GIVE_UP_AFTER_MS } from '../rules/schedule';
import { createDeliveries, deliveryMessage, type EventsQueue } from './hand-over';

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

/** One page of a recovery; the cursor continues it. Ids are deterministic, so a repetition sends nothing twice. */
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
