/** The request object that GET returns and that every event carries (docs/contract.md#request-object). */
import type { Envelope } from '../../../protocol/sealed-envelope';
import {
  type Authorized,
  type Execution,
  isAuthorized,
  isLive,
  isNotAuthorized,
  isOpen,
  outcomeOf,
  type Request,
  type Stopped,
} from './request';

export interface ExecutionObject {
  readonly state: 'none' | 'pending' | 'claimed' | 'succeeded' | 'failed';
  readonly claimed_at: number | null;
  readonly lease_expires_at: number | null;
  readonly reported_at: number | null;
  readonly reference: string | null;
  readonly error: string | null;
  readonly execute_by: number | null;
}

/** `request` must be settled at `nowMs`. `intent` is the envelope exactly as sent, or null. */
export function renderRequest(request: Request, intent: Envelope | null, nowMs: number) {
  const live = isLive(request);
  return {
    id: request.id,
    action: request.action,
    requester: request.requester,
    operation_hash: request.operationHash,
    state: request.state,
    live,
    outcome: outcomeOf(request),
    approvers: isAuthorized(request) ? request.approvers : [],
    params: request.params,
    created_at: request.createdAtMs,
    decided_at: live || isOpen(request) ? null : request.verdictAtMs,
    intent,
    execution: isAuthorized(request) ? renderExecution(request, nowMs) : NOTHING_TO_RUN,
    ...(isNotAuthorized(request) && request.outcomeReason !== null ? { outcome_reason: request.outcomeReason } : {}),
    ...(isAuthorized(request) && request.stopped !== null ? { stopped: renderStopped(request, request.stopped) } : {}),
  };
}

export type RequestObject = Readonly<ReturnType<typeof renderRequest>>;

/** Nobody claims after a stop, so the last claim was before it. */
function renderStopped({ execution }: Authorized, { atMs, by }: Stopped) {
  return { at: atMs, by: by.actor, claimed_at: 'claimedAtMs' in execution ? execution.claimedAtMs : null };
}

const NOTHING_TO_RUN: ExecutionObject = {
  state: 'none',
  claimed_at: null,
  lease_expires_at: null,
  reported_at: null,
  reference: null,
  error: null,
  execute_by: null,
};

function renderExecution(request: Authorized, nowMs: number): ExecutionObject {
  const execution: Execution = request.execution;
  if (execution.state === 'none') return NOTHING_TO_RUN;
  const execute_by = execution.executeByMs;
  if (execution.state === 'reported') {
    return {
      state: execution.status,
      claimed_at: execution.claimedAtMs,
      lease_expires_at: execution.leaseExpiresAtMs,
      reported_at: execution.reportedAtMs,
      reference: execution.reference,
      error: execution.error,
      execute_by,
    };
  }
  if (execution.state === 'claimed' && nowMs < execution.leaseExpiresAtMs) {
    const { claimedAtMs: claimed_at, leaseExpiresAtMs: lease_expires_at } = execution;
    return { ...NOTHING_TO_RUN, state: 'claimed', claimed_at, lease_expires_at, execute_by };
  }
  // Nobody can claim the intent any more. A worker that claimed it earlier may still report.
  if (request.state === 'failed' || request.stopped !== null) return NOTHING_TO_RUN;
  // After its lease expires, the execution is shown as pending again.
  return { ...NOTHING_TO_RUN, state: 'pending', execute_by };
}
