/**
 * Hands over everything that follows from an image of a record: deliveries, messages, audit entries, timers, and the
 * call of an integration (docs/design.md#the-request-item-is-the-outbox). Idempotent: ids are deterministic and puts
 * conditional, so the stream may repeat, delay or reorder its records, and the check may repeat everything.
 */

import type { OrgId } from '../../../protocol/identifiers';
import { beginsSigning, endUnsignedChanges } from '../../administration/use-cases/end-unsigned-changes';
import type { AuditStore } from '../../audit/ports';
import { unrecorded } from '../../audit/use-cases/record-audit';
import { type CommandDeps, makeTransition } from '../../ceremony/use-cases/run-command';
import { losesSeats, takeSeatsOut } from '../../ceremony/use-cases/take-seats-out';
import type { ConfigStore } from '../../configuration/ports';
import type { PendingRevision } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import type { DeliveryStore } from '../../delivery/ports';
import { eventsOf, type FiredEvent, newEvents } from '../../delivery/rules/events';
import { owedDeliveries, possibleDeliveryIds } from '../../delivery/rules/owed-deliveries';
import { continueDelivery, createDeliveries, sendDeliveries, sendEntries } from '../../delivery/use-cases/hand-over';
import { handOver } from '../../execution/rules/integration';
import type { NoticeStore } from '../../notice/ports';
import { type Notice, newNotices, noticeName } from '../../notice/rules/notices';
import { changesWhoCan, warnOfOneSet } from '../../policy/use-cases/warn-one-set';
import { isToApply } from '../../request/rules/administrative';
import { nextDeadlineMs } from '../../request/rules/deadlines';
import { CHECK_AFTER_MS, MAX_UNCHECKED_RECORDS } from '../../request/rules/limits';
import { isAuthorized, type Request } from '../../request/rules/request';
import { chunksOf } from '../../support/grouped';
import type { Queues } from './gather';

export interface DispatchDeps extends CommandDeps {
  readonly config: ConfigStore;
  readonly deliveries: DeliveryStore;
  readonly notices: NoticeStore;
  readonly audit: AuditStore;
  readonly queues: Queues;
}

/** The longest SQS delay. The sweep finds what is due later. */
const EXACT_TIMER_MS = 15 * 60_000;

/**
 * `before` is the image that this transition replaced, or null to hand over everything. The complete journal is sent:
 * the entries of this revision, and earlier ones that no check has removed. So the chain gets the entries of a request
 * in order, even if records are lost, repeated or reordered.
 */
export async function dispatchRequest(deps: DispatchDeps, before: Request | null, after: Request): Promise<void> {
  await Promise.all([
    sendEntries(deps, after, after.journal),
    sendEvents(deps, after, newEvents(before, after)),
    queueNotices(deps, after, newNotices(before, after)),
    setTimer(deps, before, after),
    handToIntegration(deps, after),
    handToAdministration(deps, after),
    boundJournal(deps, after),
    // A membership may have ended since the last edit.
    ...(before === null && after.policy.requires !== undefined ? [warnOfOneSet(deps, after.org)] : []),
  ]);
}

/** Gives a check to a journal that grows without one, for example by claims that expire repeatedly. */
async function boundJournal(deps: DispatchDeps, request: Request): Promise<void> {
  if (request.checkAtMs !== null || request.journal.length <= MAX_UNCHECKED_RECORDS) return;
  await deps.requests.postponeCheck(request, Math.max(deps.clock.nowMs(), request.updatedAtMs) + CHECK_AFTER_MS);
}

/** Finds what has not been handed over yet. It only reads. */
export async function findUndelivered(
  deps: DispatchDeps,
  request: Request,
): Promise<{ readonly isEmpty: boolean; resend(): Promise<void> }> {
  const notices = newNotices(null, request);
  const [records, taken, deliveries] = await Promise.all([
    unrecorded(deps.audit, request.org, request.id, request.journal),
    notices.length === 0 ? new Set<string>() : deps.notices.taken(request.org, request.id),
    unfinishedDeliveries(deps, request),
  ]);
  const untold = notices.filter((notice) => !taken.has(noticeName(notice)));
  const handOverDue = isAuthorized(request) && request.state === 'authorized';
  const { missing, unwatched } = deliveries;
  return {
    isEmpty:
      records.length === 0 && untold.length === 0 && missing.length === 0 && unwatched.length === 0 && !handOverDue,
    resend: async () => {
      await Promise.all([
        sendEntries(deps, request, records),
        queueNotices(deps, request, untold),
        createDeliveries(deps, missing),
        ...unwatched.map((delivery) => continueDelivery(deps, delivery, deps.clock.nowMs())),
        handToIntegration(deps, request),
      ]);
    },
  };
}

