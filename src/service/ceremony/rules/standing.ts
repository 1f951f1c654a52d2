/** Whose key can count, whose key counts, and whose key is missing. */
import type { OperatorId } from '../../../protocol/identifiers';
import { MAX_WRONG_CODES } from '../../request/rules/limits';
import { isAuthorized, isOpen, type Request, type Seat, turnsOf } from '../../request/rules/request';

/** Operators whose seat was not removed. */
export function eligible(request: Request): OperatorId[] {
  return request.seats.filter((seat) => !seat.disabled).map((seat) => seat.operator);
}

/** Operators whose keys count: those who turned in this round, or after authorization the approvers. */
export function countedKeys(request: Request): readonly OperatorId[] {
  if (isOpen(request)) return turnsOf(request).map((turn) => turn.operator);
  return isAuthorized(request) ? request.approvers : [];
}

/** Operators who can still turn a key that counts. Empty once there is a verdict. */
export function waitingFor(request: Request): OperatorId[] {
  if (!isOpen(request)) return [];
  const turned = new Set(countedKeys(request));
  return eligible(request).filter((operator) => !turned.has(operator));
}

/** `turned` has the result of `countedKeys`. */
export function seatState(
  request: Request,
  { operator, disabled, wrongCodes }: Seat,
  turned: readonly OperatorId[],
): 'asked' | 'turned' | 'locked' | 'out' {
  // A key that was part of the verdict stays turned, even if its operator was disabled later.
  if (turned.includes(operator)) return 'turned';
  if (disabled) return 'out';
  return isOpen(request) && wrongCodes >= MAX_WRONG_CODES ? 'locked' : 'asked';
}
