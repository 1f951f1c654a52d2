/** Sends one mail with all messages that wait for an operator (docs/decisions/mail-digests.md). */
import type { Operator } from '../../core/configuration/items';
import type { Letterhead } from '../../core/notice/mail';
import { LEAST_DIGEST_GAP_MS, MESSAGES_IN_A_DIGEST } from '../../core/notice/mail-limits';
import { isStillTrue } from '../../core/notice/notices';
import { type DigestPart, digestMail, namedIn } from '../../core/notice/text';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { type DigestMessage, MailNotSent, type WaitingMessage } from '../ports';
import { shownLinesOf } from '../request/shown';
import { headNaming } from './letterhead';
import { codeOf, type SendNoticeDeps } from './send-notice';

/**
 * Like a single message, a digest is taken before it is sent: a crash in between loses it but never sends it twice. Its
 * messages are removed afterwards, or by the next digest.
 */
export async function sendDigest(deps: SendNoticeDeps, { org, digest_for: to }: DigestMessage): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const { queued, lastAtMs, sending, waiting } = await deps.digests.read(org, to, MESSAGES_IN_A_DIGEST);
  if (lastAtMs !== null && nowMs - lastAtMs < LEAST_DIGEST_GAP_MS) return;
  // The function of the last digest ended before it removed these. They may have been sent.
  await deps.digests.finish(org, to, sending);
  const next = waiting.filter(({ place }) => !sending.includes(place));
  if (next.length === 0) {
    // After a full page, more messages may be waiting.
    if (waiting.length < MESSAGES_IN_A_DIGEST) await deps.digests.rest(org, to, queued);
    return;
  }
  const operator = await deps.config.recipient(org, to);
  const parts = operator?.enabled === true ? await partsOf(deps, org, next) : [];
  const takenBy = deps.random.hex(12);
  const places = next.map(({ place }) => place);
  if (!(await deps.digests.take(org, to, { places, takenBy, lastAtMs, nowMs }))) return;
  if (operator !== null && parts.length > 0) await send(deps, operator, parts, takenBy);
  await deps.digests.finish(org, to, places);
}

async function send(
  deps: SendNoticeDeps,
  { org, id, name, email }: Operator,
  parts: readonly DigestPart[],
  takenBy: string,
): Promise<void> {
  const mail = digestMail(parts, await headOf(deps, org, parts));
  try {
    await deps.mailer.sendDigest({ to: { operator: id, name, email }, mail }, deps.clock.nowMs());
  } catch (error) {
    if (error instanceof MailNotSent) await deps.digests.release(org, id, takenBy);
    throw error;
  }
}

function headOf(deps: SendNoticeDeps, org: OrgId, parts: readonly DigestPart[]): Promise<Letterhead> {
  const named = parts.flatMap((part) =>
    'entry' in part ? [part.entry.actor as OperatorId] : namedIn(part.request, part.notice, null),
  );
  return headNaming(deps, org, named);
}

/** Leaves out messages whose round has ended or whose request was decided, because their codes no longer work. */
async function partsOf(deps: SendNoticeDeps, org: OrgId, waiting: readonly WaitingMessage[]): Promise<DigestPart[]> {
  const ids = [...new Set(waiting.flatMap((message) => ('entry' in message ? [] : [message.requestId])))];
  const loaded = await deps.requests.loadMany(org, ids);
  const requests = new Map(loaded.map((request) => [request.id, request]));
  const shownOf = await shownLinesOf(deps.config, loaded);
  const parts = await Promise.all(
    waiting.map(async (message): Promise<DigestPart[]> => {
      // An edit stays true, whatever happens later.
      if ('entry' in message) return [{ entry: message.entry }];
      const { requestId, notice } = message;
      const request = requests.get(requestId);
      if (request === undefined || !isStillTrue(notice, request)) return [];
      const remarks = await deps.habits.remarks(request);
      return [{ request, notice, code: await codeOf(deps, request, notice), remarks, shown: shownOf(request) }];
    }),
  );
  return parts.flat();
}
