/**
 * Applies the effects of time to a request (docs/design.md#one-due-time).
 *
 * Runs before every command, in the same write, and in every read, so that a late timer makes no visible difference.
 * Deadlines are exclusive: a deadline is due at its own millisecond.
 */

import { SERVICE } from '../../../protocol/actor';
import { MAX_ROUNDS } from '../../../protocol/rounds';
import { remindAtMs, warnAtMs } from '../../request/rules/deadlines';
import { type Change, type Entry, type EntryKind, unchanged } from '../../request/rules/journal';
import {
  type Authorized,
  isAfterExecuteBy,
  isAuthorized,
  isOpen,
  isRunning,
  type Open,
  type Request,
  type Staging,
} from '../../request/rules/request';
import { endNotAuthorized } from './refuse';
import { STOPPED } from './stop';
import { toNotified } from './withdraw';

/** `request` as of `nowMs`. The entries are empty if nothing was due. */
export function settle(request: Request, nowMs: number): Change {
  if (isOpen(request)) return settleOpen(request, nowMs);
  if (isAuthorized(request)) return settleAuthorized(request, nowMs);
  return unchanged(request);
}

/** Whether a reader can see the change. A GET does not write a reminder or a warning alone. */
export function isVisible(change: Change): boolean {
  return change.entries.some(({ kind }) => !INVISIBLE.has(kind));
}

const INVISIBLE: ReadonlySet<EntryKind> = new Set(['request.reminded', 'request.warned', 'intent.window_closed']);

function settleOpen(request: Open, nowMs: number): Change {
  // The TTL is checked first: a round that collapses before the end does not change the end.
  if (nowMs >= request.expiresAtMs) {
    return endNotAuthorized(request, {
      state: 'expired',
      atMs: nowMs,
      verdictAtMs: request.expiresAtMs,
      by: SERVICE,
    });
  }
  const collapsed = windowHasClosed(request, nowMs) ? collapse(request, nowMs) : unchanged<Request>(request);
  const current = collapsed.request;
  const told = isOpen(current) ? tellOfTheEnd(current, nowMs) : null;
  if (told === null) return collapsed;
  // The reminder may have been due before the round ended, and the history is sorted by time.
  const entries = [...collapsed.entries, told.entry].sort((one, other) => one.atMs - other.atMs);
  return { request: { ...told.request, updatedAtMs: nowMs }, entries };
}

/** A reminder that is due together with the warning is left out, because nobody needs both. */
function tellOfTheEnd(request: Open, nowMs: number): { readonly request: Open; readonly entry: Entry } | null {
  if (!request.warned && nowMs >= warnAtMs(request)) {
    const entry: Entry = { kind: 'request.warned', atMs: warnAtMs(request), ...SERVICE };
    return { request: { ...request, reminded: true, warned: true }, entry };
  }
  if (request.reminded || nowMs < remindAtMs(request)) return null;
  const entry: Entry = { kind: 'request.reminded', atMs: remindAtMs(request), ...SERVICE };
  return { request: { ...request, reminded: true }, entry };
}

function windowHasClosed(request: Open, nowMs: number): request is Staging & { windowEndsAtMs: number } {
  return request.state === 'staging' && request.windowEndsAtMs !== null && nowMs >= request.windowEndsAtMs;
}

/** Invalidates the turns and the codes of the round. The next round has new codes. */
function collapse(request: Staging & { windowEndsAtMs: number }, nowMs: number): Change {
  const atMs = request.windowEndsAtMs;
  const entry: Entry = {
    kind: 'round.collapsed',
    atMs,
    ...SERVICE,
    data: { round: request.round, turned: request.turns.map((turn) => turn.operator) },
  };
  if (request.round >= MAX_ROUNDS) {
    const aborted = endNotAuthorized(request, {
      state: 'aborted',
      atMs: nowMs,
      verdictAtMs: atMs,
      by: SERVICE,
      reason: 'too_many_rounds',
    });
    return { request: aborted.request, entries: [entry, ...aborted.entries] };
  }
  return {
    request: {
      ...toNotified(request),
      round: request.round + 1,
      seats: request.seats.map((seat) => ({ ...seat, wrongCodes: 0 })),
      updatedAtMs: nowMs,
    },
    entries: [entry],
  };
}

function settleAuthorized(request: Authorized, nowMs: number): Change {
  const integrated = closeIntegrationWindow(request, nowMs);
  const { execution } = integrated.request;
  const unreported = execution.state === 'pending' || execution.state === 'claimed';
  if (!unreported || execution.closed || !isAfterExecuteBy(execution, nowMs)) return integrated;
  return {
    request: {
      ...integrated.request,
      execution: { ...execution, closed: true },
      updatedAtMs: nowMs,
    },
    entries: [...integrated.entries, { kind: 'intent.window_closed', atMs: execution.executeByMs, ...SERVICE }],
  };
}

/** The integration's window closed before its call succeeded (docs/contract.md#event-types). */
function closeIntegrationWindow(request: Authorized, nowMs: number): Change<Authorized> {
  if (!isRunning(request)) return unchanged<Authorized>(request);
  if (nowMs < request.integrationUntilMs) return unchanged<Authorized>(request);
  const { integrationUntilMs, ...rest } = request;
  const reason = request.stopped === null ? 'integration_window_closed' : STOPPED;
  return {
    request: { ...rest, state: 'failed', endedAtMs: integrationUntilMs, reason, updatedAtMs: nowMs },
    entries: [{ kind: 'request.failed', atMs: integrationUntilMs, ...SERVICE, data: { reason } }],
  };
}
