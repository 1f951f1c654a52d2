/** Where the ceremony of a request stands: whose key can count, counts, and is still waited for. */
import type { OperatorId } from '../../protocol/identifiers';
import { isAuthorized, isOpen, type Open, type Request, turnsOf } from '../request/request';

/** Operators whose seat is not out. */
export function eligible(request: Request): OperatorId[] {
  return request.seats.filter((seat) => !seat.disabled).map((seat) => seat.operator);
}

/** Whose keys count: the turns of the round, or, once authorized, those who committed. */
export function countedKeys(request: Request): readonly OperatorId[] {
  if (isOpen(request)) return turnsOf(request).map((turn) => turn.operator);
  return isAuthorized(request) ? request.approvers : [];
}

/** Whose key can count and is not turned. Nobody's once there is a verdict. */
export function waitingFor(request: Request): OperatorId[] {
  if (!isOpen(request)) return [];
  const turned = new Set(countedKeys(request));
  return eligible(request).filter((operator) => !turned.has(operator));
}

/** When an open request stops waiting as it is: its round collapses, or it expires. */
export function waitsUntilMs(request: Open): number {
  const windowMs = request.state === 'staging' ? request.windowEndsAtMs : null;
  return windowMs === null ? request.expiresAtMs : Math.min(windowMs, request.expiresAtMs);
}
