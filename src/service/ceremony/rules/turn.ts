/** Turning a key, and the verdict once the quorum is met (docs/design.md#states-and-transitions). */

import { person, SERVICE } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import { assertNever, err, ok, type Result } from '../../../protocol/result';
import { statementHash } from '../../../protocol/statements/turn';
import { declaredEvidence, type Evidence, noEvidence } from '../../request/rules/evidence';
import type { Change, Entry } from '../../request/rules/journal';
import { MAX_WRONG_CODES } from '../../request/rules/limits';
import { type Authorized, type Open, type Request, type Seat, type Turn, turnsOf } from '../../request/rules/request';
import type { Signed } from '../../request/rules/signed';
import { type CeremonyRefusal, openSeat } from './refusals';
import { abortBySystem, NOBODY_LEFT } from './refuse';
import { canStillBeMet, meetsPolicy } from './requirements';
import { type SignatureCheck, wantsSignature } from './signed-decision';
import { withoutTurns } from './withdraw';

export interface TurnCommand {
  readonly operator: OperatorId;
  /** The round that the caller saw. A mismatch has its own refusal and does not count as a wrong code. */
  readonly round: number | null;
  /** Whether the code belongs to this seat in its current round and issue. Must compare in constant time. */
  readonly isRightCode: (round: number, seat: Seat) => boolean;
  /** The state of the documents. Absent if they were not looked up; then a turn that needs documents is refused. */
  readonly evidence?: readonly Evidence[];
  /** Used if the policy requires a signature. Without it, nothing is signed. */
  readonly sign?: SignatureCheck;
}

export type Turned =
  | { readonly right: true; readonly change: Change }
  /** The write of `change` counts the wrong code. Answer only after that write. */
  | { readonly right: false; readonly guessesLeft: number; readonly change: Change };

export function turnKey(request: Request, command: TurnCommand, nowMs: number): Result<Turned, CeremonyRefusal> {
  const open = openSeat(request, command.operator);
  if (!open.ok) return open;
  const { request: undecided, seat } = open.value;
  const earlier = turnsOf(undecided).find((turn) => turn.operator === command.operator);
  if (earlier !== undefined) return err({ reason: 'already_turned', atMs: earlier.atMs });
  if (command.round !== null && command.round !== undecided.round) {
    return err({ reason: 'stale_round', named: command.round, current: undecided.round });
  }
  // Checked before the code, so that a locked seat does not reveal whether a code is right.
  if (seat.wrongCodes >= MAX_WRONG_CODES) return err({ reason: 'seat_locked', round: undecided.round });
  // Checked before the code, so that it can be used again when the documents are there.
  const evidenceFault = noEvidence(command.evidence ?? declaredEvidence(undecided));
  if (evidenceFault !== null) return err(evidenceFault);
  // Checked before the code: without the passkey, nobody can guess the code either.
  const signed = wantsSignature(undecided) ? (command.sign?.(undecided, seat, nowMs) ?? UNSIGNED) : ok(null);
  if (!signed.ok) return err({ reason: 'not_signed', why: signed.error });
  if (!command.isRightCode(undecided.round, seat)) return ok(countWrongCode(undecided, seat, nowMs));
  return ok({ right: true, change: commit(undecided, command.operator, signed.value, nowMs) });
}

const UNSIGNED = err('missing' as const);

function commit(request: Open, operator: OperatorId, signed: Signed | null, nowMs: number): Change {
  const turn: Turn = { operator, atMs: nowMs };
  const turns: [Turn, ...Turn[]] = request.state === 'staging' ? [...request.turns, turn] : [turn];
  // A statement names what was shown. For a turn by code, the entry does.
  const round = { round: request.round };
  const data =
    signed === null
      ? { ...round, ...request.digests }
      : { ...round, statement: statementHash(signed.decision.statement) };
  const by = signed === null ? {} : { signed };
  const entry = { kind: 'key.turned', atMs: nowMs, ...person(operator), data } as const;
  const turned = turns.map((each) => each.operator);
  if (meetsPolicy(request, turned)) {
    const verdict = authorize(request, turns, nowMs);
    return { request: verdict.request, entries: [entry, ...verdict.entries], ...by };
  }
  return {
    request: { ...request, state: 'staging', turns, windowEndsAtMs: windowEnd(request, nowMs), updatedAtMs: nowMs },
    entries: [entry],
    ...by,
  };
}

/** The window of a coincident round starts with its first turn. */
function windowEnd(request: Open, nowMs: number): number | null {
  const { mode, coincidenceMs } = request.policy;
  switch (mode) {
    case 'independent':
      return null;
    case 'coincident':
      return request.state === 'staging' ? request.windowEndsAtMs : nowMs + coincidenceMs;
    default:
      return assertNever(mode);
  }
}

function countWrongCode(request: Open, seat: Seat, nowMs: number): Turned {
  const wrongCodes = seat.wrongCodes + 1;
  const seats = request.seats.map((other) => (other === seat ? { ...seat, wrongCodes } : other));
  const triesLeft = MAX_WRONG_CODES - wrongCodes;
  const counted = { ...request, seats, updatedAtMs: nowMs };
  const entry = {
    kind: 'code.wrong',
    atMs: nowMs,
    ...person(seat.operator),
    data: { round: request.round, tries_left: triesLeft },
  } as const;
  if (canStillBeMet(counted))
    return { right: false, guessesLeft: triesLeft, change: { request: counted, entries: [entry] } };
  const ended = abortBySystem(counted, NOBODY_LEFT, nowMs);
  return { right: false, guessesLeft: triesLeft, change: { ...ended, entries: [entry, ...ended.entries] } };
}

/**
 * The verdict, because the quorum is met. Without an integration, the service runs nothing and one write goes from
 * authorized to succeeded (docs/contract.md#states-and-transitions). With one, the request stays live until the
 * integration's call ends.
 */
export function authorize(request: Open, turns: readonly Turn[], atMs: number): Change<Authorized> {
  const approvers = turns.map((turn) => turn.operator);
  const verdict = {
    ...withoutTurns(request),
    verdictAtMs: atMs,
    decidedBy: approvers,
    reason: null,
    approvers,
    turnedAtMs: turns.map((turn) => turn.atMs),
    execution:
      request.executeWithinMs === null
        ? ({ state: 'none' } as const)
        : ({ state: 'pending', executeByMs: atMs + request.executeWithinMs, closed: false } as const),
    stopped: null,
    updatedAtMs: atMs,
  };
  const authorized: Entry = { kind: 'request.authorized', atMs, ...SERVICE, data: { approvers } };
  if (request.policy.integration !== null) {
    return {
      request: { ...verdict, state: 'authorized', integrationUntilMs: atMs + request.policy.ttlMs },
      entries: [authorized],
    };
  }
  return {
    request: { ...verdict, state: 'succeeded', endedAtMs: atMs },
    entries: [authorized, { kind: 'request.succeeded', atMs, ...SERVICE }],
  };
}
