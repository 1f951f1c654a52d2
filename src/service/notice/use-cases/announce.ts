/**
 * Tells people about an edit of the configuration: each receiver at most once for each entry. When all have been told,
 * the edit is marked, and its check looks for that mark (docs/decisions/four-eyes.md).
 */

import { canonicalJson } from '../../../protocol/canonical-json';
import type { OperatorId } from '../../../protocol/identifiers';
import { signInLink } from '../../../protocol/sign-in-link';
import type { SessionStore } from '../../access/ports';
import { createSignInLink, type RequestedBy } from '../../access/use-cases/sessions';
import {
  announcementMail,
  carriesLink,
  formerEmailOf,
  isAnnounced,
  receiversOf,
} from '../../administration/rules/announcements';
import type { PendingEntry } from '../../audit/rules/chain';
import type { ConfigStore } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import { isRuleOn } from '../../configuration/rules/two-admins';
import { permit } from '../../configuration/use-cases/permit';
import type { Letterhead } from '../../mail/rules';
import { oneByOne } from '../../support/failures';
import type { Clock, Log, Queue, Random } from '../../system/ports';
import {
  type Announcement,
  type CombinedMailStore,
  type Mailer,
  type MailMessage,
  MailNotSent,
  type NoticeStore,
} from '../ports';
import { letterheadOf, type Organizations } from './letterhead';
import type { MailPace } from './mail-pace';

export interface AnnounceDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<ConfigStore, 'operator' | 'operators' | 'incident' | 'ruleBegan'>;
  readonly log: Log;
  readonly notices: NoticeStore;
  readonly sessions: Pick<SessionStore, 'createSignInLink'>;
  readonly mailer: Mailer;
  readonly combinedMails: Pick<CombinedMailStore, 'waitTold' | 'makeDue'>;
  readonly pace: MailPace;
  /** Called when a message waits for a combined mail. The local runner lists it at once. */
  readonly onWaiting?: (message: MailMessage, nowMs: number) => void;
  readonly organizations: Organizations;
  readonly consoleUrl: string;
}

export async function announce(deps: AnnounceDeps, message: Announcement): Promise<void> {
  const [operators, began] = await Promise.all([
    deps.config.operators(message.org),
    deps.config.ruleBegan(message.org),
  ]);
  const ruleIsOn = isRuleOn(began, operators);
  const letters: Letter[] = message.announced.flatMap((entry, index) =>
    receiversOf(entry, operators, ruleIsOn).map((to) => ({
      entry,
      index,
      to,
      cause: `${to.id}#told#${message.revision}.${index}`,
      mayWait: to.enabled && !isLinkFor(entry, to),
    })),
  );
  letters.push(...toFormerAddresses(message, operators));
  const head = await letterheadOf(deps, message.org, operators);
  await oneByOne(letters, (letter) => tell(deps, head, message, letter));
  const { org, revision } = message;
  await deps.notices.take(org, placeOf(message), doneCause(revision), deps.random.hex(12), deps.clock.nowMs());
}

/** What to tell about these entries; null if nothing. */
export function announcementOf(
  org: Announcement['org'],
  subject: string,
  revision: number,
  entries: readonly PendingEntry[],
): Announcement | null {
  const announced = entries.filter(isAnnounced);
  return announced.length === 0 ? null : { org, subject, revision, announced };
}

export async function sendAnnouncements(
  queue: Queue<Announcement>,
  all: readonly (Announcement | null)[],
): Promise<void> {
  const owed = all.filter((one) => one !== null);
  if (owed.length > 0) await queue.send(owed.map((body) => ({ body, groupId: body.org })));
}

/** The announcements that are not marked as complete. */
export async function untold(
  notices: NoticeStore,
  all: readonly (Announcement | null)[],
): Promise<readonly Announcement[]> {
  const owed = all.filter((one) => one !== null);
  const checked = await Promise.all(
    owed.map(async (one) => (await notices.taken(one.org, placeOf(one))).has(doneCause(one.revision))),
  );
  return owed.filter((_, index) => !checked[index]);
}

function toFormerAddresses({ announced, revision }: Announcement, operators: readonly Operator[]): Letter[] {
  return announced.flatMap((entry, index) => {
    const operator = operators.find(({ id }) => id === entry.subject);
    const email = operator === undefined ? null : formerEmailOf(entry, revision, operator);
    if (operator === undefined || email === null) return [];
    return [
      {
        entry,
        index,
        to: { ...operator, email },
        cause: `${operator.id}#told-former#${revision}.${index}`,
        mayWait: false,
      },
    ];
  });
}

