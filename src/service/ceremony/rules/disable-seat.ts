/** What happens to an open request when an operator is disabled. */
import { SERVICE } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import type { Operator } from '../../configuration/rules/items';
import { isAdministrative } from '../../request/rules/administrative';
import { type Change, type Entry, unchanged } from '../../request/rules/journal';
import { isOpen, type Open, type Request } from '../../request/rules/request';
import { abortBySystem, NOBODY_LEFT } from './refuse';
import { canStillBeMet } from './requirements';
import { withoutTurnOf } from './withdraw';

/**
 * The operators who lost their seats in this request, because they are disabled or were disabled after it was created.
 * Enabling an operator again does not give a seat back. Only admins decide about a change of the configuration.
 */
export function lostSeats(operators: readonly Operator[], request: Request): ReadonlySet<OperatorId> {
  const lost = operators.filter(
    (operator) => isLost(operator, request) || (isAdministrative(request) && operator.role !== 'admin'),
  );
  return new Set(lost.map(({ id }) => id));
}

function isLost(operator: Operator, request: Request): boolean {
  const { enabled, lastDisabledAtMs } = operator;
  return !enabled || wasOpenAt(request, lastDisabledAtMs) || isStruck(operator, request);
}

/**
 * Whether somebody else changed the operator's e-mail address, passkeys or link after the request was made. The seat
 * belongs to the person who was asked, and the account may now belong to another person.
 */
function isStruck({ identityChangedAtMs = null }: Operator, request: Request): boolean {
  return wasOpenAt(request, identityChangedAtMs);
}

function wasOpenAt({ createdAtMs }: Request, instantMs: number | null): boolean {
  return instantMs !== null && createdAtMs <= instantMs;
}

/** Removes lost seats, and strikes seats whose operator's identity changed. */
export function takeLostSeats(request: Request, operators: readonly Operator[], nowMs: number): Change {
  const struck = operators.filter((operator) => operator.enabled && isStruck(operator, request)).map(({ id }) => id);
  return disableSeats(request, lostSeats(operators, request), nowMs, new Set(struck));
}

/**
 * The seats of `disabled` are removed for good and their turns are withdrawn: an account without authority must not
 * count towards a later verdict. If nobody is left who could meet the policy, the system aborts.
 */
export function disableSeats(
  request: Request,
  disabled: ReadonlySet<OperatorId>,
  nowMs: number,
  struck: ReadonlySet<OperatorId> = new Set(),
): Change {
  if (!isOpen(request)) return unchanged(request);
  const lost = request.seats.filter((seat) => !seat.disabled && disabled.has(seat.operator));
  if (lost.length === 0) return unchanged(request);
  const entries: Entry[] = lost.map((seat) => ({
    kind: struck.has(seat.operator) ? 'seat.struck' : 'seat.disabled',
    atMs: nowMs,
    ...SERVICE,
    data: { seat: seat.operator },
  }));
  const seats = request.seats.map((seat) => {
    if (!lost.includes(seat)) return seat;
    return struck.has(seat.operator) ? { ...seat, disabled: true, struck: true as const } : { ...seat, disabled: true };
  });
  const remaining = lost.reduce(withoutSeatTurn, { ...request, seats, updatedAtMs: nowMs } as Open);
  if (canStillBeMet(remaining)) return { request: remaining, entries };
  const isShort = seats.filter((seat) => !seat.disabled).length < request.policy.quorum;
  const aborted = abortBySystem(remaining, isShort ? 'roster_too_short' : NOBODY_LEFT, nowMs);
  return { request: aborted.request, entries: [...entries, ...aborted.entries] };
}

function withoutSeatTurn(request: Open, seat: { readonly operator: OperatorId }): Open {
  return request.state === 'staging' ? withoutTurnOf(request, seat.operator) : request;
}
