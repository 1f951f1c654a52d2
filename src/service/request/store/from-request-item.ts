/** Reads a request from its item (request-item.ts). */

import type { Item } from '../../../adapters/dynamodb/item';
import type { ActionId, ClaimId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { operationHash } from '../../../protocol/operation-hash';
import type { KeptReceipt } from '../rules/receipt';
import type { Authorized, PolicySnapshot, Request, Sent, Stopped } from '../rules/request';
import { proposalOf, unpackJournal } from './journal-text';
import { readBody } from './request-body';
import { HASH_PREFIX, type StoredRequest } from './request-item';

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
