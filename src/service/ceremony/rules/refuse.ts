/**
 * Refuse, abort and restart need a seat but no code, because refusing must be easier than authorizing. The operator in
 * whose name a request was made can abort it without a seat, because someone may be misusing their name.
 */

import { person, program, SERVICE } from '../../../protocol/actor';
import type { ApiKeyId, OperatorId } from '../../../protocol/identifiers';
import type { OutcomeReason } from '../../../protocol/outcome-reasons';
import { assertNever, err, ok, type Result } from '../../../protocol/result';
import { statementHash } from '../../../protocol/statements/turn';
import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import { MISUSE } from '../../request/rules/entry';
import type { Change, Entry } from '../../request/rules/journal';
import { isOpen, type NotAuthorized, type Open, type Request, turnsOf } from '../../request/rules/request';
import type { Signed } from '../../request/rules/signed';
import { type CeremonyRefusal, decidedRefusal, openSeat } from './refusals';
import { type SignatureCheck, wantsSignature } from './signed-decision';
import { withoutTurns } from './withdraw';

interface EndCommand {
  readonly operator: OperatorId;
  /** The operator's reason, for the history. */
  readonly note: string | null;
  /**
   * Used if the policy requires signatures. Refusing never waits for one: without it, the refusal is unsigned.
   */
  readonly sign?: SignatureCheck;
}

interface RefuseCommand extends EndCommand {
  /** What the program is told, which never reads the note. */
  readonly outcomeReason: OutcomeReason | null;
}

export function refuseRequest(request: Request, command: RefuseCommand, nowMs: number) {
  return endBy(request, command, { state: 'denied', outcomeReason: command.outcomeReason }, nowMs);
}

/**
 * `isMisuse` means that the operator did not make the request. Only the operator in whose name it was made can say so.
 */
interface AbortCommand extends EndCommand {
  readonly isMisuse?: boolean;
}

