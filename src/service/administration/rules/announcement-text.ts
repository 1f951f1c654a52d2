/** The text of a message about an edit of the configuration. Names and addresses are cleaned as in every message. */

import type { OperatorId } from '../../../protocol/identifiers';
import { visibleText } from '../../../protocol/visible-text';
import { type NameOf, plainText, said, type Words } from '../../../protocol/words';
import type { PendingEntry } from '../../audit/rules/chain';
import { EMPTY_PART, type Letterhead, type Mail, type MailPart } from '../../mail/rules';
import { isAboutQuestion } from '../../question/rules';
import { entryWords } from './entries';
import { byWords, toldWords } from './told-entry';

type Names = Letterhead['names'];

export interface Told {
  /** The subject of the mail about the edit. */
  readonly subject: string;
  /** What happened, and who did it. */
  readonly lines: readonly string[];
}

/** The text that people get about an entry, alone or in a combined mail. */
export function toldText(entry: PendingEntry, names: Names): Told {
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
  const { subject, lines } = toldText(entry, head.names);
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
