/**
 * What the push beside a mail says: the mail's subject and first lines, which are made once (text.ts). A code is in it only
 * where it is of no use without a passkey, so that a phone alone is never enough.
 */

import { assertNever } from '../../../protocol/result';
import type { Mail } from '../../mail/rules';
import type { Push, PushedCount } from '../../push/rules/payload';
import { isOpen, type Request } from '../../request/rules/request';
import type { Notice, NoticeKind } from './notices';
import { requestsNeedKey } from './text';

const URGENCY: Readonly<Record<NoticeKind, Push['urgency']>> = {
  asked: 'high',
  code_reissued: 'high',
  reminder: 'high',
  warning: 'high',
  seat_struck: 'normal',
  settled: 'normal',
  stopped: 'normal',
};

const WITHOUT_TEXT: Readonly<Record<Push['urgency'], string>> = {
  high: 'A request needs your key',
  normal: 'There is news about a request',
};

/** `mail` and `code` are what the operator is sent beside it. */
export function noticePush(request: Request, { kind, operator }: Notice, mail: Mail, code: string | null): Push {
  const urgency = URGENCY[kind];
  return {
    about: request.id,
    title: mail.subject,
    lines: linesOf(kind, mail),
    path: `/requests/${request.id}`,
    code: request.policy.turn === 'code_and_passkey' ? code : null,
    seat: seatOf(request, operator),
    decided: !isOpen(request),
    withoutText: WITHOUT_TEXT[urgency],
    urgency,
    endsAtMs: endOf(request),
  };
}

function seatOf(request: Request, operator: Notice['operator']): string | null {
  const seat = request.seats.find((each) => each.operator === operator && !each.disabled);
  return seat === undefined || !isOpen(request) ? null : `${request.round}.${seat.issue}`;
}

/** The gravest remark comes first, as in the mail. After the verdict one sentence is enough. */
function linesOf(kind: NoticeKind, { messages: [part] }: Mail): readonly string[] {
  const { warnings = [], lines = [] } = part ?? {};
  switch (kind) {
    case 'settled':
      return lines.slice(0, 1);
    case 'asked':
    case 'code_reissued':
    case 'reminder':
    case 'warning':
    case 'seat_struck':
    case 'stopped':
      return [...warnings, ...lines];
    default:
      return assertNever(kind);
  }
}

/** A code is valid until its round ends, and at most until the request ends. Null: nothing of it ends. */
function endOf(request: Request): number | null {
  if (!isOpen(request)) return null;
  const windowEndsAtMs = request.state === 'staging' ? request.windowEndsAtMs : null;
  return Math.min(request.expiresAtMs, windowEndsAtMs ?? Number.POSITIVE_INFINITY);
}

/** Entries of the configuration are not counted: they are only mailed. */
export function countOf(requests: readonly Request[]): PushedCount {
  const each = new Map(requests.map((request) => [request.id, request]));
  const open = [...each.values()].filter(isOpen);
  const ends = open.map(endOf).filter((end) => end !== null);
  return {
    waiting: open.length,
    news: each.size - open.length,
    ends_at: ends.length === 0 ? null : Math.max(...ends),
  };
}

/** Null if it is about no request. Otherwise a number and the way to the inbox, and no code. */
export function combinedPush({ waiting, news, ends_at: endsAtMs }: PushedCount): Push | null {
  if (waiting + news === 0) return null;
  const urgency = waiting > 0 ? 'high' : 'normal';
  return {
    about: 'requests',
    title: waiting > 0 ? requestsNeedKey(waiting) : newsOf(news),
    lines: [],
    path: '/',
    code: null,
    seat: null,
    decided: false,
    withoutText: WITHOUT_TEXT[urgency],
    urgency,
    endsAtMs,
  };
}

const newsOf = (count: number): string => `There is news about ${count === 1 ? 'one request' : `${count} requests`}`;
