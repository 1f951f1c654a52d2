/** Handing over: what a record owes, put where somebody else is responsible for it from then on. */
import type { PendingEntry } from '../core/audit/chain';
import type { Delivery } from '../core/delivery/delivery';
import type { Notice } from '../core/notice/notices';
import type { Entry, RevisionEntries } from '../core/request/journal';
import type { Request } from '../core/request/request';
import { sha256Hex } from '../protocol/hash';
import type { AuditMessage, DeliveryStore, DigestMessage, NoticeMessage, Queue, TimerMessage } from './ports';

/** A first attempt to make. */
export interface DeliveryMessage {
  readonly org: string;
  readonly delivery_id: string;
  readonly generation: number;
}

export interface Queues {
  readonly events: Queue<DeliveryMessage>;
  readonly notices: Queue<NoticeMessage | DigestMessage>;
  readonly audit: Queue<AuditMessage>;
  readonly timers: Queue<TimerMessage>;
}

export async function sendEntries(
  deps: { readonly queues: Pick<Queues, 'audit'> },
  request: Request,
  records: readonly RevisionEntries[],
): Promise<void> {
  await deps.queues.audit.send(
    records.map(({ revision, entries }) =>
      auditMessage(
        request.org,
        request.id,
        revision,
        entries.map((entry) => ofSubject(request.id, entry)),
      ),
    ),
  );
}

export function auditMessage(org: Request['org'], subject: string, revision: number, entries: readonly PendingEntry[]) {
  return {
    body: { org, subject, revision, facts: entries } satisfies AuditMessage,
    groupId: org,
    deduplicationId: sha256Hex(`${subject}#${revision}`),
  };
}

function ofSubject(subject: string, { kind, atMs, actor, data = {} }: Entry): PendingEntry {
  return { at: atMs, kind, subject, actor, data };
}

/** The item first, then the message: a message that is lost leaves an item that its own due time finds. */
export async function createDeliveries(
  deps: { readonly deliveries: DeliveryStore; readonly queues: Pick<Queues, 'events'> },
  deliveries: readonly Delivery[],
): Promise<void> {
  const created = await Promise.all(deliveries.map((delivery) => deps.deliveries.create(delivery)));
  const untried = deliveries.filter((_, index) => {
    const outcome = created[index]!;
    // Put by an earlier, interrupted dispatch: the message may be missing; a second one is harmless.
    return outcome.kind === 'created' || (outcome.delivery.state === 'pending' && outcome.delivery.attempts === 0);
  });
  await deps.queues.events.send(untried.map(deliveryMessage));
}

export function deliveryMessage(delivery: Delivery) {
  return {
    body: { org: delivery.org, delivery_id: delivery.id, generation: delivery.generation } satisfies DeliveryMessage,
    groupId: delivery.org,
  };
}

export async function sendNotices(
  deps: { readonly queues: Pick<Queues, 'notices'> },
  request: Request,
  notices: readonly Notice[],
): Promise<void> {
  const { org, id: request_id } = request;
  await deps.queues.notices.send(
    chunks(notices, NOTICES_PER_MESSAGE).map((some) => ({ body: { org, request_id, notices: some }, groupId: org })),
  );
}

/** What one call of the consumer sends, one after the other, well within its time. */
const NOTICES_PER_MESSAGE = 10;

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
