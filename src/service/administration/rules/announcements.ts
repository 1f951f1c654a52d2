/** Who is told about an edit of the configuration, and what, derived from its entries (docs/decisions/four-eyes.md). */

import { isBy } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import { visibleText } from '../../../protocol/visible-text';
import { type NameOf, plainText, said, type Words } from '../../../protocol/words';
import type { Audience, PendingEntry } from '../../audit/rules/chain';
import type { Operator } from '../../configuration/rules/items';
import { isEnabledAdmin } from '../../configuration/rules/two-admins';
import { EMPTY_PART, type Letterhead, type Mail, type MailPart } from '../../mail/rules';
import { isAboutQuestion } from '../../question/rules';
import { byWords, entryWords, toldWords } from './entries';

/** Nobody uses an organization yet while it is set up. */
export function isAnnounced(entry: PendingEntry): boolean {
  return audienceOf(entry) !== undefined && entry.actor_kind !== 'set_up';
}

function audienceOf(entry: PendingEntry): Audience | undefined {
  const words = entryWords(entry.kind);
  if (words === undefined || words.audience === null) return undefined;
  // What operators do with their own access in their own session.
  return words.isAccess === true && isBy(entry, ownerOf(entry)) ? 'owner' : words.audience;
}

/** The operator who owns the access. */
const ownerOf = ({ data, subject }: PendingEntry): unknown => data.operator ?? subject;

/** The former address of an operator is told too, so that nobody can change an address unnoticed. */
export function formerEmailOf({ kind, data }: PendingEntry, revision: number, operator: Operator): string | null {
  if (kind !== 'operator.updated' || !(data.changed as readonly string[]).includes('email')) return null;
  return operator.formerEmails?.find((former) => former.revision === revision)?.email ?? null;
}

/** Only the operator gets the link in the entry. */
export function carriesLink({ kind, data }: PendingEntry): boolean {
  return kind === 'operator.mailed_link_made' || (kind === 'operator.sign_in_link_made' && data.by_mail === true);
}

/**
 * The person who made the edit is not told, unless it concerns nobody else. If the rule applies and no other admin
 * remains, everyone is told, so that an admin who disabled the others cannot act unnoticed.
 */
export function receiversOf(entry: PendingEntry, operators: readonly Operator[], ruleIsOn: boolean): Operator[] {
  const audience = audienceOf(entry);
  if (audience === 'concerned') {
    return operators.filter(({ id, enabled }) => enabled && id === entry.data.operator && isAnnounced(entry));
  }
  if (audience === 'named') {
    const named = entry.data.tell as readonly string[];
    return operators.filter(({ id, enabled }) => enabled && named.includes(id) && isAnnounced(entry));
  }
  if (audience === 'owner') return isAnnounced(entry) ? ownerAndFellows(entry, operators) : [];
  const hasOtherAdmin = operators.some((operator) => isEnabledAdmin(operator) && !isBy(entry, operator.id));
  return receivers(entry, operators, audience !== undefined && ruleIsOn && !hasOtherAdmin ? 'everybody' : audience);
}

function ownerAndFellows(entry: PendingEntry, operators: readonly Operator[]): Operator[] {
  const owner = ownerOf(entry);
  const isAdmin = operators.some((operator) => operator.id === owner && isEnabledAdmin(operator));
  return operators.filter((each) => each.enabled && (each.id === owner || (isAdmin && isEnabledAdmin(each))));
}

/** Admins who were asked to approve an edit hear of it from the messages of its request. */
function receivers(entry: PendingEntry, operators: readonly Operator[], audience: Audience | undefined): Operator[] {
  if (audience === undefined || !isAnnounced(entry)) return [];
  const concerned = ownerOf(entry);
  return operators.filter((operator) => {
    if (!operator.enabled || isBy(entry, operator.id)) return isConcernedNow(operator, entry, concerned, audience);
    if (audience === 'everybody') return true;
    if (audience === 'admins_and_concerned' && operator.id === concerned) return true;
    return isEnabledAdmin(operator) && entry.data.change === undefined;
  });
}

/** Tells an operator that they were disabled. */
function isConcernedNow(operator: Operator, entry: PendingEntry, concerned: unknown, audience: Audience): boolean {
  return (
    audience !== 'admins' && operator.id === concerned && !isBy(entry, operator.id) && entry.data.enabled === false
  );
}

type Names = Letterhead['names'];

export interface AnnouncementText {
  /** The subject of the mail about the edit. */
  readonly subject: string;
  /** What happened, and who did it. */
  readonly lines: readonly string[];
}

/**
 * The text that people get about an entry, alone or in a combined mail. Names and addresses are cleaned as in every
 * message.
 */
export function announcementText(entry: PendingEntry, names: Names): AnnouncementText {
  const subject = entryWords(entry.kind)?.title ?? 'The configuration was changed';
  return { subject, lines: [inMail(toldWords(entry), names), byText(entry, names)] };
}

const byText = (entry: PendingEntry, names: Names): string =>
  inMail(said`${byWords(entry)} at ${{ at: entry.at }}.`, names);

function inMail(words: Words, names: Names): string {
  const nameOf: NameOf = ({ kind, id }) => (kind === 'operator' ? names.get(id as OperatorId) : undefined) ?? id;
  return visibleText(plainText(words, nameOf));
}

/** `link` is a sign-in link. Only the operator receives it. */
export function announcementMail(entry: PendingEntry, head: Letterhead, link: string | null): Mail {
  const { subject, lines } = announcementText(entry, head.names);
  const part: MailPart =
    link === null
      ? {
          ...EMPTY_PART,
          lines,
          link: entryLink(entry, head.consoleUrl),
          notes: isAboutQuestion(entry) ? [] : [UNEXPECTED],
        }
      : {
          ...EMPTY_PART,
          lines: [openingOf(entry)],
          link: { words: 'Sign in', url: link },
          notes: [byText(entry, head.names)],
        };
  return {
    subject: link === null ? subject : 'Your sign-in link',
    organization: visibleText(head.organization),
    opening: null,
    rest: null,
    messages: [part],
  };
}

const UNEXPECTED = 'If you did not expect this, ask the admins of your organization.';
const OPENING = 'Open this link to sign in. It works once, within 24 hours. Give it to nobody.';
const REQUESTED =
  'Open this link in the browser in which you requested it. It works once, within 10 minutes, and in no other browser. If you did not request it, you do not need to do anything.';

const openingOf = ({ kind }: PendingEntry): string => (kind === 'operator.mailed_link_made' ? REQUESTED : OPENING);

/** A question leads to its request; only admins can open the audit log. */
export function entryLink(entry: PendingEntry, consoleUrl: string): MailPart['link'] {
  if (isAboutQuestion(entry)) return { words: 'Open the request', url: `${consoleUrl}/requests/${entry.subject}` };
  return { words: 'Open the audit log', url: `${consoleUrl}/audit` };
}
