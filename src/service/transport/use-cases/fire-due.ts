/** Applies due items: the sweep (sweep.ts) finds them, and their timers fire them (docs/design.md#one-due-time). */

import type { DeliveryId, EndpointId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import type { PasskeyStore } from '../../access/ports';
import { noteRequestedLink } from '../../access/use-cases/mailed-link';
import { type ApplyDeps, applyChange } from '../../administration/use-cases/apply-change';
import { noteRefusedHead } from '../../administration/use-cases/incidents';
import { unrecorded } from '../../audit/use-cases/record-audit';
import { settle } from '../../ceremony/rules/settle';
import { makeTransition } from '../../ceremony/use-cases/run-command';
import type { ChatStore } from '../../chat/ports';
import { judgeChat } from '../../chat/use-cases/judge-chat';
import { LOST_LOOP_AFTER_MS } from '../../delivery/rules/delivery';
import { isHourly } from '../../delivery/rules/schedule';
import { continueDelivery, sendJournal } from '../../delivery/use-cases/hand-over';
import { judgeEndpoint } from '../../delivery/use-cases/judge-endpoint';
import { announcementOf, sendAnnouncements, untold } from '../../notice/use-cases/announce';
import { type FoundDeviceDeps, noteFoundDevice } from '../../push/use-cases/found-device';
import type { HealthStore } from '../../receiver/ports';
import { CHAT } from '../../receiver/rules';
import { isToApply } from '../../request/rules/administrative';
import { assertDecidable } from '../../request/rules/fields';
import { unchanged } from '../../request/rules/journal';
import { CHECK_AFTER_MS } from '../../request/rules/limits';
import type { Request } from '../../request/rules/request';
import { nowFor } from '../../system/now';
import type { Log } from '../../system/ports';
import type { DueItem, DueStore, TimerMessage } from '../ports';
import { type DispatchDeps, findUndelivered, followEdits } from './dispatch';
import { timerMessage } from './sweep';

export type FireDueDeps = DispatchDeps &
  ApplyDeps &
  FoundDeviceDeps & {
    readonly due: DueStore;
    readonly health: HealthStore;
    readonly chatStore: ChatStore;
    readonly passkeys: Pick<PasskeyStore, 'ofOperator'>;
    readonly log: Log;
  };

/** How long an item whose timer fails is postponed. */
const BACK_OFF_MS = 10 * 60_000;

/** Never throws because of one item: the item is postponed, so that it does not delay others. */
export async function fireDue(deps: FireDueDeps, message: TimerMessage): Promise<void> {
  // These are no due items. If one fails, the queue delivers it again.
  if (message.kind === 'refused_head') return noteRefusedHead(deps, message);
  if (message.kind === 'requested_link') return noteRequestedLink(deps, message);
  if (message.kind === 'push_device') return noteFoundDevice(deps, message);
  const nowMs = deps.clock.nowMs();
  // The clock of this instance is behind the sender's.
  if (nowMs < message.due_at) return deps.queues.timers.send([timerMessage(message, nowMs)]);
  const { due_at, ...subject } = message;
  const item: DueItem = { ...subject, dueAtMs: due_at };
  try {
    await fire(deps, item);
  } catch (error) {
    deps.log.error('timer failed; the item is put off', {
      ...subject,
      error: error instanceof Error ? error.message : String(error),
    });
    await deps.due.backOff(item, nowMs + BACK_OFF_MS);
  }
}

async function fire(deps: FireDueDeps, item: DueItem): Promise<void> {
  const { kind, org, id } = item;
  switch (kind) {
    case 'request':
      return fireRequest(deps, org, id as RequestId);
    case 'delivery':
      return fireDelivery(deps, org, id as DeliveryId, item);
    case 'combined_mail':
      // The combined mail stays due until nothing waits, so the sweep returns to it every minute.
      return deps.queues.notices.send([{ body: { org, combined_for: id as OperatorId }, groupId: org }]);
    case 'health':
      return id === CHAT
        ? judgeChat(deps, { org, id, dueAtMs: item.dueAtMs })
        : judgeEndpoint(deps, { org, id: id as EndpointId, dueAtMs: item.dueAtMs });
    case 'config':
      return checkJournal(deps, item);
    default:
      return assertNever(kind);
  }
}

async function fireRequest(deps: FireDueDeps, org: OrgId, id: RequestId): Promise<void> {
  const loaded = await deps.requests.load(org, id);
  if (loaded === null) return;
  const { request } = loaded;
  assertDecidable(request);
  const nowMs = nowFor(deps.clock, request);
  if (settle(request, nowMs).entries.length > 0) {
    await makeTransition(deps, request, unchanged);
    return;
  }
  // If the message of the hand-over is lost, the check applies the change two minutes later.
  if (isToApply(request)) return applyChange(deps, request);
  if (request.checkAtMs !== null && nowMs >= request.checkAtMs) await check(deps, request, nowMs);
}

/** Checks that everything has been handed over before it clears the record. */
async function check(deps: FireDueDeps, request: Request, nowMs: number): Promise<void> {
  const undelivered = await findUndelivered(deps, request);
  if (undelivered.isEmpty) {
    await deps.requests.completeCheck(request);
    return;
  }
  deps.log.warn('a check found something not handed over; it is handed over again', { request: request.id });
  await undelivered.resend();
  await deps.requests.postponeCheck(request, nowMs + CHECK_AFTER_MS);
}

async function fireDelivery(deps: FireDueDeps, org: OrgId, id: DeliveryId, item: DueItem): Promise<void> {
  const delivery = await deps.deliveries.load(org, id);
  if (delivery === null) return;
  if (delivery.state !== 'pending') return checkJournal(deps, item);
  // It has moved to the hourly attempts since this timer was sent.
  if (isHourly(delivery.failures)) return;
  const nowMs = deps.clock.nowMs();
  const expectedMs = delivery.nextAttemptAtMs ?? delivery.createdAtMs;
  if (nowMs < expectedMs + LOST_LOOP_AFTER_MS) return;
  await continueDelivery(deps, delivery, nowMs);
}

async function checkJournal(deps: FireDueDeps, item: DueItem): Promise<void> {
  const owed = await deps.due.configJournal(item);
  if (owed === null) return;
  const missing = await unrecorded(deps.audit, owed.org, owed.subject, owed.unchecked);
  const announcements = owed.unchecked.map(({ revision, entries }) =>
    announcementOf(owed.org, owed.subject, revision, entries),
  );
  const unannounced = await untold(deps.notices, announcements);
  if (missing.length === 0 && unannounced.length === 0) {
    await followEdits(deps, owed.org, owed.unchecked);
    await deps.due.completeConfigCheck(item, owed.revision);
    return;
  }
  await sendJournal(deps, owed.org, owed.subject, missing);
  await sendAnnouncements(deps.queues.notices, unannounced);
  await deps.due.backOff(item, deps.clock.nowMs() + CHECK_AFTER_MS);
}
