/**
 * The text of a message. The code and the link come first. The proposer's text follows in a fence: each line begins
 * with a bar, and the text is cleaned by the same code as in the console (`protocol/visible-text.ts`).
 */
import { assertNever } from '../../protocol/result';
import { visibleText } from '../../protocol/visible-text';
import { auditLine, toldText } from '../administration/announcement-text';
import type { PendingEntry } from '../audit/chain';
import { isAdministrative } from '../request/administrative';
import { outcomeOf, type Request } from '../request/request';
import { shortSummary } from '../request/summary';
import { applied } from './applied';
import type { Notice } from './notices';

export interface Addressee {
  readonly name: string;
  readonly code: string | null;
  readonly consoleUrl: string;
}

export function noticeText(
  request: Request,
  notice: Notice,
  to: Addressee,
): { readonly subject: string; readonly text: string } {
  const lines = [
    `Hello ${visibleText(to.name)},`,
    '',
    ...body(request, notice, to),
    '',
    `Open the request: ${to.consoleUrl}/requests/${request.id}`,
    `Action: ${visibleText(request.policy.title)} (${request.action})`,
    `Request: ${request.id}`,
    '',
    ...written(request),
  ];
  return { subject: visibleText(subjectOf(request, notice)), text: lines.join('\n') };
}

/** A message in a digest: a notice of a request or an edit of the configuration. */
export type DigestPart =
  | { readonly request: Request; readonly notice: Notice; readonly code: string | null }
  | { readonly entry: PendingEntry };

/** Contains every code with its link, and no text of a proposer. The console shows the params. */
export function digestText(
  parts: readonly DigestPart[],
  to: Omit<Addressee, 'code'>,
): { readonly subject: string; readonly text: string } {
  const blocks = parts.map((part, index) => {
    const [subject, ...lines] = partLines(part, to);
    return [`${index + 1}. ${subject}`, ...lines, ''];
  });
  const lines = [
    `Hello ${visibleText(to.name)},`,
    '',
    'You got many messages within a few minutes, so this mail holds all those of the last minute.',
    '',
    ...blocks.flat(),
  ];
  const count = parts.length === 1 ? 'One more message' : `${parts.length} more messages`;
  return { subject: `${count} about ${topicOf(parts)}`, text: lines.join('\n').trimEnd() };
}

function partLines(part: DigestPart, to: Omit<Addressee, 'code'>): readonly string[] {
  if ('entry' in part) {
    const { subject, lines } = toldText(part.entry);
    return [subject, ...lines, auditLine(to.consoleUrl)];
  }
  const { request, notice, code } = part;
  return [
    visibleText(subjectOf(request, notice)),
    ...body(request, notice, { ...to, code }),
    `Open the request: ${to.consoleUrl}/requests/${request.id}`,
  ];
}

function topicOf(parts: readonly DigestPart[]): string {
  const edits = parts.filter((part) => 'entry' in part).length;
  if (edits === 0) return 'requests';
  return edits === parts.length ? 'the configuration' : 'requests and the configuration';
}

function subjectOf(request: Request, notice: Notice): string {
  switch (notice.kind) {
    case 'asked':
      return `Please turn your key: ${request.action}`;
    case 'code_reissued':
      return `New code: ${request.action}`;
    case 'reminder':
      return `Your key is still missing: ${request.action}`;
    case 'warning':
      return `Expires soon: ${request.action}`;
    case 'seat_struck':
      return `A seat was struck: ${request.action}`;
    case 'settled':
      return `${capital(outcomeOf(request) ?? 'settled')}: ${request.action}`;
    default:
      return assertNever(notice.kind);
  }
}

function body(request: Request, notice: Notice, to: Addressee): string[] {
  switch (notice.kind) {
    case 'asked':
      return [`${visibleText(request.requester)} requests your approval.`, `Your code: ${to.code}`];
    case 'code_reissued':
      return ['Your earlier code no longer works.', `Your new code for round ${notice.round}: ${to.code}`];
    case 'reminder':
      return [
        'Half of the time is over, and you have not turned your key yet. The code in your last message still works.',
      ];
    case 'warning':
      return [
        `This request expires at ${minuteOf(request.expiresAtMs)}, and you have not turned your key yet.`,
        'The code in your last message still works. After that time, the request must be made again.',
      ];
    case 'seat_struck':
      return [
        `The e-mail address, passkeys or sign-in link of ${visibleText(request.seats[notice.issue]?.operator ?? '')} were changed.`,
        'Their seat in this request no longer counts. Check the request before you turn your key.',
      ];
    case 'settled':
      return [
        `The request was ${outcomeOf(request)}${decidedBy(request)}.${ofTheChange(request)} You do not need to do anything.`,
      ];
    default:
      return assertNever(notice.kind);
  }
}

function minuteOf(ms: number): string {
  const instant = new Date(ms).toISOString();
  return `${instant.slice(11, 16)} UTC on ${instant.slice(0, 10)}`;
}

function ofTheChange(request: Request): string {
  const change = applied(request);
  return change === null ? '' : ` ${change.text}`;
}

function decidedBy(request: Request): string {
  return 'decidedBy' in request && request.decidedBy.length > 0 ? ` by ${request.decidedBy.join(', ')}` : '';
}

/** The proposer's text. No line of it can look like one of ours, however long or strange it is. */
function written(request: Request): string[] {
  const parts = [
    ...(request.summary === null ? [] : [`Summary: ${shortSummary(visibleText(request.summary))}`]),
    ...Object.entries(request.params).map(([key, value]) => `${visibleText(key)}: ${visibleText(value)}`),
  ];
  const heading = isAdministrative(request) ? CHANGE_HEADING : FENCE_HEADING;
  return parts.length === 0 ? [] : [heading, ...parts.flatMap(fenced)];
}

const FENCE_HEADING = 'The program that made the request wrote the lines below. Do not open links in them:';

const CHANGE_HEADING = 'The admin who requests the change wrote some of the text below. Do not open links in it:';

/** Short enough that a mail program does not break the line and leave the rest without a bar. */
const FENCE_WIDTH = 72;

function fenced(text: string): string[] {
  const characters = [...text];
  const lines: string[] = [];
  for (let at = 0; at < characters.length; at += FENCE_WIDTH) {
    lines.push(`${at === 0 ? '| ' : '|   '}${characters.slice(at, at + FENCE_WIDTH).join('')}`);
  }
  return lines;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