/**
 * A first attempt stores its delivery without a due time, so this check watches it until the attempt is recorded.
 * `missing`: the message was lost, or no attempt was made. `unwatched`: an attempt began, and its actor may have died.
 * Both get a due time and are then found without the check. A running attempt keeps its hold, and the check runs again.
 */
async function unfinishedDeliveries(deps: DispatchDeps, request: Request) {
  const events = eventsOf(request);
  const endpoints = events.length === 0 ? [] : await deps.config.endpoints(request.org);
  const ids = possibleDeliveryIds(request, endpoints);
  const stored = await deps.deliveries.loadMany(request.org, ids);
  const known = new Set(stored.map(({ id }) => id));
  return {
    missing: owedDeliveries(request, events, endpoints).filter(({ id }) => !known.has(id)),
    unwatched: stored.filter(({ state, watched }) => state === 'pending' && !watched),
  };
}

async function sendEvents(deps: DispatchDeps, request: Request, events: readonly FiredEvent[]): Promise<void> {
  // Endpoints are read only if there is an event for them.
  const endpoints = events.length === 0 ? [] : await deps.config.endpoints(request.org);
  await sendDeliveries(deps, owedDeliveries(request, events, endpoints));
}

/** The functions behind the queue send the mails and the posts. */
export async function queueNotices(
  deps: { readonly queues: Pick<Queues, 'notices'> },
  request: Request,
  notices: readonly Notice[],
): Promise<void> {
  const { org, id: request_id } = request;
  await deps.queues.notices.send(
    chunksOf(notices, NOTICES_PER_MESSAGE).map((some) => ({ body: { org, request_id, notices: some }, groupId: org })),
  );
}

/** One consumer call sends this many, one after the other, well within its time limit. */
const NOTICES_PER_MESSAGE = 10;

async function setTimer(deps: DispatchDeps, before: Request | null, after: Request): Promise<void> {
  const deadlineMs = nextDeadlineMs(after);
  if (deadlineMs === null || (before !== null && nextDeadlineMs(before) === deadlineMs)) return;
  const delayMs = deadlineMs - deps.clock.nowMs();
  if (delayMs > EXACT_TIMER_MS) return;
  await deps.queues.timers.send([
    {
      body: { kind: 'request', org: after.org, id: after.id, due_at: deadlineMs },
      delaySeconds: Math.max(0, Math.ceil(delayMs / 1000)),
      groupId: after.org,
    },
  ]);
}

/** The function behind the timers makes an approved change of the configuration. It calls nobody outside. */
async function handToAdministration(deps: DispatchDeps, request: Request): Promise<void> {
  if (!isToApply(request)) return;
  const { org, id } = request;
  await deps.queues.timers.send([{ body: { kind: 'request', org, id, due_at: deps.clock.nowMs() }, groupId: org }]);
}

/** Changes authorized to executing. The stream record of that transition then carries the integration's delivery. */
async function handToIntegration(deps: DispatchDeps, request: Request): Promise<void> {
  if (request.state !== 'authorized') return;
  await makeTransition(deps, request, handOver);
}

type ConsequenceDeps = CommandDeps & EditDeps;

interface Consequence {
  readonly when: (revision: PendingRevision) => boolean;
  readonly do: (deps: ConsequenceDeps, org: OrgId) => Promise<unknown>;
}

/**
 * What follows from an edit of the configuration, besides its entries and announcements. The stream does it at once, and
 * the check of the item does it again, in case the stream's record was lost. So each consequence is idempotent.
 */
export const CONSEQUENCES: readonly Consequence[] = [
  { when: losesSeats, do: takeSeatsOut },
  { when: ({ entries }) => entries.some(beginsSigning), do: endUnsignedChanges },
  { when: ({ entries }) => entries.some(changesWhoCan), do: warnOfOneSet },
];

export async function followEdits(
  deps: ConsequenceDeps,
  org: OrgId,
  revisions: readonly PendingRevision[],
): Promise<void> {
  for (const consequence of CONSEQUENCES) if (revisions.some(consequence.when)) await consequence.do(deps, org);
}
