/** Converts a request to its item (request-item.ts), and the item to a request. */

import { type Item, withoutNulls } from '../../../adapters/dynamodb/items';
import { dueShardOf, executablePk, leasedPk, openPk, recentPk, requestKey } from '../../../adapters/dynamodb/keys';
import { operationHash } from '../../../protocol/hash';
import type { ActionId, ClaimId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { dueAtMs } from '../rules/deadlines';
import { REQUEST_FORM } from '../rules/fields';
import {
  type Authorized,
  type Execution,
  isAuthorized,
  isOpen,
  isRunning,
  type PolicySnapshot,
  type Request,
  type Sent,
  type Stopped,
} from '../rules/request';
import type { KeptReceipt } from '../rules/signed';
import { packRevision, proposalOf, unpackJournal } from './journal-text';
import { HASH_PREFIX, type RequestItem, readBody, type StoredRequest, writeBody } from './request-item';

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
    prior_claim_at: lease && (lease.previousClaimAtMs ?? 0),
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

export function fromRequestItem(stored: Item): Request {
  const item = stored as StoredRequest;
  const read = <S extends Request['state']>(of: S) => {
    const body = readBody(item, of);
    return { ...commonOf(item, body as Basis), ...body, state: of };
  };
  const state = item.state as Request['state'];
  switch (state) {
    case 'notified':
      return read(state);
    case 'staging':
      return read(state);
    case 'denied':
    case 'expired':
    case 'aborted':
      return read(state);
    case 'authorized':
    case 'executing':
      return { ...read(state), ...runOf(item), integrationUntilMs: item.integration_until as number };
    case 'succeeded':
    case 'failed':
      return { ...read(state), ...runOf(item) };
    default:
      throw new Error(`request item ${String(item.pk)} has an unknown state`);
  }
}

/** What other fields follow from. */
interface Basis {
  readonly policy: PolicySnapshot;
  readonly sent: Sent | null;
  readonly approvers?: readonly OperatorId[];
}

function commonOf(item: StoredRequest, { policy, sent, approvers }: Basis) {
  const [org, , id] = (item.pk as string).split('#');
  const params = JSON.parse(item.params as string) as Record<string, string>;
  const createdAtMs = item.created_at as number;
  const revision = item.revision as number;
  const action = item.action as ActionId;
  const requester = item.requester as OperatorId;
  const hash = item.operation_hash;
  const operation = hash === undefined ? operationHash(action, params) : `${HASH_PREFIX}${hash}`;
  const proposal = proposalOf({ action, requester, operationHash: operation, policy, sent }, approvers ?? null);
  return {
    minForm: item.min_form as number,
    org: org as OrgId,
    id: id as RequestId,
    action,
    requester,
    params,
    operationHash: operation,
    createdAtMs,
    expiresAtMs: item.expires_at ?? createdAtMs + policy.ttlMs,
    updatedAtMs: item.updated_at as number,
    checkAtMs: item.check_at ?? null,
    revision,
    writeId: item.write_id as string,
    journal: unpackJournal(item.journal ?? [], revision, proposal),
  };
}

function runOf(item: StoredRequest) {
  const stopped = item.stopped === undefined ? null : (JSON.parse(item.stopped) as Stopped);
  return { execution: executionOf(item), stopped };
}

function executionOf(item: StoredRequest): Authorized['execution'] {
  if (item.execute_by === undefined) return { state: 'none' };
  const executeByMs = item.execute_by as number;
  const closed = item.window_closed === true;
  if (item.claim_id === undefined) return { state: 'pending', executeByMs, closed };
  const lease = {
    claimId: item.claim_id as ClaimId,
    claimedAtMs: item.claimed_at as number,
    previousClaimAtMs: item.prior_claim_at || null,
    leaseExpiresAtMs: item.lease_expires_at as number,
    executeByMs,
  };
  if (item.reported_at === undefined) return { ...lease, state: 'claimed', closed };
  return {
    ...lease,
    state: 'reported',
    status: item.report_status as 'succeeded' | 'failed',
    reportedAtMs: item.reported_at as number,
    reference: item.reference ?? null,
    error: item.error ?? null,
    ...(item.receipt === undefined ? {} : { receipt: JSON.parse(item.receipt) as KeptReceipt }),
  };
}
