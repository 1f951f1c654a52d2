/** Selects what to send to an endpoint when an admin recovers a time span (operation recoverWebhook). */

import { type DeliveryId, deliveryId, type EventId, eventId } from '../../../protocol/identifiers';
import type { Endpoint } from '../../configuration/rules/items';
import type { Request } from '../../request/rules/request';
import type { Delivery } from './delivery';
import { eventsOf, type FiredEvent } from './events';

export interface Span {
  /** Both inclusive. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** An event that the endpoint should have received, with the ids that all its posts carry. */
export interface OwedEvent {
  readonly request: Request;
  readonly event: FiredEvent;
  readonly eventId: EventId;
  readonly deliveryId: DeliveryId;
}

/** Includes times when the endpoint was disabled, because recovery exists for those. */
export function owedEvents(endpoint: Endpoint, requests: readonly Request[], { sinceMs, untilMs }: Span): OwedEvent[] {
  return requests.flatMap((request) =>
    eventsOf(request)
      .filter(({ atMs }) => atMs >= sinceMs && atMs <= untilMs)
      .filter(({ type }) => endpoint.types === null || endpoint.types.includes(type))
      .map((event) => {
        const id = eventId(request.id, event.type);
        return { request, event, eventId: id, deliveryId: deliveryId(id, endpoint.id) };
      }),
  );
}

export interface Recovery {
  /** Events that were never sent to this endpoint. */
  readonly create: readonly OwedEvent[];
  /** Deliveries that failed. */
  readonly restart: readonly Delivery[];
}

/** Delivered and pending deliveries stay as they are, so a recovery never repeats a success. */
export function selectRecovery(owed: readonly OwedEvent[], known: ReadonlyMap<DeliveryId, Delivery>): Recovery {
  return {
    create: owed.filter((event) => !known.has(event.deliveryId)),
    restart: owed.flatMap((event) => known.get(event.deliveryId) ?? []).filter(({ state }) => state === 'failed'),
  };
}
