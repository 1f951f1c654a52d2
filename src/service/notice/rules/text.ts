/**
 * What a mail says. Warnings, the title, the code and one link come first, in our words. What the program that made the
 * request wrote comes last and is marked. Everything is cleaned by the same code as in the console
 * (`protocol/visible-text.ts`).
 */

import type { Shown } from '../../../protocol/display/render';
import type { OperatorId } from '../../../protocol/identifiers';
import { lastKeySentence } from '../../../protocol/last-key';
import { shortFingerprint } from '../../../protocol/operation-fingerprint';
import { assertNever } from '../../../protocol/result';
import { EFFECT_TEXTS, isWarned } from '../../../protocol/shown/effects';
import { runnerOf } from '../../../protocol/shown/request';
import { visibleText } from '../../../protocol/visible-text';
import { announcementText, entryLink } from '../../administration/rules/announcements';
import type { PendingEntry } from '../../audit/rules/chain';
import { progressText, waitingFor } from '../../ceremony/rules/requirements';
import { EMPTY_PART, type Letterhead, type Mail, type MailLine, type MailPart } from '../../mail/rules';
import type { Remark } from '../../remark/rules/remark';
import { inMessage, type MessagePlace } from '../../remark/rules/words';
import { isAdministrative } from '../../request/rules/administrative';
import { isAuthorized, isOpen, outcomeText, type Request } from '../../request/rules/request';
import { operationOf, operatorsIn, shortened, shortSummary } from '../../request/rules/texts';
import type { Notice } from './notices';
import { changeOutcomeOf, stoppedBy, stoppedText } from './outcome';

/** What a message about a request says besides the request. */
export interface Said {
  readonly code: string | null;
  readonly remarks: readonly Remark[];
  /** The lines of its display; null if it has none. */
  readonly shown: Shown | null;
}

export function noticeMail(request: Request, notice: Notice, head: Letterhead, said: Said): Mail {
  const part = partOf(request, notice, head, said, notice.kind === 'asked' ? 'first' : 'later');
  const { lines } = operationOf(request, said.shown);
  // The line has only the id of an operator. The name comes after it, outside of the delimiters.
  const rows = lines.flatMap(({ name, value, operator }) => {
    const known = operator !== null && head.names.has(operator);
    return [{ name, value }, ...(known ? [{ name: operator, value: `is ${nameOf(head, operator)}` }] : [])];
  });
  return {
    subject: mailSubject(request, notice, head, said),
    organization: visibleText(head.organization),
    opening: null,
    rest: null,
    messages: [
      {
        ...part,
        notes: [...part.notes, ...identifiers(request)],
        facts: rows.length === 0 ? null : { heading: factsHeading(request), rows },
        words: wordsOf(request, head),
      },
    ],
  };
}

/** A message in a combined mail: a notice of a request or an edit of the configuration. */
export type CombinedPart =
  | ({ readonly request: Request; readonly notice: Notice } & Said)
  | { readonly entry: PendingEntry };

/** Contains every code with its link, and no text of a proposer. The console shows the params. */
export function combinedMail(unsorted: readonly CombinedPart[], head: Letterhead): Mail {
  const [waiting, others] = [unsorted.filter(needsKey), unsorted.filter((part) => !needsKey(part))];
  const all = [...waiting, ...others].map((part, index) => ({ part, mailed: combinedPart(part, index + 1, head) }));
  const rest = all.slice(COMPLETE_PARTS).map(({ part, mailed }) => lineOf(part, mailed));
  return {
    subject: combinedSubject(waiting, others),
    organization: visibleText(head.organization),
    opening: 'You got many messages within a few minutes, so this mail holds all those of the last minute.',
    messages: all.slice(0, COMPLETE_PARTS).map(({ mailed }) => mailed),
    rest: rest.length === 0 ? null : { heading: 'And in short:', lines: rest },
  };
}

/** Mail programs cut a mail of more than about 100 kB. So the first messages are complete, and each other one is a line. */
const COMPLETE_PARTS = 5;
const MAX_LINE = 160;

/** The request is open, so the message is about a key that is missing or must be turned again. */
const needsKey = (part: CombinedPart): boolean => 'request' in part && isOpen(part.request);

