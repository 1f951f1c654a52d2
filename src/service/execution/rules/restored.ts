/**
 * Requests after a restore of the table to an earlier instant (docs/deploy.md#backup-and-restore).
 *
 * What happened outside cannot be taken back: a worker may have made its call, and an integration may have been called. So
 * a request to which this happened after the instant never runs again, whatever the restored table says about it.
 */
import { SERVICE } from '../../../protocol/actor';
import { endNotAuthorized, isAbortedByProgram } from '../../ceremony/rules/refuse';
import { withoutTurns } from '../../ceremony/rules/withdraw';
import { type Change, type Entry, unchanged } from '../../request/rules/journal';
import { isAuthorized, isOpen, isRunning, type NotAuthorized, type Request } from '../../request/rules/request';

/** The reason of a request that a restore ended, and of a window that it closed. */
export const RESTORED = 'restored';

/** `request` as the restored table has it, without a way to run again. No entries: it could not run anyway. */
export function neverAgain(request: Request, nowMs: number): Change {
  if (isOpen(request))
    return endNotAuthorized(request, { state: 'aborted', atMs: nowMs, by: SERVICE, isRestore: true, reason: RESTORED });
  if (!isAuthorized(request)) return unchanged(request);
  const integrated = endCall(request, nowMs);
  const { execution } = integrated.request;
  if (execution.state !== 'pending' && execution.state !== 'claimed') return integrated;
  // It was stopped before the instant, so nothing of it begins any more.
  if (integrated.request.stopped !== null) return integrated;
  const executeByMs = Math.min(execution.executeByMs, nowMs - 1);
  if (execution.closed && executeByMs === execution.executeByMs) return integrated;
  // A worker that claimed before the instant may still report, and nobody waits for its lease.
  const lease =
    execution.state === 'claimed' ? { leaseExpiresAtMs: Math.min(execution.leaseExpiresAtMs, nowMs - 1) } : {};
  const entry: Entry = { kind: 'intent.window_closed', atMs: nowMs, ...SERVICE, data: { reason: RESTORED } };
  return {
    request: {
      ...integrated.request,
      reason: RESTORED,
      restored: true,
      execution: { ...execution, ...lease, executeByMs, closed: true },
      updatedAtMs: nowMs,
    },
    entries: [...integrated.entries, entry],
  };
}

/** Ends the integration's call, so that no delivery of it is made or started again. */
function endCall<R extends Extract<Request, { execution: unknown }>>(request: R, nowMs: number) {
  if (!isRunning(request) || request.policy.integration === null)
    return unchanged<Extract<Request, { execution: unknown }>>(request);
  const { integrationUntilMs: _until, ...rest } = request;
  return {
    request: {
      ...rest,
      state: 'failed' as const,
      endedAtMs: nowMs,
      reason: RESTORED,
      restored: true as const,
      updatedAtMs: nowMs,
    },
    entries: [{ kind: 'request.failed', atMs: nowMs, ...SERVICE, data: { reason: RESTORED } } as const],
  };
}

/**
 * A request that was proposed after the instant, and is not in the restored table. Its id follows from its
 * Idempotency-Key, so without it a repeated create would run a second time. It comes back as aborted. Its policy version may
 * have been made after the instant too, and then its display is lost. So the request comes back without one.
 */
export function abandoned(lost: Request, nowMs: number): Change<NotAuthorized> {
  const request: NotAuthorized = {
    ...withoutOutcome(lost),
    digests: null,
    journal: [],
    checkAtMs: null,
    state: 'aborted',
    verdictAtMs: nowMs,
    endedBy: 'restore',
    decidedBy: [],
    reason: RESTORED,
    note: null,
    outcomeReason: null,
    updatedAtMs: nowMs,
  };
  const entry = { kind: 'request.aborted', atMs: nowMs, ...SERVICE, data: { reason: RESTORED } } as const;
  return { request, entries: [entry] };
}

function withoutOutcome(lost: Request) {
  if (isOpen(lost)) return withoutTurns(lost);
  if (!isAuthorized(lost)) return lost;
  const {
    approvers: _approvers,
    turnedAtMs: _turned,
    execution: _execution,
    stopped: _stopped,
    restored: _restored,
    ...rest
  } = lost;
  if ('endedAtMs' in rest) {
    const { endedAtMs: _ended, ...common } = rest;
    return common;
  }
  const { integrationUntilMs: _until, ...common } = rest;
  return common;
}

/** What a table knows of a request's claim, of its end, and of its integration's call. */
export interface BegunWork {
  readonly claimId: string | null;
  readonly isReported: boolean;
  /** It was stopped, or its program took it back. Nothing of it may begin again. */
  readonly isStopped: boolean;
  /** Differs if an attempt was made or begun. Null if there was none. */
  readonly call: string | null;
}

/** Whether a call was made, or may have been made, after the instant, or somebody made sure that none is. */
export const ranSince = (restored: BegunWork, lost: BegunWork): boolean =>
  (lost.claimId !== null && lost.claimId !== restored.claimId) ||
  (lost.isReported && !restored.isReported) ||
  (lost.isStopped && !restored.isStopped) ||
  (lost.call !== null && lost.call !== restored.call);

export function begunWorkOf(request: Request | null, call: string | null): BegunWork {
  const execution = request !== null && isAuthorized(request) ? request.execution : null;
  const isClaimed = execution?.state === 'claimed' || execution?.state === 'reported';
  const isStopped =
    request !== null && (isAuthorized(request) ? request.stopped !== null : isAbortedByProgram(request));
  return {
    claimId: isClaimed ? execution.claimId : null,
    isReported: execution?.state === 'reported',
    isStopped,
    call,
  };
}
