/** The next time at which something happens to a request (docs/design.md#one-due-time). */
import { assertNever } from '../../../protocol/result';
import { isAuthorized, isOpen, isRunning, type Request } from './request';

/** After half of the TTL, operators who have not turned a key are reminded once. */
export function remindAtMs(request: Request): number {
  return request.createdAtMs + Math.floor((request.expiresAtMs - request.createdAtMs) / 2);
}

/**
 * When the last tenth of the TTL begins, at most 15 minutes before its end. Operators who have not turned a key are
 * then warned once. A TTL is at least an hour, so the reminder is at least 24 minutes earlier.
 */
export function warnAtMs(request: Request): number {
  const ttlMs = request.expiresAtMs - request.createdAtMs;
  return request.expiresAtMs - Math.min(Math.floor(ttlMs / 10), MOST_WARNED_MS);
}

const MOST_WARNED_MS = 15 * 60_000;

/** The earliest deadline except the check. The exact timer is set for it. Null if there is none. */
export function nextDeadlineMs(request: Request): number | null {
  return earliest(deadlines(request));
}

/** The sort key of the due index: the earliest of the deadlines and the check. */
export function dueAtMs(request: Request): number | null {
  return earliest([...deadlines(request), request.checkAtMs]);
}

function deadlines(request: Request): (number | null)[] {
  if (isOpen(request)) {
    return [
      request.expiresAtMs,
      request.reminded ? null : remindAtMs(request),
      request.warned ? null : warnAtMs(request),
      request.state === 'staging' ? request.windowEndsAtMs : null,
    ];
  }
  if (!isAuthorized(request)) return [];
  const integration = isRunning(request) ? request.integrationUntilMs : null;
  return [integration, executionDeadline(request.execution)];
}

function executionDeadline(execution: Extract<Request, { execution: unknown }>['execution']): number | null {
  switch (execution.state) {
    case 'none':
    case 'reported':
      return null;
    case 'pending':
    case 'claimed':
      // The first moment at which a worker may no longer claim.
      return execution.closed ? null : execution.executeByMs + 1;
    default:
      return assertNever(execution);
  }
}

function earliest(instants: readonly (number | null)[]): number | null {
  const open = instants.filter((instant): instant is number => instant !== null);
  return open.length === 0 ? null : Math.min(...open);
}
