/**
 * Which messages operators must get, derived from the record alone (docs/design.md#messages-to-operators), and how many
 * of them are single mails (docs/decisions/combined-mails.md).
 *
 * The name of a notice is its cause. So nobody gets two messages of the same kind for one cause, even after retries.
 */

import type { OperatorId } from '../../../protocol/identifiers';
import { waitingFor } from '../../ceremony/rules/requirements';
import { isAdministrative } from '../../request/rules/administrative';
import { type Decided, isAuthorized, isLive, isOpen, type Request, type Seat } from '../../request/rules/request';

export type NoticeKind = 'asked' | 'code_reissued' | 'reminder' | 'warning' | 'settled' | 'seat_struck' | 'stopped';

export interface Notice {
  readonly kind: NoticeKind;
  readonly operator: OperatorId;
  readonly round: number;
  readonly issue: number;
  /** Whether the message contains the seat's code of this round and issue. */
  readonly withCode: boolean;
}

export function noticesOf(request: Request): Notice[] {
  if (!isOpen(request)) return verdictNotices(request);
  const seats = request.seats.filter((seat) => !seat.disabled);
  const asked = [...seats.map((seat) => codeNotice(request.round, seat)), ...struckNotices(request, seats)];
  if (!request.reminded) return asked;
  // Once the warning is due, a reminder that was not sent yet would only repeat it.
  const kind = request.warned ? 'warning' : 'reminder';
  return [...asked, ...waitingFor(request).map((operator) => plain(kind, operator))];
}

/** Tells the other operators that a seat was struck. The notice names the seat by its position. */
function struckNotices(request: Request, seats: readonly Seat[]): Notice[] {
  return request.seats.flatMap((struck, place) =>
    struck.struck === true ? seats.map(({ operator }) => ({ ...plain('seat_struck', operator), issue: place })) : [],
  );
}

/** The notices that follow from `after` but not from `before`. */
export function newNotices(before: Request | null, after: Request): Notice[] {
  const known = new Set(before === null ? [] : noticesOf(before).map(noticeName));
  return noticesOf(after).filter((notice) => !known.has(noticeName(notice)));
}

/** The cause as text. It is unique within one request. */
export function noticeName(notice: Notice): string {
  return `${notice.operator}#${notice.kind}#${notice.round}.${notice.issue}`;
}

/** Whether the notice is still true just before it is sent. */
export const isStillTrue = (notice: Notice, request: Request): boolean => asOwed(notice, request) !== null;

/** The notice of this name as the request owes it, so that nothing else of a message is believed. */
export function asOwed(named: Notice, request: Request): Notice | null {
  return noticesOf(request).find((owed) => noticeName(owed) === noticeName(named)) ?? null;
}

function codeNotice(round: number, seat: Seat): Notice {
  const kind = round === 1 && seat.issue === 0 ? 'asked' : 'code_reissued';
  return { kind, operator: seat.operator, round, issue: seat.issue, withCode: true };
}

/**
 * Sent to those who acted on it, and to the requester. The others see it in the inbox and in the history. Everyone who was
 * asked is told about a change of the configuration. The approvers and the requester are told of a stop too.
 */
function verdictNotices(request: Decided): Notice[] {
  // For a change of the configuration, people want to know whether it was applied.
  if (isAdministrative(request) && isLive(request)) return [];
  const told = isAdministrative(request) ? request.seats.map((seat) => seat.operator) : actedOn(request);
  const receivers = new Set([...told, request.requester]);
  const settled = [...receivers].map((operator) => plain('settled', operator));
  if (!isAuthorized(request) || request.stopped === null) return settled;
  const concerned = new Set([...request.approvers, request.requester]);
  return [...settled, ...[...concerned].map((operator) => plain('stopped', operator))];
}

/** Those whose keys counted, and who refused or aborted it. */
function actedOn(request: Decided): readonly OperatorId[] {
  const turned = isAuthorized(request) ? request.approvers : (request.turned ?? []);
  return [...turned, ...request.decidedBy];
}

function plain(kind: NoticeKind, operator: OperatorId): Notice {
  return { kind, operator, round: 0, issue: 0, withCode: false };
}

/** The most single mails to one operator in a window. Further messages wait for a combined mail. */
export const SINGLE_MAILS = 10;
export const MAIL_WINDOW_MS = 10 * 60_000;

/** The most messages in one combined mail. Further ones wait for the next combined mail, a minute later. */
export const MESSAGES_IN_A_COMBINED_MAIL = 200;

/** The sweep makes combined mails due once a minute. This gap prevents a second combined mail if a message arrives twice. */
export const LEAST_COMBINED_GAP_MS = 45_000;

/**
 * An instance counts this many mails of a window in memory before it writes. An ordinary request sends two, so two
 * requests cost no write. At most ten instances run, so at most 10 × 4 mails are not counted.
 */
export const UNWRITTEN_MAILS = 4;
