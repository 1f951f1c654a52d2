/**
 * From an image of a record to everything it owes: deliveries, messages, audit entries, timers, the hand-over to an
 * integration (docs/design.md#the-request-item-is-the-outbox). Idempotent: ids are deterministic and puts conditional,
 * so the stream may repeat, delay or reorder its records, and the check may run it all again.
 */
import type { PendingEntry } from '../core/audit/chain';
import { type Endpoint, takesEvent } from '../core/config/config';
import type { Delivery, Receiver, Trigger } from '../core/delivery/delivery';
import { eventsOf, type FiredEvent, newEvents } from '../core/delivery/events';
import { GIVE_UP_AFTER_MS } from '../core/delivery/schedule';
import { handOver } from '../core/execution/integration';
import { type Notice, newNotices, noticeName } from '../core/notice/notices';
import { nextDeadlineMs } from '../core/request/deadlines';
import type { Entry, JournalRecord } from '../core/request/journal';
import { CHECK_AFTER_MS } from '../core/request/limits';
import { isAuthorized, isRunning, type Request } from '../core/request/request';
import { sha256Hex } from '../protocol/hash';
import { deliveryId, eventId, type RequestId } from '../protocol/identifiers';
import { ok } from '../protocol/result';
import type {
  AuditMessage,
  AuditStore,
  ConfigStore,
  DeliveryStore,
  NoticeMessage,
  NoticeStore,
  Queue,
  Random,
  TimerMessage,
} from './ports';
import { type CommandDeps, runCommand } from './support/run-command';

/** A first attempt to make. */
export interface DeliveryMessage {
  readonly org: string;
  readonly delivery_id: string;
  readonly generation: number;
}

export interface Queues {
  readonly events: Queue<DeliveryMessage>;
  readonly notices: Queue<NoticeMessage>;
  readonly audit: Queue<AuditMessage>;
  readonly timers: Queue<TimerMessage>;
}

export interface DispatchDeps extends CommandDeps {
  readonly random: Random;
  readonly config: ConfigStore;
  readonly deliveries: DeliveryStore;
  readonly notices: NoticeStore;
  readonly audit: AuditStore;
  readonly queues: Queues;
  /** Where the due index finds the request again. */
  readonly requestKey: (org: string, id: RequestId) => { readonly pk: string; readonly sk: string };
}

/** An SQS delay reaches this far; what is due later is found by the sweep. */
const EXACT_TIMER_MS = 15 * 60_000;

/** `before` is the image this transition replaced, null where everything the request owes is meant. */
export async function dispatchRequest(deps: DispatchDeps, before: Request | null, after: Request): Promise<void> {
  await Promise.all([
    sendAudit(
      deps,
      after,
      after.journal.filter((record) => record.revision > (before?.revision ?? 0)),
    ),
    sendEvents(deps, after, newEvents(before, after)),
    sendNotices(deps, after, newNotices(before, after)),
    setTimer(deps, before, after),
    handToIntegration(deps, after),
    boundJournal(deps, after),
  ]);
}

/** Claims ask for no check of their own: it would cost each of them an index entry. */
const MAX_UNCHECKED_RECORDS = 16;

/** A journal that grows without a check to take it off (claims that lapse again and again) gets one. */
async function boundJournal(deps: DispatchDeps, request: Request): Promise<void> {
  if (request.checkAtMs !== null || request.journal.length <= MAX_UNCHECKED_RECORDS) return;
  await deps.requests.postponeCheck(request, Math.max(deps.clock.nowMs(), request.updatedAtMs) + CHECK_AFTER_MS);
}

/** What the record owes and has not been handed over yet. Reads only. */
export async function findUndelivered(
  deps: DispatchDeps,
  request: Request,
): Promise<{ readonly isEmpty: boolean; resend(): Promise<void> }> {
  const causes = request.journal.map(({ revision }) => ({ subject: request.id, revision }));
  const notices = newNotices(null, request);
  const [recorded, taken, deliveries] = await Promise.all([
    deps.audit.recorded(request.org, causes),
    notices.length === 0 ? new Set<string>() : deps.notices.taken(request.org, request.id),
    missingEvents(deps, request),
  ]);
  const records = request.journal.filter(({ revision }) => !recorded.has(`${request.id}#${revision}`));
  const untold = notices.filter((notice) => !taken.has(noticeName(notice)));
  const handOverDue = isAuthorized(request) && request.state === 'authorized';
  return {
    isEmpty: records.length === 0 && untold.length === 0 && deliveries.length === 0 && !handOverDue,
    resend: async () => {
      await Promise.all([
        sendAudit(deps, request, records),
        sendNotices(deps, request, untold),
        createDeliveries(deps, deliveries),
        handToIntegration(deps, request),
      ]);
    },
  };
}

