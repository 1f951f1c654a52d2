/** Converts a request to its item (request-item.ts). */
import { dueAtMs } from '../../../core/request/deadlines';
import { REQUEST_FORM } from '../../../core/request/form';
import {
  type Authorized,
  type Execution,
  isAuthorized,
  isOpen,
  type Lease,
  type Request,
} from '../../../core/request/request';
import { operationHash } from '../../../protocol/operation-hash';
import { assertNever } from '../../../protocol/result';
import { type Item, withoutNulls } from '../item';
import { dueShardOf, executablePk, leasedPk, openPk, recentPk, requestKey } from '../keys';
import { HASH_PREFIX, type RequestItem } from './request-item';
import {
  packCallback,
  packDigests,
  packPolicy,
  packRevision,
  packSeats,
  packSent,
  packStopped,
  packTurn,
  proposalOf,
} from './request-text';

/** Leaves out what follows from the rest of the item, because a write costs a unit for each KiB. */
export function toRequestItem(request: Request): Item {
  const proposal = proposalOf(request, isAuthorized(request) ? request.approvers : null);
  const item: RequestItem = {
    ...keyAttributes(request),
    form: REQUEST_FORM,
    min_form: request.minForm,
    action: request.action,
    requester: request.requester,
    summary: request.summary,
    params: JSON.stringify(request.params),
    operation_hash: storedHash(request.operationHash),
    policy: JSON.stringify(packPolicy(request.policy)),
    digests: request.digests === null ? null : packDigests(request.digests),
    asked: JSON.stringify(request.seats.map(({ operator }) => operator)),
    seats: packSeats(request.seats),
    callback: request.callback === null ? null : packCallback(request.callback),
    sent: request.sent === null ? null : packSent(request.sent),
    execute_within: request.executeWithinMs,
    state: request.state,
    round: request.round === 1 ? null : request.round,
    reminded: request.reminded || null,
    warned: request.warned || null,
    code_key: request.codeKeyId,
    created_at: request.createdAtMs,
    expires_at: request.expiresAtMs,
    updated_at: request.updatedAtMs,
    check_at: request.checkAtMs,
    revision: request.revision,
    write_id: request.writeId,
    journal: request.journal.map((record) => packRevision(record.entries, proposal)),
    ...openAttributes(request),
    ...verdictAttributes(request),
    ...executionAttributes(isAuthorized(request) ? request.execution : { state: 'none' }),
    ...workAttributes(request),
    ...dueAttributes(request),
  };
  return withoutNulls({ ...item, ...implied(request) });
}

type Implied = Partial<Record<'operation_hash' | 'expires_at' | 'decided_by' | 'ended_at', null>>;

/**
 * Values that `fromRequestItem` can derive. They are stored because a signed report compares the operation hash without
 * reading the item, and the index of open requests needs their end.
 */
function implied(request: Request): Implied {
  const { action, params, createdAtMs, expiresAtMs, policy } = request;
  const isHashed = params.intent === undefined && operationHash(action, params) === request.operationHash;
  return {
    ...(isHashed ? { operation_hash: null } : {}),
    ...(!isOpen(request) && expiresAtMs === createdAtMs + policy.ttlMs ? { expires_at: null } : {}),
    ...(isAuthorized(request) ? impliedByVerdict(request) : {}),
  };
}

function impliedByVerdict(request: Authorized): Implied {
  const byApprovers = JSON.stringify(request.decidedBy) === JSON.stringify(request.approvers);
  const endedAtOnce = 'endedAtMs' in request && request.endedAtMs === request.verdictAtMs;
  return { ...(byApprovers ? { decided_by: null } : {}), ...(endedAtOnce ? { ended_at: null } : {}) };
}

export const storedHash = (hash: string): string => hash.slice(HASH_PREFIX.length);

function keyAttributes({ org, id }: Request): Pick<RequestItem, 'pk' | 'sk' | 'recent_pk'> {
  return { ...requestKey(org, id), recent_pk: recentPk(org) };
}

function openAttributes(request: Request): Pick<RequestItem, 'turns' | 'window_ends_at'> {
  if (request.state !== 'staging') return { turns: null, window_ends_at: null };
  return { turns: JSON.stringify(request.turns.map(packTurn)), window_ends_at: request.windowEndsAtMs };
}

