/** What is sent to an endpoint again when an admin asks for a time span (POST /api/webhooks/{id}/recover). */

import { type DeliveryId, deliveryId, type EventId, eventId } from '../../protocol/identifiers';
import type { Endpoint } from '../config/config';
import type { Request } from '../request/request';
import type { Delivery } from './delivery';
import { eventsOf, type FiredEvent } from './events';

export interface Span {
  /** Both inclusive. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** An event that the endpoint should have been posted, under the ids that every post of it carries. */
export interface OwedEvent {
  readonly request: Request;
  readonly event: FiredEvent;
  readonly eventId: EventId;
  readonly deliveryId: DeliveryId;
}

/** Whether it was enabled at the time does not matter: that is what is being made up for. */
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
  /** Never sent to this endpoint. */
  readonly create: readonly OwedEvent[];
  /** Failed for good. */
  readonly restart: readonly Delivery[];
}

/** What has arrived, or is still being attempted, is left alone: a recovery repeats nothing that went well. */
export function selectRecovery(owed: readonly OwedEvent[], known: ReadonlyMap<DeliveryId, Delivery>): Recovery {
  return {
    create: owed.filter((event) => !known.has(event.deliveryId)),
    restart: owed.flatMap((event) => known.get(event.deliveryId) ?? []).filter(({ state }) => state === 'failed'),
  };
}
