/** An admin has a seat's new code sent, which unlocks the seat and allows five more guesses. */
import type { OperatorId, RequestId } from '../../../../protocol/identifiers';
import { OPERATORS, readable, refuse, stated, waiting, write } from '../../../configuration/rules/declaration';
import type { Change } from '../../../request/rules/journal';
import { MAX_REISSUES } from '../../../request/rules/limits';
import type { Request } from '../../../request/rules/request';
import { reissueNow } from '../reissue';

/** The request of the seat that gets a new code. */
export interface BaseCode {
  readonly request: Request;
  /** Goes up only when the seat gets a new code. Turns of other operators do not move the base. */
  readonly revision: number;
  /** The time of decisions about the request (docs/design.md#time-is-decided-once-for-each-item). */
  readonly nowMs: number;
}

/** The seat whose code is sent again. */
export const CODE = /* @__PURE__ */ readable<Pick<ReissueCode, 'request' | 'seat'>, BaseCode | null>()('code', null);

export function baseCode(request: Request, operator: OperatorId, nowMs: number): BaseCode {
  const seat = request.seats.find((each) => each.operator === operator);
  return { request, revision: seat === undefined ? 0 : request.round * (MAX_REISSUES + 1) + seat.issue, nowMs };
}

export const REISSUE_ATTEMPT = 'send a new code for the request';

interface ReissueCode {
  readonly request: RequestId;
  readonly seat: OperatorId;
}

export const reissueCode = /* @__PURE__ */ waiting<ReissueCode>()({
  // Its entry is one of the request's.
  entries: {},
  reads: ({ request, seat }) => [CODE.of({ request, seat }), OPERATORS.of(true)],
  decide: ({ code, operators }, { seat }, { by, at, more = {} }) => {
    if (code === null) return refuse('not_found');
    const nowMs = Math.max(at, code.nowMs);
    const reissued = reissueNow(code.request, operators, { seat, admin: by.actor as OperatorId }, nowMs);
    if (!reissued.ok) return refuse('cannot_reissue', { why: reissued.error });
    const entries = reissued.value.entries.map((entry) =>
      entry.kind === 'code.reissued' ? { ...entry, data: { ...entry.data, ...more } } : entry,
    );
    const item: Change = { ...reissued.value, entries };
    return write('request', { item });
  },
  // A new code unlocks a seat and allows five more guesses.
  waits: 'always',
  seen: ({ code }) => code,
  subject: ({ request }) => request,
  attempt: REISSUE_ATTEMPT,
  title: ({ seat }) => `Send the operator ${seat} a new code`,
  headline: ({ seat }) => `New code for ${seat}`,
  lines: ({ request, seat }, { code }) => [
    stated('request', request),
    stated('action', code?.request.action ?? 'unknown'),
    stated('effect', effectOf(code, seat)),
  ],
  effect: () => 'lowers',
  gives: 'seat',
  after: null,
});

function effectOf(code: BaseCode | null, seat: OperatorId): string {
  const issue = code?.request.seats.find(({ operator }) => operator === seat)?.issue ?? 0;
  return issue >= MAX_REISSUES
    ? `the request is aborted, because the seat has had ${MAX_REISSUES} re-issues`
    : 'the old code stops working, and a locked seat is unlocked';
}