export const MISUSE_ENTRIES = {
  'request.misused': {
    audience: 'admins',
    deed: 'Reported',
    title: 'An operator did not make a request in their name',
    told: ({ actor, data }) =>
      data.key === null
        ? said`The operator ${named('operator', actor)} did not make the request ${data.request}, which was made in their session. It is aborted. Revoke their access.`
        : said`The operator ${named('operator', actor)} did not make the request ${data.request}, which was made in their name. It is aborted. The API key “${data.key_name}” (${data.key}) was used: find out who has it, or revoke it.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export function abortRequest(request: Request, command: AbortCommand, nowMs: number): Result<Change, CeremonyRefusal> {
  const { operator, note, isMisuse = false } = command;
  if (isMisuse && request.requester !== operator) return err({ reason: 'not_asked', why: 'not_requester' });
  const open = openSeat(request, operator);
  if (!isMisuse && (open.ok || request.requester !== operator)) {
    return endBy(request, command, { state: 'aborted' }, nowMs);
  }
  if (!isOpen(request)) return err(decidedRefusal(request));
  const why = isMisuse ? { misuse: true, reason: MISUSE } : { note };
  return ok(
    endNotAuthorized(request, { state: 'aborted', atMs: nowMs, by: person(operator), ...why, asRequester: true }),
  );
}

/**
 * Restarting a coincident round means proposing again, so the request is aborted
 * (docs/contract.md#states-and-transitions).
 */
export function restartRound(request: Request, operator: OperatorId, nowMs: number): Result<Change, CeremonyRefusal> {
  const open = openSeat(request, operator);
  if (!open.ok) return open;
  const { mode } = request.policy;
  switch (mode) {
    case 'independent':
      return err({ reason: 'not_coincident' });
    case 'coincident':
      return ok(
        endNotAuthorized(open.value.request, {
          state: 'aborted',
          atMs: nowMs,
          by: person(operator),
          reason: 'round_restarted',
        }),
      );
    default:
      return assertNever(mode);
  }
}

/** The reason of a request that the remaining operators cannot authorize, whatever they do. */
export const NOBODY_LEFT = 'nobody_left';

/** Aborts without an operator. The verdict names nobody. */
export function abortBySystem(request: Open, reason: string, nowMs: number): Change<NotAuthorized> {
  return endNotAuthorized(request, { state: 'aborted', atMs: nowMs, by: SERVICE, reason });
}

/** The reason of a request that its program took back before the verdict. */
export const ABORTED_BY_PROGRAM = 'aborted_by_program';

export const isAbortedByProgram = (request: Request): boolean =>
  request.state === 'aborted' && request.endedBy === 'program';

/** A program takes back its own request. Nobody decided, so the verdict names nobody (docs/decisions/stop.md). */
export function abortByProgram(
  request: Open,
  taker: { readonly key: ApiKeyId; readonly note: string | null },
  nowMs: number,
): Change<NotAuthorized> {
  return endNotAuthorized(request, {
    state: 'aborted',
    atMs: nowMs,
    by: program(taker.key),
    reason: ABORTED_BY_PROGRAM,
    takersNote: taker.note,
  });
}

function endBy(
  request: Request,
  command: EndCommand,
  ending: Pick<Ending, 'state' | 'outcomeReason'>,
  nowMs: number,
): Result<Change, CeremonyRefusal> {
  const open = openSeat(request, command.operator);
  if (!open.ok) return open;
  const { request: undecided, seat } = open.value;
  const given = wantsSignature(undecided) ? command.sign?.(undecided, seat, nowMs) : undefined;
  const signed = given?.ok === true ? given.value : null;
  const { operator, note } = command;
  return ok(endNotAuthorized(undecided, { ...ending, note, atMs: nowMs, by: person(operator), signed }));
}

interface Ending {
  readonly state: NotAuthorized['state'];
  readonly atMs: number;
  /** When the verdict was reached, if that is not the time of the write. For an expiry it is the deadline. */
  readonly verdictAtMs?: number;
  readonly by: Person | Program | typeof SERVICE;
  /** The verdict is not the service's own: it was taken back to an earlier instant. */
  readonly isRestore?: boolean;
  /** Why the service ends it. */
  readonly reason?: string;
  /** What the operator wrote. */
  readonly note?: string | null;
  readonly misuse?: boolean;
  readonly outcomeReason?: OutcomeReason | null;
  readonly signed?: Signed | null;
  /** The requester ended it without a key and signed nothing. */
  readonly asRequester?: boolean;
  /** The words of the program that took it back, which only the entry has. */
  readonly takersNote?: string | null;
}

type Person = ReturnType<typeof person<OperatorId>>;
type Program = ReturnType<typeof program<ApiKeyId>>;

/** Ends a request as denied, expired or aborted. Nothing runs, and there are no approvers. */
export function endNotAuthorized(
  request: Open,
  {
    state,
    atMs,
    verdictAtMs = atMs,
    by,
    isRestore = false,
    reason,
    note = null,
    misuse = false,
    outcomeReason = null,
    signed,
    asRequester = false,
    takersNote = null,
  }: Ending,
): Change<NotAuthorized> {
  const written = note ?? takersNote;
  const data = {
    ...(reason === undefined ? {} : { reason }),
    ...(written === null ? {} : { note: written }),
    ...(outcomeReason === null ? {} : { outcome_reason: outcomeReason }),
    ...(asRequester ? { as: 'requester', signed: false } : {}),
    ...(signed == null ? {} : { statement: statementHash(signed.decision.statement) }),
  };
  const entry: Entry = {
    kind: `request.${state}`,
    atMs: verdictAtMs,
    ...by,
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
  const turned = turnsOf(request).map((turn) => turn.operator);
  return {
    request: {
      ...withoutTurns(request),
      ...(turned.length === 0 ? {} : { turned }),
      state,
      verdictAtMs,
      endedBy: isRestore ? 'restore' : by.actor_kind,
      decidedBy: by.actor_kind === 'person' ? [by.actor] : [],
      reason: reason ?? null,
      note,
      ...(misuse ? { misuse } : {}),
      outcomeReason,
      updatedAtMs: atMs,
    },
    entries: [entry],
    ...(signed == null ? {} : { signed }),
  };
}
