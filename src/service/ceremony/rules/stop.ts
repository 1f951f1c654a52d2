/**
 * Stops what was approved: no claim and no attempt of the integration's call begins afterwards
 * (docs/decisions/stop.md). Stopping is easier than authorizing, so it needs no code and no signature.
 */
import { person, SERVICE } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import { assertNever, err, ok, type Result } from '../../../protocol/result';
import { isAdministrative } from '../../request/rules/administrative';
import { type Change, type Entry, unchanged } from '../../request/rules/journal';
import { ATTEMPT_HOLD_MS } from '../../request/rules/limits';
import {
  type Authorized,
  type Execution,
  isAfterExecuteBy,
  isAuthorized,
  isOpen,
  isRunning,
  type Request,
  type Stopped,
  type Stopper,
} from '../../request/rules/request';

/** The reason of a request that ended because it was stopped while its integration's call was in progress. */
export const STOPPED = 'stopped';

export interface StopCommand {
  readonly by: Stopper;
  /** Only the entry has it. It is never compared with anything. */
  readonly note: string | null;
}

export type NothingToStop =
  | 'no_verdict'
  | 'not_approved'
  /** A change of the configuration. */
  | 'change'
  /** It has neither an intent nor an integration, so the service does not know whether its program has acted. */
  | 'left_to_program'
  | 'call_ended'
  | 'reported'
  | 'window_over';

export interface StopRefusal {
  readonly reason: 'nothing_to_stop';
  readonly why: NothingToStop;
}

/** `request` must be settled at `nowMs`. Stopping it again changes nothing. */
export function stopRequest(
  request: Request,
  { by, note }: StopCommand,
  nowMs: number,
): Result<Change<Authorized>, StopRefusal> {
  if (isAuthorized(request) && request.stopped !== null) return ok(unchanged<Authorized>(request));
  const found = stoppable(request, nowMs);
  if (!found.ok) return found;
  const claimedAtMs = begunOf(found.value)?.fromMs ?? null;
  const data = { ...(claimedAtMs === null ? {} : { claimed_at: claimedAtMs }), ...(note === null ? {} : { note }) };
  const entry: Entry = { kind: 'intent.stopped', atMs: nowMs, ...by, data };
  const marked = mark(found.value, { atMs: nowMs, by, calling: found.value.state === 'executing' });
  return ok({ request: marked.request, entries: [entry, ...marked.entries] });
}

/** The requester, every seat that still counts, and every admin. */
export function stopByOperator(
  request: Request,
  {
    operator,
    isAdmin,
    note,
  }: { readonly operator: OperatorId; readonly isAdmin: boolean; readonly note: string | null },
  nowMs: number,
) {
  const hasSeat = request.seats.some((seat) => seat.operator === operator && !seat.disabled);
  if (!isAdmin && !hasSeat && request.requester !== operator) {
    return err({ reason: 'not_asked', why: 'may_not_stop' } as const);
  }
  return stopRequest(request, { by: person(operator), note }, nowMs);
}

/** When the last worker had it. Both are null for an integration's call, which is no claim. */
export interface Begun {
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

/** What may have run. Null: nothing ran. */
export function begunOf(request: Request): Begun | null {
  if (!isAuthorized(request) || isAdministrative(request)) return null;
  const { execution, stopped, state } = request;
  if ('claimId' in execution) return { fromMs: execution.claimedAtMs, untilMs: execution.leaseExpiresAtMs };
  return state === 'executing' || stopped?.calling === true ? { fromMs: null, untilMs: null } : null;
}

function stoppable(request: Request, nowMs: number): Result<Authorized, StopRefusal> {
  if (isOpen(request)) return nothing('no_verdict');
  if (!isAuthorized(request)) return nothing('not_approved');
  if (isAdministrative(request)) return nothing('change');
  if (isRunning(request)) return ok(request);
  const { execution } = request;
  switch (execution.state) {
    case 'none':
      return nothing(request.policy.integration === null ? 'left_to_program' : 'call_ended');
    case 'reported':
      return nothing('reported');
    case 'pending':
      return isOver(request.state, execution, nowMs) ? nothing('window_over') : ok(request);
    case 'claimed':
      return nowMs >= execution.leaseExpiresAtMs && isOver(request.state, execution, nowMs)
        ? nothing('window_over')
        : ok(request);
    default:
      return assertNever(execution);
  }
}

const nothing = (why: NothingToStop) => err<StopRefusal>({ reason: 'nothing_to_stop', why });

/** Nobody can claim it any more. */
function isOver(
  state: Request['state'],
  execution: Extract<Execution, { readonly closed: boolean }>,
  nowMs: number,
): boolean {
  return state === 'failed' || execution.closed || isAfterExecuteBy(execution, nowMs);
}

/**
 * A request whose call has not begun ends now. If it has begun, one attempt may be posting, for at most as long as it
 * holds the delivery: its result still counts.
 */
function mark(request: Authorized, stopped: Stopped): Change<Authorized> {
  const nowMs = stopped.atMs;
  const common = { stopped, execution: withoutWork(request.execution), updatedAtMs: nowMs };
  switch (request.state) {
    case 'authorized': {
      const { integrationUntilMs: _until, ...rest } = request;
      return {
        request: { ...rest, ...common, state: 'failed', endedAtMs: nowMs, reason: STOPPED },
        entries: [{ kind: 'request.failed', atMs: nowMs, ...SERVICE, data: { reason: STOPPED } }],
      };
    }
    case 'executing': {
      const integrationUntilMs = Math.min(request.integrationUntilMs, nowMs + ATTEMPT_HOLD_MS);
      return { request: { ...request, ...common, integrationUntilMs }, entries: [] };
    }
    default:
      return { request: { ...request, ...common }, entries: [] };
  }
}

/** It leaves the index of work and has no later deadline. A worker that has it can still report. */
function withoutWork(execution: Execution): Execution {
  return execution.state === 'pending' || execution.state === 'claimed' ? { ...execution, closed: true } : execution;
}
