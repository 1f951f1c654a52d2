/**
 * What a chat is told about a request: who requests what, what is unusual, how long it is open, and a link. Never a
 * code, and of a question never the text (docs/decisions/chat.md).
 */

import type { Shown } from '../../../protocol/display/render';
import type { OperatorId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { visibleText } from '../../../protocol/visible-text';
import type { PendingEntry } from '../../audit/rules/chain';
import { progressText, waitingFor } from '../../ceremony/rules/requirements';
import type { ChatPost, LeftOut } from '../../chat/rules/post';
import type { Letterhead } from '../../mail/rules';
import type { Remark } from '../../remark/rules/remark';
import { inMessage, type MessagePlace } from '../../remark/rules/words';
import { isAdministrative } from '../../request/rules/administrative';
import { outcomeText, type Request, turnsOf } from '../../request/rules/request';
import { operationOf, shortened } from '../../request/rules/texts';
import { changeOutcomeOf, stoppedText } from './outcome';
import { capital, titleOf } from './text';

/** The posts of a request: that it waits for keys, a reminder and a warning before its end, its verdict, and a stop after it. */
export const CHAT_KINDS = ['asked', 'reminder', 'warning', 'settled', 'stopped'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

export interface ChatTextInput {
  readonly nowMs: number;
  readonly consoleUrl: string;
  readonly remarks: readonly Remark[];
  /** The lines of its display; null if it has none. */
  readonly shown: Shown | null;
  readonly names: ReadonlyMap<OperatorId, string>;
}

export function chatText(request: Request, kind: ChatKind, told: ChatTextInput): ChatPost {
  return {
    heading: `${headingOf(request, kind, told)}: ${titleOf(request, told)}`,
    lines: [...linesOf(request, kind, told), `Request ${request.id}`],
    link: `${told.consoleUrl}/requests/${request.id}`,
  };
}

/** Says that further posts are left out, so that a flood of requests does not become a flood of posts. */
export function floodText({ consoleUrl }: Pick<ChatTextInput, 'consoleUrl'>): ChatPost {
  return {
    heading: 'There are many requests',
    lines: ['The next ones are not posted here for up to ten minutes. The inbox shows all of them.'],
    link: `${consoleUrl}/`,
  };
}

export function testText({ consoleUrl }: Pick<ChatTextInput, 'consoleUrl'>, by: string): ChatPost {
  return {
    heading: 'Test message',
    lines: [`${shown(by, 64)} sent this from the console, to see whether messages arrive here.`],
    link: `${consoleUrl}/webhooks`,
  };
}

function headingOf(request: Request, kind: ChatKind, { nowMs }: ChatTextInput): string {
  switch (kind) {
    case 'asked':
      return 'Approval requested';
    case 'reminder':
    case 'warning':
      return `Expires in ${lasting(request.expiresAtMs - nowMs)}`;
    case 'settled':
      return `${capital(outcomeText(request))}${changeOutcomeOf(request)?.state === 'not made' ? ', but not made' : ''}`;
    case 'stopped':
      return 'Stopped';
    default:
      return assertNever(kind);
  }
}

function linesOf(request: Request, kind: ChatKind, told: ChatTextInput): ChatPost['lines'] {
  switch (kind) {
    case 'asked':
      return [
        whoAndWhat(request),
        ...displayLines(request, told),
        ...summaryOf(request),
        ...remarkLines(request, told, 'first'),
        needs(request, told.nowMs),
      ];
    case 'reminder':
      return [whoAndWhat(request), ...remarkLines(request, told), needs(request, told.nowMs)];
    case 'warning':
      return [
        whoAndWhat(request),
        ...remarkLines(request, told),
        `Waiting for ${named(waitingFor(request))}.`,
        needs(request, told.nowMs),
      ];
    case 'settled':
      return [`${settledBy(request)} ${whatIsLeft(request)}`];
    case 'stopped':
      return [`${settledBy(request)} ${stoppedText(request, (id) => shown(id, 64))}`];
    default:
      return assertNever(kind);
  }
}

const whoAndWhat = ({ requester, action }: Request): string =>
  `${shown(requester, 64)} requests the action ${shown(action, 64)}.`;

/** A post is read among others. With longer lines, the console alone shows them. */
const MAX_LINES_LENGTH = 1200;

/** An action without a display names no param in a chat. The admin who gives it a display decides what readers see. */
function displayLines(request: Request, { shown: display, names }: ChatTextInput): ChatPost['lines'] {
  if (display === null) return [];
  const lines = operationOf(request, display).lines.flatMap(({ name, value, operator }) => {
    const known = operator === null ? undefined : names.get(operator);
    return [`${name}: ${value}`, ...(known === undefined ? [] : [`${operator} is ${shown(known, 64)}.`])];
  });
  const instead = 'The params are too long for a chat. The console shows them.';
  return lines.join().length > MAX_LINES_LENGTH ? [instead] : orElse(lines, instead);
}

/** Only the console shows what a change of the configuration would change. */
function summaryOf(request: Request): ChatPost['lines'] {
  if (request.summary === null || isAdministrative(request)) return [];
  return orElse(
    [`The program that made the request says: ${shown(request.summary, 160)}`],
    'The summary of the program is too long for a chat. The console shows it.',
  );
}

function remarkLines(
  request: Request,
  { remarks, shown: display }: ChatTextInput,
  place: MessagePlace = 'later',
): ChatPost['lines'] {
  const naming = { request, shownOf: () => display, nameOf: (operator: OperatorId) => operator };
  const { warnings, compared } = inMessage(remarks, naming, place);
  return [
    ...orElse(warnings, 'Unusual: the remarks are too long for a chat. The console shows them.'),
    ...(compared === null ? [] : [compared]),
  ];
}

const orElse = (lines: readonly string[], instead: string): LeftOut[] =>
  lines.length === 0 ? [] : [{ lines, instead }];

function needs(request: Request, nowMs: number): string {
  const turned = turnsOf(request).length;
  const until = new Date(request.expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  const keys = `${turned} of ${request.policy.quorum} ${request.policy.quorum === 1 ? 'key' : 'keys'} turned`;
  const groups = progressText(request);
  const counted = groups === '' ? keys : `${keys} (${shown(groups, 320)})`;
  return `${counted}; expires in ${lasting(request.expiresAtMs - nowMs)} (${until} UTC).`;
}

function settledBy(request: Request): string {
  const by = 'decidedBy' in request ? request.decidedBy : [];
  return `The request was ${outcomeText(request)}${by.length === 0 ? '' : ` by ${named(by)}`}.`;
}

const NOTHING_LEFT = 'There is nothing left to do.';

/** If a change was not made, its reason says whether to make it again. */
function whatIsLeft(request: Request): string {
  const change = changeOutcomeOf(request);
  if (change === null) return NOTHING_LEFT;
  return change.state === 'made' ? `${change.text} ${NOTHING_LEFT}` : change.text;
}

function named(operators: readonly string[]): string {
  const names = operators.slice(0, 3).map((operator) => shown(operator, 64));
  return `${names.join(', ')}${operators.length > names.length ? ` and ${operators.length - names.length} more` : ''}`;
}

function lasting(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}

const shown = (text: string, length: number): string => shortened(visibleText(text), length);

/** What a chat is told about a question: that there is one, and from whom. */
export function questionPost(
  { kind, actor, subject }: PendingEntry,
  names: Letterhead['names'],
  consoleUrl: string,
): ChatPost {
  const name = visibleText(names.get(actor as never) ?? actor);
  const isAnswer = kind === 'question.answered';
  return {
    heading: isAnswer ? 'A question was answered' : 'A question about a request',
    lines: [
      `${name} ${isAnswer ? 'answered' : 'asks the requester something'}. Only the console shows the text.`,
      `Request ${subject}`,
    ],
    link: `${consoleUrl}/requests/${subject}`,
  };
}
