/** Why an operator's command was refused, with the facts that a person needs. */
import type { OperatorId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { NoEvidence } from '../../request/rules/evidence';
import {
  type Decided,
  type EndedBy,
  endedBy,
  isNotAuthorized,
  isOpen,
  type Open,
  type Outcome,
  outcomeOf,
  type Request,
  type Seat,
} from '../../request/rules/request';
import type { SignatureFault } from './signed-decision';
import type { StopRefusal } from './stop';

export type CeremonyRefusal =
  | {
      readonly reason: 'decided';
      readonly outcome: Outcome;
      readonly by: readonly OperatorId[];
      readonly endedBy: EndedBy | null;
      readonly isMisuse: boolean;
      readonly atMs: number;
      /** The note of a person, or the reason of the service. It is for people. */
      readonly because: string | null;
    }
  | {
      readonly reason: 'not_asked';
      readonly why: 'proposed_it' | 'no_seat' | 'disabled' | 'struck' | 'not_requester' | 'may_not_stop';
    }
  | { readonly reason: 'already_turned'; readonly atMs: number }
  | { readonly reason: 'not_turned' }
  | { readonly reason: 'seat_locked'; readonly round: number }
  | { readonly reason: 'stale_round'; readonly named: number; readonly current: number }
  | { readonly reason: 'not_coincident' }
  | { readonly reason: 'not_signed'; readonly why: SignatureFault }
  | StopRefusal
  | NoEvidence;

export function decidedRefusal(request: Decided): CeremonyRefusal {
  return {
    reason: 'decided',
    outcome: outcomeOf(request) as Outcome,
    by: request.decidedBy,
    atMs: request.verdictAtMs,
    endedBy: endedBy(request),
    isMisuse: isNotAuthorized(request) && request.misuse === true,
    because: (isNotAuthorized(request) ? request.note : null) ?? request.reason,
  };
}

/** Every operator command begins with this check: the request must be undecided, and the operator must have a seat. */
export function openSeat(
  request: Request,
  operator: OperatorId,
): Result<{ readonly request: Open; readonly seat: Seat }, CeremonyRefusal> {
  if (!isOpen(request)) return err(decidedRefusal(request));
  const seat = request.seats.find((candidate) => candidate.operator === operator);
  if (seat === undefined) {
    const proposedIt = request.policy.denySelfApproval && request.requester === operator;
    return err({ reason: 'not_asked', why: proposedIt ? 'proposed_it' : 'no_seat' });
  }
  if (seat.disabled) return err({ reason: 'not_asked', why: seat.struck ? 'struck' : 'disabled' });
  return ok({ request, seat });
}