function combinedSubject(waiting: readonly CombinedPart[], others: readonly CombinedPart[]): string {
  const requests = new Set(waiting.map((part) => ('request' in part ? part.request.id : ''))).size;
  const more = others.length === 1 ? 'one more message' : `${others.length} more messages`;
  const about = `${more} about ${topicOf(others)}`;
  if (requests === 0) return capital(about);
  const keys = requestsNeedKey(requests);
  return others.length === 0 ? keys : `${keys}, and ${about}`;
}

export const requestsNeedKey = (requests: number): string =>
  requests === 1 ? 'One request needs your key' : `${requests} requests need your key`;

/** The subject of a request says what it is about; that of an edit does not. The gravest warning stays. */
function lineOf(part: CombinedPart, { heading, warnings, lines, code, link }: MailPart): MailLine {
  const about = [heading ?? '', ...('entry' in part ? lines.slice(0, 1) : [])].join(': ');
  const text = [shortened(about, MAX_LINE), ...warnings.slice(0, 1)].join(' · ');
  return { digits: code?.digits ?? '', text, url: link.url };
}

/** The people whom a message names. */
export function namedIn(request: Request, notice: Notice, shown: Shown | null): readonly OperatorId[] {
  const decided = 'decidedBy' in request ? request.decidedBy : [];
  const struck = notice.kind === 'seat_struck' ? request.seats.slice(notice.issue, notice.issue + 1) : [];
  const stopper = stoppedBy(request);
  const stopped = stopper === null ? [] : [stopper];
  return [request.requester, ...decided, ...stopped, ...struck.map(({ operator }) => operator), ...operatorsIn(shown)];
}

function combinedPart(part: CombinedPart, number: number, head: Letterhead): MailPart {
  if ('entry' in part) {
    const { subject, lines } = announcementText(part.entry, head.names);
    return { ...EMPTY_PART, heading: `${number}. ${subject}`, lines, link: entryLink(part.entry, head.consoleUrl) };
  }
  const { request, notice, ...said } = part;
  const { warnings, lines, link, code } = partOf(request, notice, head, said, 'combined');
  return {
    ...EMPTY_PART,
    heading: `${number}. ${mailSubject(request, notice, head, said)}`,
    warnings,
    lines,
    code,
    link,
  };
}

function partOf(
  request: Request,
  notice: Notice,
  head: Letterhead,
  { code, remarks, shown }: Said,
  place: MessagePlace,
): MailPart {
  const naming = { request, shownOf: () => shown, nameOf: (operator: OperatorId) => nameOf(head, operator) };
  const { warnings, compared } = inMessage(remarks, naming, place);
  return {
    ...EMPTY_PART,
    warnings: [...effectWarning(request), ...warnings],
    lines: [...linesOf(request, notice, head), ...(compared === null ? [] : [compared])],
    operation: operationOf(request, shown).title,
    code: code === null ? null : { label: codeLabel(notice), digits: `${code.slice(0, 4)} ${code.slice(4)}` },
    link: { words: 'Open the request', url: `${head.consoleUrl}/requests/${request.id}` },
    notes: notesOf(request, notice),
  };
}

/** What a change of the configuration means, while people can still decide about it. */
function effectWarning(request: Request): string[] {
  const effect = request.change?.effect;
  return isOpen(request) && isWarned(effect) ? [EFFECT_TEXTS[effect].join('. ')] : [];
}

function topicOf(parts: readonly CombinedPart[]): string {
  const edits = parts.filter((part) => 'entry' in part).length;
  if (edits === 0) return 'requests';
  return edits === parts.length ? 'the configuration' : 'requests and the configuration';
}

/** Mail programs and chats cut longer titles. */
const MAX_TITLE = 120;

export const titleOf = (request: Request, { shown }: Pick<Said, 'shown'>): string =>
  shortened(operationOf(request, shown).title, MAX_TITLE);

const nameOf = ({ names }: Letterhead, id: OperatorId): string => shortened(visibleText(names.get(id) ?? id), 64);

function mailSubject(request: Request, notice: Notice, head: Letterhead, said: Pick<Said, 'shown'>): string {
  const title = titleOf(request, said);
  switch (notice.kind) {
    case 'asked':
      return `${title} for ${nameOf(head, request.requester)} needs your key`;
    case 'code_reissued':
      return `New code: ${title}`;
    case 'reminder':
      return `Your key is still missing: ${title}`;
    case 'warning':
      return `Expires soon: ${title}`;
    case 'seat_struck':
      return `One person can no longer turn a key: ${title}`;
    case 'settled':
      return `${capital(outcomeText(request))}: ${title}`;
    case 'stopped':
      return `Stopped: ${title}`;
    default:
      return assertNever(notice.kind);
  }
}

