/** An operator takes back their own turn before the verdict. */
import { person } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { Change } from '../../request/rules/journal';
import type { Notified, Open, Request, Staging, Turn } from '../../request/rules/request';
import { type CeremonyRefusal, openSeat } from './refusals';
import { wantsSignature } from './signed-decision';

export function withdrawTurn(request: Request, operator: OperatorId, nowMs: number): Result<Change, CeremonyRefusal> {
  const open = openSeat(request, operator);
  if (!open.ok) return open;
  const staging = open.value.request;
  if (staging.state !== 'staging' || !staging.turns.some((turn) => turn.operator === operator)) {
    return err({ reason: 'not_turned' });
  }
  return ok({
    request: { ...withoutTurnOf(counted(staging, operator), operator), updatedAtMs: nowMs },
    entries: [{ kind: 'key.withdrawn', atMs: nowMs, ...person(operator), data: { round: staging.round } }],
  });
}

/** A withdrawn turn must not count again, so the seat's next statement is different. */
function counted(request: Staging, operator: OperatorId): Staging {
  if (!wantsSignature(request)) return request;
  const seats = request.seats.map((seat) =>
    seat.operator === operator ? { ...seat, takenBack: (seat.takenBack ?? 0) + 1 } : seat,
  );
  return { ...request, seats };
}

/** The last withdrawal returns the request to notified and ends the window. */
export function withoutTurnOf(request: Staging, operator: OperatorId): Open {
  const [first, ...rest] = request.turns.filter((turn) => turn.operator !== operator);
  return first === undefined
    ? toNotified(request)
    : { ...request, turns: [first, ...rest] satisfies [Turn, ...Turn[]] };
}

export function toNotified(request: Open): Notified {
  if (request.state === 'notified') return request;
  const { turns: _turns, windowEndsAtMs: _window, ...common } = request;
  return { ...common, state: 'notified' };
}

/** A decided request has no turns; it keeps its verdict, and whose keys counted. */
export function withoutTurns(request: Open) {
  const { state: _state, ...rest } = request;
  if (!('turns' in rest)) return rest;
  const { turns: _turns, windowEndsAtMs: _window, ...common } = rest;
  return common;
}
