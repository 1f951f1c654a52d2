/** Converts a request to its item (request-item.ts). */

import { type Item, withoutNulls } from '../../../adapters/dynamodb/item';
import { dueShardOf, executablePk, leasedPk, openPk, recentPk, requestKey } from '../../../adapters/dynamodb/keys';
import { operationHash } from '../../../protocol/operation-hash';
import { dueAtMs } from '../rules/deadlines';
import { REQUEST_FORM } from '../rules/form';
import { type Execution, isAuthorized, isOpen, isRunning, type Request } from '../rules/request';
import { packRevision, proposalOf } from './journal-text';
import { writeBody } from './request-body';
import { HASH_PREFIX, type RequestItem } from './request-item';

/** Leaves out what follows from the rest of the item, because a write costs a unit for each KiB. */
export function toRequestItem(request: Request): Item {
  const authorized = isAuthorized(request) ? request : null;
  const proposal = proposalOf(request, authorized?.approvers ?? null);
  const item: RequestItem = {
    ...requestKey(request.org, request.id),
    form: REQUEST_FORM,
    min_form: request.minForm,
    action: request.action,
    requester: request.requester,
    sent_by: request.sent?.keyId ?? null,
    params: JSON.stringify(request.params),
    operation_hash: isHashImplied(request) ? null : storedHash(request.operationHash),
    asked: JSON.stringify(request.seats.map(({ operator }) => operator)),
    body: writeBody(request),
    state: request.state,
    created_at: request.createdAtMs,
    expires_at: isEndImplied(request) ? null : request.expiresAtMs,
    updated_at: request.updatedAtMs,
    check_at: request.checkAtMs,
    revision: request.revision,
    write_id: request.writeId,
    journal: request.journal.map((record) => packRevision(record.entries, proposal)),
    integration_until: authorized !== null && isRunning(authorized) ? authorized.integrationUntilMs : null,
    stopped: authorized?.stopped ? JSON.stringify(authorized.stopped) : null,
    ...executionAttributes(authorized?.execution ?? { state: 'none' }),
    recent_pk: recentPk(request.org),
    ...workAttributes(request),
    ...dueAttributes(request),
  };
  return withoutNulls({ ...item });
}

/** A signed report compares the hash of an intent's operation without reading the item. */
function isHashImplied({ action, params, operationHash: hash }: Request): boolean {
  return params.intent === undefined && operationHash(action, params) === hash;
}

/** The index of open requests has their end. */
function isEndImplied(request: Request): boolean {
  return !isOpen(request) && request.expiresAtMs === request.createdAtMs + request.policy.ttlMs;
}

export const storedHash = (hash: string): string => hash.slice(HASH_PREFIX.length);

function executionAttributes(execution: Execution) {
  const lease = 'claimId' in execution ? execution : null;
  const report = execution.state === 'reported' ? execution : null;
  return {
    execute_by: execution.state === 'none' ? null : execution.executeByMs,
    window_closed: ('closed' in execution && execution.closed) || null,
    claim_id: lease?.claimId ?? null,
    claimed_at: lease?.claimedAtMs ?? null,
    lease_expires_at: lease?.leaseExpiresAtMs ?? null,
    report_status: report?.status ?? null,
    reported_at: report?.reportedAtMs ?? null,
    reference: report?.reference ?? null,
    error: report?.error ?? null,
    receipt: report?.receipt === undefined ? null : JSON.stringify(report.receipt),
  };
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