function linesOf(request: Request, notice: Notice, head: Letterhead): string[] {
  switch (notice.kind) {
    case 'asked':
      return [`${nameOf(head, request.requester)} requests your approval.`];
    case 'code_reissued':
      return ['Your earlier code no longer works.'];
    case 'reminder':
      return [
        'Half of the time is over, and you have not turned your key yet. The code in your last message still works.',
        ...keysByGroup(request),
      ];
    case 'warning':
      return [
        `This request expires on ${minuteOf(request.expiresAtMs)}, and you have not turned your key yet.`,
        'The code in your last message still works. After that time, the request must be made again.',
        ...keysByGroup(request),
      ];
    case 'seat_struck':
      return [struckLine(request, notice, head), 'Check the request before you turn your key.'];
    case 'settled':
      return [
        `The request was ${outcomeText(request)}${decidedBy(request, head)}.`,
        `${ofTheChange(request)}You do not need to do anything.`,
      ];
    case 'stopped': {
      const approved = isAuthorized(request) && request.approvers.includes(notice.operator);
      const what = approved ? 'You approved this.' : 'This was approved.';
      return [`${what} ${stoppedText(request, (id) => nameOf(head, id))}`];
    }
    default:
      return assertNever(notice.kind);
  }
}

function struckLine({ seats }: Request, { issue }: Notice, head: Letterhead): string {
  const operator = seats[issue]?.operator;
  const name = operator === undefined ? 'an operator' : nameOf(head, operator);
  return `The e-mail address, passkeys or sign-in link of ${name} were changed, so they no longer have a key in this request.`;
}

const codeLabel = ({ kind, round }: Notice): string =>
  kind === 'code_reissued' ? `Your new code for round ${round}` : 'Your code';

function notesOf(request: Request, { kind }: Notice): string[] {
  if (!isOpen(request) || (kind !== 'asked' && kind !== 'code_reissued')) return [];
  const missing = waitingFor(request).length;
  const quorum = request.policy.quorum;
  const view = { integration: request.policy.integration, has_intent: request.executeWithinMs !== null };
  return [
    `${quorum} ${quorum === 1 ? 'key is' : 'keys are'} needed. ${missing} ${missing === 1 ? 'person' : 'people'} can still turn one, until ${minuteOf(request.expiresAtMs)}.`,
    ...keysByGroup(request),
    `At the last key: ${visibleText(lastKeySentence(runnerOf({ request, view }), view.integration))}`,
    'The code alone does nothing: you enter it on the page, after you have seen everything. Nobody from your organization needs it from you.',
  ];
}

const identifiers = ({ id, action, operationHash }: Request): string[] => [
  `Request ${id}, action ${visibleText(action)}, fingerprint ${shortFingerprint(operationHash)}`,
];

function keysByGroup(request: Request): string[] {
  const text = progressText(request);
  return text === '' ? [] : [`Keys turned, by group: ${visibleText(text)}.`];
}

/** `20 Nov 2026, 13:00 UTC`, as the console writes it: a mail does not know the time zone of its reader. */
const minuteOf = (ms: number): string => `${MINUTE.format(ms)} UTC`;
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function ofTheChange(request: Request): string {
  const change = changeOutcomeOf(request);
  return change === null ? '' : `${change.text} `;
}

function decidedBy(request: Request, head: Letterhead): string {
  if (!('decidedBy' in request) || request.decidedBy.length === 0) return '';
  return ` by ${request.decidedBy.map((operator) => nameOf(head, operator)).join(', ')}`;
}

function factsHeading(request: Request): string {
  return isAdministrative(request)
    ? 'The admin who requests the change wrote some of the text below. Do not open links in it:'
    : 'The program that made the request wrote the values below. Do not open links in them:';
}

function wordsOf(request: Request, head: Letterhead): MailPart['words'] {
  if (request.summary === null) return null;
  return {
    heading: `Why, in the words of ${nameOf(head, request.requester)}. Do not open links in them:`,
    text: shortSummary(visibleText(request.summary)),
  };
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
