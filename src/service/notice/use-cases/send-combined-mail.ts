/** Sends one mail with all messages that wait for an operator (docs/decisions/combined-mails.md). */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { Letterhead } from '../../mail/rules';
import { shownLinesOf } from '../../policy/use-cases/read-display';
import { liveDevices, type Recipient } from '../../push/rules/device';
import { pushToAll } from '../../push/use-cases/send-push';
import { type CombinedMailMessage, MailNotSent, type WaitingMessage } from '../ports';
import { isStillTrue, LEAST_COMBINED_GAP_MS, MESSAGES_IN_A_COMBINED_MAIL } from '../rules/notices';
import { combinedPush, countOf } from '../rules/push-text';
import { type CombinedPart, combinedMail, namedIn } from '../rules/text';
import { headNaming } from './letterhead';
import { type SendNoticeDeps, seatCodeOf } from './send-notice';

/**
 * Like a single message, a combined mail is taken before it is sent: a crash in between loses it but never sends it twice. Its
 * messages are removed afterwards, or by the next combined mail.
 */
export async function sendCombinedMail(
  deps: SendNoticeDeps,
  { org, combined_for: to }: CombinedMailMessage,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const { queued, lastAtMs, sending, waiting } = await deps.combinedMails.read(org, to, MESSAGES_IN_A_COMBINED_MAIL);
  if (lastAtMs !== null && nowMs - lastAtMs < LEAST_COMBINED_GAP_MS) return;
  // The function of the last combined mail ended before it removed these. They may have been sent.
  await deps.combinedMails.finish(org, to, sending);
  const next = waiting.filter(({ place }) => !sending.includes(place));
  if (next.length === 0) {
    // After a full page, more messages may be waiting.
    if (waiting.length < MESSAGES_IN_A_COMBINED_MAIL) await deps.combinedMails.rest(org, to, queued);
    return;
  }
  const operator = await deps.config.recipient(org, to);
  const parts = operator?.enabled === true ? await partsOf(deps, org, next) : [];
  const takenBy = deps.random.hex(12);
  const places = next.map(({ place }) => place);
  if (!(await deps.combinedMails.take(org, to, { places, takenBy, lastAtMs, nowMs }))) return;
  if (operator !== null && parts.length > 0) await send(deps, operator, parts, takenBy);
  await deps.combinedMails.finish(org, to, places);
}

async function send(
  deps: SendNoticeDeps,
  operator: Recipient,
  parts: readonly CombinedPart[],
  takenBy: string,
): Promise<void> {
  const { org, id, name, email } = operator;
  const mail = combinedMail(parts, await headOf(deps, org, parts));
  const pushed = pushBeside(deps, operator, parts);
  try {
    await deps.mailer.sendCombinedMail({ to: { operator: id, name, email }, mail }, deps.clock.nowMs());
  } catch (error) {
    if (error instanceof MailNotSent) await deps.combinedMails.release(org, id, takenBy);
    throw error;
  } finally {
    await pushed;
  }
}

/** One push for all of them. */
async function pushBeside(deps: SendNoticeDeps, to: Recipient, parts: readonly CombinedPart[]): Promise<void> {
  if (liveDevices(to).length === 0) return;
  const count = countOf(parts.flatMap((part) => ('entry' in part ? [] : [part.request])));
  const push = combinedPush(count);
  if (push !== null) await pushToAll(deps, { org: to.org, operator: to.id }, push, count);
}

function headOf(deps: SendNoticeDeps, org: OrgId, parts: readonly CombinedPart[]): Promise<Letterhead> {
  const named = parts.flatMap((part) =>
    'entry' in part ? [part.entry.actor as OperatorId] : namedIn(part.request, part.notice, null),
  );
  return headNaming(deps, org, named);
}

/** Leaves out messages whose round has ended or whose request was decided, because their codes no longer work. */
async function partsOf(deps: SendNoticeDeps, org: OrgId, waiting: readonly WaitingMessage[]): Promise<CombinedPart[]> {
  const ids = [...new Set(waiting.flatMap((message) => ('entry' in message ? [] : [message.requestId])))];
  const loaded = await deps.requests.loadMany(org, ids);
  const requests = new Map(loaded.map((request) => [request.id, request]));
  const shownOf = await shownLinesOf(deps.config, loaded);
  const parts = await Promise.all(
    waiting.map(async (message): Promise<CombinedPart[]> => {
      // An edit stays true, whatever happens later.
      if ('entry' in message) return [{ entry: message.entry }];
      const { requestId, notice } = message;
      const request = requests.get(requestId);
      if (request === undefined || !isStillTrue(notice, request)) return [];
      const remarks = await deps.habits.remarks(request);
      return [{ request, notice, code: await seatCodeOf(deps, request, notice), remarks, shown: shownOf(request) }];
    }),
  );
  return parts.flat();
}
