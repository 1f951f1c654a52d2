/** An admin gives a seat a new code. This unlocks the seat, and the old code no longer works. */
import { person } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { Operator } from '../../configuration/rules/items';
import { type Change, followedBy } from '../../request/rules/journal';
import { MAX_REISSUES } from '../../request/rules/limits';
import { type Request, turnsOf } from '../../request/rules/request';
import { takeLostSeats } from './disable-seat';
import { type CeremonyRefusal, openSeat } from './refusals';
import { abortBySystem } from './refuse';
import { settle } from './settle';

export interface ReissueCommand {
  /** The operator who has the seat. */
  readonly seat: OperatorId;
  readonly admin: OperatorId;
}

/** Re-issues for a stored request. First applies the effects of time and of lost seats. */
export function reissueNow(
  stored: Request,
  operators: readonly Operator[],
  command: ReissueCommand,
  nowMs: number,
): Result<Change, CeremonyRefusal> {
  const settled = settle(stored, nowMs);
  const present = followedBy(settled, takeLostSeats(settled.request, operators, nowMs));
  const reissued = withNewCode(present.request, command, nowMs);
  return reissued.ok ? ok(followedBy(present, reissued.value)) : reissued;
}

/**
 * Aborts the request when it is re-issued too often. Each new code allows 5 more guesses, and the limit on guesses
 * (limits.ts) must hold whatever an admin does.
 */
export function withNewCode(request: Request, command: ReissueCommand, nowMs: number): Result<Change, CeremonyRefusal> {
  const open = openSeat(request, command.seat);
  if (!open.ok) return open;
  const { request: undecided, seat } = open.value;
  const turned = turnsOf(undecided).find((turn) => turn.operator === command.seat);
  if (turned !== undefined) return err({ reason: 'already_turned', atMs: turned.atMs });
  if (seat.issue >= MAX_REISSUES) return ok(abortBySystem(undecided, 'too_many_reissues', nowMs));
  const seats = undecided.seats.map((other) =>
    other === seat ? { ...seat, issue: seat.issue + 1, wrongCodes: 0 } : other,
  );
  return ok({
    request: { ...undecided, seats, updatedAtMs: nowMs },
    entries: [
      {
        kind: 'code.reissued',
        atMs: nowMs,
        ...person(command.admin),
        data: { seat: seat.operator, issue: seat.issue + 1 },
      },
    ],
  });
}