interface Letter {
  readonly entry: PendingEntry;
  /** Its place among the announced entries of the revision. */
  readonly index: number;
  readonly to: Operator;
  readonly cause: string;
  /**
   * False for messages that cannot be part of a combined mail: a combined mail goes to the current address of an enabled operator,
   * and a link is made for one mail. If the rule applies, no admin alone can cause many of those.
   */
  readonly mayWait: boolean;
}

/** The first mails are sent at once. A flood becomes one combined mail a minute (docs/decisions/combined-mails.md). */
async function letWait(
  deps: AnnounceDeps,
  head: Letterhead,
  message: Announcement,
  { entry, to, cause }: Letter,
): Promise<void> {
  const { org } = message;
  const nowMs = deps.clock.nowMs();
  const told = { operator: to.id, about: placeOf(message), cause, entry };
  const taken = await deps.combinedMails.waitTold(org, told, deps.random.hex(12), nowMs);
  if (taken !== 'lost') await deps.combinedMails.makeDue(org, to.id, nowMs);
  if (taken === 'taken') deps.onWaiting?.(mailFor(head, message, entry, to, null), nowMs);
}

async function tell(deps: AnnounceDeps, head: Letterhead, message: Announcement, letter: Letter): Promise<void> {
  const { entry, to, cause, mayWait } = letter;
  if (isLinkFor(entry, to) && !(await isJournaled(deps, message, letter))) {
    deps.log.error('a message asks for a sign-in link that no entry records; nothing is sent', {
      org: message.org,
      subject: message.subject,
    });
    return;
  }
  const own = deps.random.hex(12);
  const nowMs = deps.clock.nowMs();
  const place = placeOf(message);
  if (mayWait && (await deps.pace.mustWait(message.org, to.id, nowMs))) return letWait(deps, head, message, letter);
  const taken = await deps.notices.take(message.org, place, cause, own, nowMs);
  // The message was taken for a combined mail. That function may have ended before it made the combined mail due.
  if (taken === 'waits') await deps.combinedMails.makeDue(message.org, to.id, nowMs);
  if (taken !== 'taken') return;
  try {
    await deps.mailer.send(mailFor(head, message, entry, to, await linkFor(deps, entry, to)), nowMs);
  } catch (error) {
    if (error instanceof MailNotSent) await deps.notices.release(message.org, place, cause, own);
    throw error;
  }
}

function mailFor(
  head: Letterhead,
  { org }: Announcement,
  entry: PendingEntry,
  { id, name, email }: Operator,
  link: string | null,
): MailMessage {
  const mail = announcementMail(entry, head, link);
  const kind = link === null ? 'changed' : 'sign_in_link';
  return { org, to: { operator: id, name, email }, requestId: null, kind, round: 0, code: null, mail };
}

function isLinkFor(entry: PendingEntry, to: Operator): boolean {
  return carriesLink(entry) && to.id === entry.subject;
}

/**
 * Whether the item that the message names recorded this entry in this revision. Nobody who can write to the queue gets a
 * link without it. The journal has the entry until the check finds that everybody was told.
 */
async function isJournaled(deps: AnnounceDeps, message: Announcement, { entry, index }: Letter): Promise<boolean> {
  const { org, subject, revision } = message;
  const item =
    entry.kind === 'operator.mailed_link_made'
      ? await deps.config.incident(org, subject)
      : await deps.config.operator(org, subject as OperatorId);
  const written = item?.journal.find((each) => each.revision === revision);
  const recorded = announcementOf(org, subject, revision, written?.entries ?? [])?.announced[index];
  return recorded !== undefined && canonicalJson(recorded) === canonicalJson(entry);
}

/**
 * The link is made here, for this mail only, so that no admin and no queue ever has it. Access that was revoked since
 * the approval stays revoked.
 */
async function linkFor(deps: AnnounceDeps, entry: PendingEntry, to: Operator): Promise<string | null> {
  if (!isLinkFor(entry, to) || to.accessEpoch !== entry.data.access_epoch) return null;
  const requested = requestedBy(entry);
  if (requested !== null && deps.clock.nowMs() >= requested.expiresAtMs) return null;
  const permitted = permit({ rule: requested === null ? 'approved' : 'found' });
  const { token } = await createSignInLink(deps, to, permitted, requested);
  return signInLink(deps.consoleUrl, token);
}

/** Null if an admin had the link made. */
function requestedBy({ kind, data }: PendingEntry): RequestedBy | null {
  if (kind !== 'operator.mailed_link_made') return null;
  return { browserHash: String(data.browser), expiresAtMs: Number(data.expires_at) };
}

/** An action and an operator can have the same id, so the place includes the kind of the item. */
function placeOf({ subject, announced }: Announcement): string {
  return `${announced[0]?.kind.split('.')[0]}:${subject}`;
}

const doneCause = (revision: number): string => `done#${revision}`;
