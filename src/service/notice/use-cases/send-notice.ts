/** Sends messages to operators: each at most once for its cause (docs/design.md#messages-to-operators). */

import { operatorCode } from '../../../protocol/operator-code';
import type { CodeKeys, ConfigStore } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import type { Mail } from '../../mail/rules';
import { MODE_RULES } from '../../policy/rules/policy';
import { shownLines } from '../../policy/use-cases/read-display';
import { liveDevices } from '../../push/rules/device';
import { type PushDeps, pushToAll } from '../../push/use-cases/send-push';
import type { Habits } from '../../remark/use-cases/memory';
import type { RequestStore } from '../../request/ports';
import type { Request } from '../../request/rules/request';
import { oneByOne } from '../../support/failures';
import {
  type CombinedMailStore,
  type MailMessage,
  MailNotSent,
  type NoticeMessage,
  type RequestNotices,
} from '../ports';
import { asOwed, type Notice, noticeName } from '../rules/notices';
import { noticePush } from '../rules/push-text';
import { namedIn, noticeMail } from '../rules/text';
import { type AnnounceDeps, announce } from './announce';
import { headNaming, type Names } from './letterhead';

export interface SendNoticeDeps extends AnnounceDeps, PushDeps {
  readonly requests: RequestStore;
  readonly config: ConfigStore;
  readonly codeKeys: CodeKeys;
  readonly combinedMails: CombinedMailStore;
  readonly names: Names;
  readonly habits: Habits;
  /** Called when a mail about a request was sent. */
  readonly onMailed?: (request: Request, notice: Notice, nowMs: number) => void;
}

export function sendNotices(deps: SendNoticeDeps, message: NoticeMessage): Promise<void> {
  return 'announced' in message ? announce(deps, message) : sendOfRequest(deps, message);
}

/**
 * Sends one after the other, so that a roster of fifty does not overload the mailer. A failure does not stop the
 * others; the queue then delivers the message again, and taken notices are not sent twice. Pushes are under way beside the
 * mails, so that a push service that does not answer holds up none of them.
 */
async function sendOfRequest(deps: SendNoticeDeps, { org, request_id, notices }: RequestNotices): Promise<void> {
  const loaded = await deps.requests.load(org, request_id);
  if (loaded === null) return;
  deps.habits.saw(loaded.request);
  const pushes: Promise<void>[] = [];
  try {
    await oneByOne(notices, (notice) => sendNotice(deps, loaded.request, notice, pushes));
  } finally {
    await Promise.all(pushes);
  }
}

/**
 * A notice is taken before it is sent. A crash in between loses the message, which the reminder covers, but never sends
 * it twice. It is released only if the mailer has certainly sent nothing.
 */
async function sendNotice(
  deps: SendNoticeDeps,
  request: Request,
  named: Notice,
  pushes: Promise<void>[],
): Promise<void> {
  // The round has ended or the request was decided, so the code would not work.
  const notice = asOwed(named, request);
  if (notice === null) return;
  const operator = await deps.config.recipient(request.org, notice.operator);
  if (operator === null) return;
  const { mail, code } = await composed(deps, request, notice);
  const message = messageOf(request, operator, notice, { mail, code });
  if (await mustWait(deps, request, operator)) return letWait(deps, message, request.id, notice);
  const cause = noticeName(notice);
  const own = deps.random.hex(12);
  const taken = await deps.notices.take(request.org, request.id, cause, own, deps.clock.nowMs());
  // The notice was taken for a combined mail. That function may have ended before it made the combined mail due.
  if (taken === 'waits') await deps.combinedMails.makeDue(request.org, operator.id, deps.clock.nowMs());
  if (taken !== 'taken') return;
  // Mark it as taken even if the operator is disabled; otherwise the check sends it again.
  if (!operator.enabled) return;
  if (liveDevices(operator).length > 0) {
    const to = { org: request.org, operator: operator.id };
    const about = { request_id: request.id, cause };
    pushes.push(pushToAll(deps, to, noticePush(request, notice, mail, code), about));
  }
  try {
    await deps.mailer.send(message, deps.clock.nowMs());
    deps.onMailed?.(request, notice, deps.clock.nowMs());
  } catch (error) {
    if (error instanceof MailNotSent) await deps.notices.release(request.org, request.id, cause, own);
    throw error;
  }
}

async function mustWait({ pace, clock }: SendNoticeDeps, { org, policy }: Request, { id, enabled }: Operator) {
  return enabled && !MODE_RULES[policy.mode].isHurried && (await pace.mustWait(org, id, clock.nowMs()));
}

async function letWait(
  deps: SendNoticeDeps,
  message: MailMessage,
  requestId: Request['id'],
  notice: Notice,
): Promise<void> {
  const { org } = message;
  const nowMs = deps.clock.nowMs();
  const taken = await deps.combinedMails.wait(org, requestId, notice, deps.random.hex(12), nowMs);
  if (taken !== 'lost') await deps.combinedMails.makeDue(org, notice.operator, nowMs);
  if (taken === 'taken') deps.onWaiting?.(message, nowMs);
}

/** What an operator is told, by mail and by push. */
export async function composed(
  deps: SendNoticeDeps,
  request: Request,
  notice: Notice,
): Promise<{ readonly mail: Mail; readonly code: string | null }> {
  const code = await seatCodeOf(deps, request, notice);
  const shown = await shownLines(deps.config, request);
  const head = await headNaming(deps, request.org, namedIn(request, notice, shown));
  const remarks = await deps.habits.remarks(request);
  return { code, mail: noticeMail(request, notice, head, { code, remarks, shown }) };
}

function messageOf(
  { org, id, round }: Request,
  { id: operator, name, email }: Operator,
  { kind }: Notice,
  said: Pick<MailMessage, 'mail' | 'code'>,
): MailMessage {
  return { org, to: { operator, name, email }, requestId: id, kind, round, ...said };
}

/** Null if messages of this kind have no code. */
export async function seatCodeOf(
  deps: Pick<SendNoticeDeps, 'codeKeys'>,
  request: Request,
  notice: Notice,
): Promise<string | null> {
  if (!notice.withCode) return null;
  const secret = await deps.codeKeys.secret(request.codeKeyId);
  const { round, issue, operator } = notice;
  return operatorCode({ secret, org: request.org, requestId: request.id, round, issue, operator });
}
