/**
 * The deliveries of a request's events: one for each event and receiver, and the integration's own call. An admin can
 * send those of a time span again.
 */

import { type DeliveryId, deliveryId, type EventId, eventId } from '../../../protocol/identifiers';
import { type Endpoint, takesEvent } from '../../configuration/rules/items';
import { isAdministrative } from '../../request/rules/administrative';
import { isAuthorized, isRunning, type Request } from '../../request/rules/request';
import type { Delivery, Receiver, Trigger } from './delivery';
import { eventsOf, type FiredEvent } from './events';
import { GIVE_UP_AFTER_MS } from './schedule';

export function owedDeliveries(
  request: Request,
  events: readonly FiredEvent[],
  endpoints: readonly Endpoint[],
): Delivery[] {
  return [...events.flatMap((event) => deliveriesOf(request, event, endpoints)), ...integrationDelivery(request)];
}

/**
 * The ids under which the request's deliveries may be stored, including those to endpoints that no longer take its
 * events.
 */
export function possibleDeliveryIds(request: Request, endpoints: readonly Endpoint[]): DeliveryId[] {
  const receivers: Receiver[] = ['callback', ...endpoints.map(({ id }) => id)];
  const ids = eventsOf(request).flatMap(({ type }) =>
    receivers.map((receiver) => deliveryId(eventId(request.id, type), receiver)),
  );
  if (request.policy.integration === null || !isAuthorized(request)) return ids;
  return [...ids, deliveryId(eventId(request.id, 'request.authorized'), 'integration')];
}

function deliveriesOf(request: Request, event: FiredEvent, endpoints: readonly Endpoint[]): Delivery[] {
  const takers = endpoints.filter((endpoint) => takesEvent(endpoint, event.type, event.atMs));
  const receivers: Receiver[] = [
    ...(request.callback === null ? [] : ['callback' as const]),
    ...takers.map(({ id }) => id),
  ];
  return receivers.map((receiver) => newDelivery(request, event, receiver));
}

/** The integration's own call delivers the verdict to it, within the integration's window. */
function integrationDelivery(request: Request): Delivery[] {
  // The service makes a change of the configuration itself, without a post.
  if (isAdministrative(request)) return [];
  if (!isAuthorized(request) || !isRunning(request) || request.state !== 'executing') return [];
  const event: FiredEvent = { type: 'request.authorized', atMs: request.verdictAtMs };
  return [{ ...newDelivery(request, event, 'integration'), untilMs: request.integrationUntilMs }];
}

/**
 * The delivery of this event to this receiver, if the request owes it. Whether an endpoint takes the event was decided
 * when the event fired.
 */
export function owedDelivery(
  request: Request,
  { eventType, receiver }: Pick<Delivery, 'eventType' | 'receiver'>,
): Delivery | null {
  if (receiver === 'integration') {
    return integrationDelivery(request).find((delivery) => delivery.eventType === eventType) ?? null;
  }
  const event = eventsOf(request).find(({ type }) => type === eventType);
  if (event === undefined || (receiver === 'callback' && request.callback === null)) return null;
  return newDelivery(request, event, receiver);
}

/** Makes a delivery for a request, or for the sample request of a test event. */
export function newDelivery(
  request: Pick<Request, 'org' | 'id'>,
  event: FiredEvent,
  receiver: Receiver,
  trigger: Trigger = 'first',
): Delivery {
  const id = eventId(request.id, event.type);
  return {
    org: request.org,
    id: deliveryId(id, receiver),
    eventId: id,
    eventType: event.type,
    requestId: request.id,
    receiver,
    state: 'pending',
    reason: null,
    test: false,
    createdAtMs: event.atMs,
    eventAtMs: event.atMs,
    untilMs: event.atMs + GIVE_UP_AFTER_MS,
    attempts: 0,
    failures: 0,
    generation: 1,
    trigger,
    heldUntilMs: null,
    nextAttemptAtMs: null,
    revision: 0,
  };
}

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

/**
 * Selects what to send to an endpoint when an admin recovers a time span (operation recoverWebhook). Delivered and
 * pending deliveries stay as they are, so a recovery never repeats a success.
 */
export function selectRecovery(owed: readonly OwedEvent[], known: ReadonlyMap<DeliveryId, Delivery>): Recovery {
  return {
    create: owed.filter((event) => !known.has(event.deliveryId)),
    restart: owed.flatMap((event) => known.get(event.deliveryId) ?? []).filter(({ state }) => state === 'failed'),
  };
}
