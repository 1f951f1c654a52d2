/** Whose key can count, whose key counts, and whose key is missing. */
import type { OperatorId } from '../../protocol/identifiers';
import { isAuthorized, isOpen, type Open, type Request, turnsOf } from '../request/request';

/** Operators whose seat was not removed. */
export function eligible(request: Request): OperatorId[] {
  return request.seats.filter((seat) => !seat.disabled).map((seat) => seat.operator);
}

/** Operators whose keys count: the turns of the round, or after authorization those who turned. */
export function countedKeys(request: Request): readonly OperatorId[] {
  if (isOpen(request)) return turnsOf(request).map((turn) => turn.operator);
  return isAuthorized(request) ? request.approvers : [];
}

/** Operators whose key can count and is not turned. Empty once there is a verdict. */
export function waitingFor(request: Request): OperatorId[] {
  if (!isOpen(request)) return [];
  const turned = new Set(countedKeys(request));
  return eligible(request).filter((operator) => !turned.has(operator));
}

/** When an open request changes by itself: its round collapses, or it expires. */
export function waitsUntilMs(request: Open): number {
  const windowMs = request.state === 'staging' ? request.windowEndsAtMs : null;
  return windowMs === null ? request.expiresAtMs : Math.min(windowMs, request.expiresAtMs);
}
