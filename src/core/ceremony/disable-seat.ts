/** What happens to an open request when an operator is disabled. */
import type { OperatorId } from '../../protocol/identifiers';
import type { Operator } from '../config/config';
import { isAdministrative } from '../request/administrative';
import { type Change, type Entry, unchanged } from '../request/journal';
import { isOpen, type Open, type Request } from '../request/request';
import { abortBySystem } from './stop';
import { withoutTurnOf } from './withdraw';

/**
 * The operators whose seats in this request are lost: they are disabled, or were disabled after it was created. Enabling
 * an operator again does not give a seat back. Only admins decide about a change of the configuration.
 */
export function lostSeats(operators: readonly Operator[], request: Request): ReadonlySet<OperatorId> {
  const lost = operators.filter(
    (operator) => isLost(operator, request) || (isAdministrative(request) && operator.role !== 'admin'),
  );
  return new Set(lost.map(({ id }) => id));
}

function isLost({ enabled, lastDisabledAtMs }: Operator, { createdAtMs }: Request): boolean {
  return !enabled || (lastDisabledAtMs !== null && createdAtMs <= lastDisabledAtMs);
}

/**
 * The seats of `disabled` are removed for good and their turns are withdrawn: an account without authority must not
 * contribute to a later verdict. If the remaining seats cannot meet the quorum, the system aborts.
 */
export function disableSeats(request: Request, disabled: ReadonlySet<OperatorId>, nowMs: number): Change {
  if (!isOpen(request)) return unchanged(request);
  const lost = request.seats.filter((seat) => !seat.disabled && disabled.has(seat.operator));
  if (lost.length === 0) return unchanged(request);
  const entries: Entry[] = lost.map((seat) => ({
    kind: 'seat.disabled',
    atMs: nowMs,
    actor: 'system',
    data: { seat: seat.operator },
  }));
  const seats = request.seats.map((seat) => (lost.includes(seat) ? { ...seat, disabled: true } : seat));
  const remaining = lost.reduce(withoutSeatTurn, { ...request, seats, updatedAtMs: nowMs } as Open);
  if (seats.filter((seat) => !seat.disabled).length >= request.policy.quorum) return { request: remaining, entries };
  const aborted = abortBySystem(remaining, 'roster_too_short', nowMs);
  return { request: aborted.request, entries: [...entries, ...aborted.entries] };
}

function withoutSeatTurn(request: Open, seat: { readonly operator: OperatorId }): Open {
  return request.state === 'staging' ? withoutTurnOf(request, seat.operator) : request;
}