async function missingEvents(deps: DispatchDeps, request: Request): Promise<Delivery[]> {
  const owed = await owedDeliveries(deps, request, eventsOf(request));
  const known =
    owed.length === 0
      ? new Set<string>()
      : await deps.deliveries.exists(
          request.org,
          owed.map(({ id }) => id),
        );
  return owed.filter(({ id }) => !known.has(id));
}

async function sendAudit(deps: DispatchDeps, request: Request, records: readonly JournalRecord[]): Promise<void> {
  await deps.queues.audit.send(
    records.map(({ revision, entries }) =>
      auditMessage(
        request.org,
        request.id,
        revision,
        entries.map((entry) => pendingEntry(request.id, entry)),
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

export function pendingEntry(subject: string, { kind, atMs, actor, data = {} }: Entry): PendingEntry {
  return { at: atMs, kind, subject, actor, data };
}

async function sendEvents(deps: DispatchDeps, request: Request, events: readonly FiredEvent[]): Promise<void> {
  await createDeliveries(deps, await owedDeliveries(deps, request, events));
}

async function owedDeliveries(
  deps: DispatchDeps,
  request: Request,
  events: readonly FiredEvent[],
): Promise<Delivery[]> {
  if (events.length === 0) return integrationDelivery(request);
  const endpoints = await deps.config.endpoints(request.org);
  return [...events.flatMap((event) => deliveriesOf(request, event, endpoints)), ...integrationDelivery(request)];
}

function deliveriesOf(request: Request, event: FiredEvent, endpoints: readonly Endpoint[]): Delivery[] {
  const takers = endpoints.filter((endpoint) => takesEvent(endpoint, event.type, event.atMs));
  const receivers: Receiver[] = [
    ...(request.callback === null ? [] : ['callback' as const]),
    ...takers.map(({ id }) => id),
  ];
  return receivers.map((receiver) => newDelivery(request, event, receiver));
}

/** The integration's own call is a delivery of the verdict to it, inside the integration's window. */
function integrationDelivery(request: Request): Delivery[] {
  if (!isAuthorized(request) || !isRunning(request) || request.state !== 'executing') return [];
  const event: FiredEvent = { type: 'request.authorized', atMs: request.verdictAtMs };
  return [{ ...newDelivery(request, event, 'integration'), untilMs: request.integrationUntilMs }];
}

export function newDelivery(
  request: Request,
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

/** The item first, then the message: a message that is lost leaves an item that its own due time finds. */
export async function createDeliveries(
  deps: Pick<DispatchDeps, 'deliveries'> & { readonly queues: Pick<Queues, 'events'> },
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

async function sendNotices(deps: DispatchDeps, request: Request, notices: readonly Notice[]): Promise<void> {
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

async function setTimer(deps: DispatchDeps, before: Request | null, after: Request): Promise<void> {
  const deadlineMs = nextDeadlineMs(after);
  if (deadlineMs === null || (before !== null && nextDeadlineMs(before) === deadlineMs)) return;
  const delayMs = deadlineMs - deps.clock.nowMs();
  if (delayMs > EXACT_TIMER_MS) return;
  await deps.queues.timers.send([
    {
      body: { ...deps.requestKey(after.org, after.id), due_at: deadlineMs },
      delaySeconds: Math.max(0, Math.ceil(delayMs / 1000)),
      groupId: after.org,
    },
  ]);
}

/** authorized → executing; the record of that transition then carries the integration's delivery. */
async function handToIntegration(deps: DispatchDeps, request: Request): Promise<void> {
  if (request.state !== 'authorized') return;
  await runCommand<null, never>(deps, request, {
    writeId: deps.random.hex(12),
    decide: (current, nowMs) => ok({ change: handOver(current, nowMs), value: null }),
  });
}
