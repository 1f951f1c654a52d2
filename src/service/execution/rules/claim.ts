/**
 * The rules of claims, applied to an image of the request (operation claimRequest).
 *
 * One conditional write in the store decides who wins. These functions decide what that write does. For a caller who
 * lost, they find the reason in the image that the write met. The order of the checks is that of
 * docs/design.md#order-of-answers.
 */
import { err, ok, type Result } from '../../../protocol/result';
import { settle } from '../../ceremony/rules/settle';
import { type Change, claimEntry, type RunReport, reportEntry, unchanged } from '../../request/rules/journal';
import {
  type Authorized,
  isAfterExecuteBy,
  isAuthorized,
  type Lease,
  outcomeOf,
  type Request,
} from '../../request/rules/request';
import type { Receipt } from '../../request/rules/signed';

export type ClaimRefusal =
  | { readonly reason: 'no_intent' }
  | { readonly reason: 'not_authorized'; readonly state: Request['state'] }
  | { readonly reason: 'already_reported' }
  | { readonly reason: 'stopped'; readonly atMs: number }
  | { readonly reason: 'already_claimed'; readonly leaseExpiresAtMs: number }
  | { readonly reason: 'window_closed'; readonly executeByMs: number };

export function claimIntent(request: Request, lease: Lease): Result<Change<Authorized>, ClaimRefusal> {
  const nowMs = lease.claimedAtMs;
  if (request.executeWithinMs === null) return err({ reason: 'no_intent' });
  const settled = settle(request, nowMs).request;
  if (!isAuthorized(settled) || settled.execution.state === 'none' || hasFailed(settled)) {
    return err({ reason: 'not_authorized', state: settled.state });
  }
  const { execution, stopped } = settled;
  if (execution.state === 'reported') return err({ reason: 'already_reported' });
  if (stopped !== null) return err({ reason: 'stopped', atMs: stopped.atMs });
  if (execution.state === 'claimed' && nowMs < execution.leaseExpiresAtMs) {
    return err({ reason: 'already_claimed', leaseExpiresAtMs: execution.leaseExpiresAtMs });
  }
  if (isAfterExecuteBy(execution, nowMs)) return err({ reason: 'window_closed', executeByMs: execution.executeByMs });
  const previousClaimAtMs = execution.state === 'claimed' ? execution.claimedAtMs : null;
  return ok({
    request: {
      ...settled,
      execution: { ...lease, previousClaimAtMs, state: 'claimed', executeByMs: execution.executeByMs, closed: false },
      updatedAtMs: nowMs,
    },
    entries: [claimEntry(lease)],
  });
}

/** Its integration's call failed. If somebody stopped it, that is why. */
const hasFailed = ({ state, stopped }: Authorized): boolean => state === 'failed' && stopped === null;

export type ReportRefusal =
  | { readonly reason: 'no_intent' }
  /** The receipt names another operation or intent than this request's. */
  | { readonly reason: 'other_operation' }
  | { readonly reason: 'already_reported' }
  | { readonly reason: 'claim_lost' };

/**
 * A report counts if its claim is the latest one, even if the lease or the window is over: the call was made, and
 * refusing the report would lose that fact. Repeating a report changes nothing.
 */
export function judgeReport(request: Request, report: RunReport, nowMs: number): Result<Change, ReportRefusal> {
  if (request.executeWithinMs === null) return err({ reason: 'no_intent' });
  if (report.receipt !== undefined && !isOf(request, report.receipt)) return err({ reason: 'other_operation' });
  if (!isAuthorized(request) || request.execution.state === 'none' || request.execution.state === 'pending') {
    return err({ reason: 'claim_lost' });
  }
  const { execution } = request;
  if (execution.state === 'reported') {
    return isSameReport(execution, report) ? ok(unchanged<Request>(request)) : err({ reason: 'already_reported' });
  }
  if (execution.claimId !== report.claimId) return err({ reason: 'claim_lost' });
  const { closed: _closed, ...lease } = execution;
  const { receipt, ...reported } = report;
  const kept = receipt === undefined ? {} : { receipt: { signature: receipt.signature, key: receipt.key } };
  return ok({
    request: {
      ...request,
      execution: { ...lease, ...reported, ...kept, state: 'reported', reportedAtMs: nowMs },
      updatedAtMs: nowMs,
    },
    entries: [reportEntry(request.id, report, nowMs)],
  });
}

const isOf = ({ operationHash, params }: Request, receipt: Receipt): boolean =>
  receipt.operationHash === operationHash && receipt.intent === params.intent;

type PlainReport = Omit<RunReport, 'receipt'>;

function isSameReport(recorded: PlainReport, sent: PlainReport): boolean {
  return (
    recorded.claimId === sent.claimId &&
    recorded.status === sent.status &&
    recorded.reference === sent.reference &&
    recorded.error === sent.error
  );
}

/** Whether a worker may claim the request now (operation listExecutableRequests). */
export function isExecutable(request: Request, nowMs: number): boolean {
  if (outcomeOf(request) !== 'authorized' || !isAuthorized(request)) return false;
  const { request: settled } = settle(request, nowMs);
  if (!isAuthorized(settled) || settled.state === 'failed' || settled.stopped !== null) return false;
  const { execution } = settled;
  if (execution.state === 'none' || execution.state === 'reported' || isAfterExecuteBy(execution, nowMs)) return false;
  return execution.state === 'pending' || nowMs >= execution.leaseExpiresAtMs;
}