type VerdictAttribute =
  | 'verdict_at'
  | 'decided_by'
  | 'turned'
  | 'reason'
  | 'outcome_reason'
  | 'approvers'
  | 'turned_at'
  | 'ended_at'
  | 'integration_until'
  | 'stopped';

function verdictAttributes(request: Request): Pick<RequestItem, VerdictAttribute> {
  const none = {
    turned: null,
    outcome_reason: null,
    approvers: null,
    turned_at: null,
    ended_at: null,
    integration_until: null,
    stopped: null,
  };
  if (isOpen(request)) return { verdict_at: null, decided_by: null, reason: null, ...none };
  const verdict = {
    verdict_at: request.verdictAtMs,
    decided_by: JSON.stringify(request.decidedBy),
    reason: request.reason,
    ...none,
  };
  if (!isAuthorized(request)) {
    const turned = request.turned === undefined ? null : JSON.stringify(request.turned);
    return { ...verdict, turned, outcome_reason: request.outcomeReason };
  }
  const keys = {
    approvers: JSON.stringify(request.approvers),
    turned_at: request.turnedAtMs === null ? null : JSON.stringify(request.turnedAtMs),
    stopped: request.stopped === null ? null : packStopped(request.stopped),
  };
  return 'endedAtMs' in request
    ? { ...verdict, ...keys, ended_at: request.endedAtMs }
    : { ...verdict, ...keys, integration_until: request.integrationUntilMs };
}

type LeaseAttribute = 'claim_id' | 'claimed_at' | 'lease_expires_at';
type ReportAttribute = 'report_status' | 'reported_at' | 'reference' | 'error' | 'receipt';
type ExecutionAttribute = 'execute_by' | 'window_closed' | LeaseAttribute | ReportAttribute;

const NOT_CLAIMED: Pick<RequestItem, LeaseAttribute> = { claim_id: null, claimed_at: null, lease_expires_at: null };
const NOT_REPORTED: Pick<RequestItem, ReportAttribute> = {
  report_status: null,
  reported_at: null,
  reference: null,
  error: null,
  receipt: null,
};

function executionAttributes(execution: Execution): Pick<RequestItem, ExecutionAttribute> {
  switch (execution.state) {
    case 'none':
      return { execute_by: null, window_closed: null, ...NOT_CLAIMED, ...NOT_REPORTED };
    case 'pending':
      return { ...windowAttributes(execution), ...NOT_CLAIMED, ...NOT_REPORTED };
    case 'claimed':
      return { ...windowAttributes(execution), ...leaseAttributes(execution), ...NOT_REPORTED };
    case 'reported':
      return {
        execute_by: execution.executeByMs,
        window_closed: null,
        ...leaseAttributes(execution),
        report_status: execution.status,
        reported_at: execution.reportedAtMs,
        reference: execution.reference,
        error: execution.error,
        receipt: execution.receipt === undefined ? null : JSON.stringify(execution.receipt),
      };
    default:
      return assertNever(execution);
  }
}

function windowAttributes({ executeByMs, closed }: { readonly executeByMs: number; readonly closed: boolean }) {
  return { execute_by: executeByMs, window_closed: closed || null };
}

function leaseAttributes({ claimId, claimedAtMs, leaseExpiresAtMs }: Lease): Pick<RequestItem, LeaseAttribute> {
  return { claim_id: claimId, claimed_at: claimedAtMs, lease_expires_at: leaseExpiresAtMs };
}

const NO_WORK = { work_pk: null, work_at: null };

/** A request has at most one entry in the work index: open, executable or leased. */
export function workAttributes(request: Request): Pick<RequestItem, 'work_pk' | 'work_at'> {
  if (isOpen(request)) return { work_pk: openPk(request.org), work_at: request.createdAtMs };
  if (!isAuthorized(request) || request.state === 'failed') return NO_WORK;
  const { execution } = request;
  if (execution.state === 'none' || execution.state === 'reported' || execution.closed) return NO_WORK;
  return execution.state === 'pending'
    ? { work_pk: executablePk(request.org), work_at: request.createdAtMs }
    : { work_pk: leasedPk(request.org), work_at: execution.leaseExpiresAtMs };
}

export function dueAttributes(request: Request): Pick<RequestItem, 'due_pk' | 'due_at'> {
  const dueAt = dueAtMs(request);
  if (dueAt === null) return { due_pk: null, due_at: null };
  return { due_pk: dueShardOf(requestKey(request.org, request.id)), due_at: dueAt };
}
