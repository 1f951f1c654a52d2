/** The text of a message. Everything that a proposer wrote is put on one line, so that it cannot forge another line. */
import { assertNever } from '../../protocol/result';
import { outcomeOf, type Request } from '../request/request';
import { shortSummary } from '../request/summary';
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
  const lines = [`Hello ${oneLine(to.name)},`, '', ...body(request, notice, to), '', ...facts(request, to)];
  return { subject: oneLine(subjectOf(request, notice)), text: lines.join('\n') };
}

function subjectOf(request: Request, notice: Notice): string {
  switch (notice.kind) {
    case 'asked':
      return `Please turn your key: ${request.action}`;
    case 'code_reissued':
      return `New code: ${request.action}`;
    case 'reminder':
      return `Your key is still missing: ${request.action}`;
    case 'settled':
      return `${capital(outcomeOf(request) ?? 'settled')}: ${request.action}`;
    default:
      return assertNever(notice.kind);
  }
}

function body(request: Request, notice: Notice, to: Addressee): string[] {
  switch (notice.kind) {
    case 'asked':
      return [`${oneLine(request.requester)} requests your approval.`, `Your code: ${to.code}`];
    case 'code_reissued':
      return ['Your earlier code no longer works.', `Your new code for round ${notice.round}: ${to.code}`];
    case 'reminder':
      return [
        'Half of the time is over, and you have not turned your key yet. The code in your last message still works.',
      ];
    case 'settled':
      return [`The request was ${outcomeOf(request)}${decidedBy(request)}. You do not need to do anything.`];
    default:
      return assertNever(notice.kind);
  }
}

function decidedBy(request: Request): string {
  return 'decidedBy' in request && request.decidedBy.length > 0 ? ` by ${request.decidedBy.join(', ')}` : '';
}

function facts(request: Request, to: Addressee): string[] {
  return [
    `Request: ${request.id}`,
    `Action: ${oneLine(request.policy.title)} (${request.action})`,
    ...(request.summary === null ? [] : [`Summary: ${shortSummary(oneLine(request.summary))}`]),
    ...Object.entries(request.params).map(([key, value]) => `  ${oneLine(key)}: ${oneLine(value)}`),
    `Open the request: ${to.consoleUrl}/requests/${request.id}`,
  ];
}

/**
 * With control characters and line separators, a param could forge lines of the message or its header. With direction
 * marks, it could make text read backwards.
 */
function oneLine(text: string): string {
  return text.replace(FORGING, ' ');
}

const FORGING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
