/** Hands over what follows from a record to the queue or the item that is responsible for it from then on. */

import type { EventType } from '../../../protocol/event-types';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { AuditMessage } from '../../audit/ports';
import type { PendingEntry } from '../../audit/rules/chain';
import { journalMessage } from '../../audit/use-cases/audit-messages';
import type { PendingRevision } from '../../configuration/rules/items';
import type { Entry, RevisionEntries } from '../../request/rules/journal';
import type { Request } from '../../request/rules/request';
import type { Queue } from '../../system/ports';
import type { DeliveryStore } from '../ports';
import { type Delivery, keepGoing, type Receiver } from '../rules/delivery';

/** Starts a first attempt. */
export interface DeliveryMessage {
  readonly org: string;
  readonly delivery_id: string;
  readonly generation: number;
  /** Present if the first attempt stores its delivery. */
  readonly owed?: OwedMessage;
}

/** Which delivery is new. Everything else follows from the request (owed-deliveries.ts). */
interface OwedMessage {
  readonly request_id: RequestId;
  readonly event_type: EventType;
  readonly receiver: Receiver;
}

/** Makes an hourly attempt. The generation is that of the stored delivery. */
export interface RetryMessage {
  readonly org: string;
  readonly delivery_id: string;
  /** The instant of the attempt, epoch ms. */
  readonly due_at: number;
}

interface AuditQueue {
  readonly queues: { readonly audit: Queue<AuditMessage> };
}

export interface EventsQueue {
  readonly queues: { readonly events: Queue<DeliveryMessage> };
}

export interface RetriesQueue {
  readonly queues: { readonly retries: Queue<RetryMessage> };
}

export async function sendEntries(
  deps: AuditQueue,
  request: Request,
  records: readonly RevisionEntries[],
): Promise<void> {
  const { org, id } = request;
  const journal = records.map(({ revision, entries }) => ({
    revision,
    entries: entries.map((entry) => ofSubject(id, entry)),
  }));
  await sendJournal(deps, org, id, journal);
}

/** The complete journal in one message. An item has at most 400 KB, and a message may have 1 MiB. */
export async function sendJournal(
  deps: AuditQueue,
  org: OrgId,
  subject: string,
  journal: readonly PendingRevision[],
): Promise<void> {
  if (journal.length === 0) return;
  const revisions = journal.map(({ revision, entries }) => ({ revision, facts: entries }));
  await deps.queues.audit.send([journalMessage(org, { subject, revisions })]);
}

function ofSubject(subject: string, { kind, atMs, actor, actor_kind, data = {} }: Entry): PendingEntry {
  return { at: atMs, kind, subject, actor, actor_kind, data };
}

/**
 * For deliveries that no request's check watches. Writes the item before the message, so that its due time finds a lost
 * message.
 */
export async function createDeliveries(
  deps: EventsQueue & { readonly deliveries: DeliveryStore },
  deliveries: readonly Delivery[],
): Promise<void> {
  const created = await Promise.all(deliveries.map((delivery) => deps.deliveries.create(delivery)));
  const untried = deliveries.filter((_, index) => {
    const outcome = created[index]!;
    // An earlier call may have stored it and stopped before its message. A second message is harmless.
    return outcome.kind === 'created' || (outcome.delivery.state === 'pending' && outcome.delivery.attempts === 0);
  });
  await deps.queues.events.send(untried.map(deliveryMessage));
}

/**
 * Sends only the messages. The first attempt stores its delivery, and the check of the request finds a lost message.
 */
export async function sendDeliveries(deps: EventsQueue, deliveries: readonly Delivery[]): Promise<void> {
  await deps.queues.events.send(
    deliveries.map((delivery) => {
      const message = deliveryMessage(delivery);
      return { ...message, body: { ...message.body, owed: owedMessage(delivery) } };
    }),
  );
}

/** Starts a new loop, or the first one. */
export async function continueDelivery(
  deps: EventsQueue & { readonly deliveries: DeliveryStore },
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  const restarted = await deps.deliveries.restart(delivery, keepGoing(delivery), nowMs);
  if (restarted !== null) await deps.queues.events.send([deliveryMessage(restarted)]);
}

export function deliveryMessage(delivery: Delivery) {
  return {
    body: { org: delivery.org, delivery_id: delivery.id, generation: delivery.generation } satisfies DeliveryMessage,
    groupId: delivery.org,
  };
}

/** The queue hands it out when it is due. */
export function retryMessage(retry: RetryMessage, nowMs: number) {
  return {
    body: retry,
    delaySeconds: Math.max(0, Math.ceil((retry.due_at - nowMs) / 1000)),
    groupId: retry.org,
  };
}

function owedMessage({ requestId, eventType, receiver }: Delivery): OwedMessage {
  return { request_id: requestId, event_type: eventType, receiver };
}
