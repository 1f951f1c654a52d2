/** Reads a request from its item (request-item.ts). */
import type { KeptReceipt } from '../../../core/execution/receipt';
import type { Authorized, Request, Turn } from '../../../core/request/request';
import type { ActionId, ClaimId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { operationHash } from '../../../protocol/operation-hash';
import type { Item } from '../item';
import { HASH_PREFIX, type RequestItem } from './request-item';
import {
  type PackedPolicy,
  type PackedTurn,
  proposalOf,
  unpackCallback,
  unpackDigests,
  unpackJournal,
  unpackPolicy,
  unpackSeats,
  unpackSent,
  unpackStopped,
  unpackTurn,
} from './request-text';

/** The item as stored: attributes that would be null are missing. */
type StoredRequest = { readonly [Name in keyof RequestItem]?: NonNullable<RequestItem[Name]> };

export function fromRequestItem(stored: Item): Request {
  const item = stored as StoredRequest;
  const [org, , id] = (item.pk as string).split('#');
  const params = JSON.parse(item.params as string) as Record<string, string>;
  const policy = unpackPolicy(JSON.parse(item.policy as string) as PackedPolicy);
  const action = item.action as ActionId;
  const approvers = item.approvers === undefined ? null : (JSON.parse(item.approvers) as OperatorId[]);
  const proposalFields = {
    action,
    requester: item.requester as OperatorId,
    operationHash:
      item.operation_hash === undefined ? operationHash(action, params) : `${HASH_PREFIX}${item.operation_hash}`,
    policy,
    sent: item.sent === undefined ? null : unpackSent(item.sent),
  };
  const common = {
    minForm: item.min_form as number,
    ...proposalFields,
    org: org as OrgId,
    id: id as RequestId,
    summary: item.summary ?? null,
    params,
    digests: item.digests === undefined ? null : unpackDigests(item.digests),
    seats: unpackSeats(item.asked as string, item.seats),
    callback: item.callback === undefined ? null : unpackCallback(item.callback),
    executeWithinMs: item.execute_within ?? null,
    createdAtMs: item.created_at as number,
    expiresAtMs: item.expires_at ?? (item.created_at as number) + policy.ttlMs,
    codeKeyId: item.code_key as string,
    round: item.round ?? 1,
    reminded: item.reminded === true,
    warned: item.warned === true,
    updatedAtMs: item.updated_at as number,
    revision: item.revision as number,
    writeId: item.write_id as string,
    journal: unpackJournal(item.journal ?? [], item.revision as number, proposalOf(proposalFields, approvers)),
    checkAtMs: item.check_at ?? null,
  };
  const state = item.state as Request['state'];
  switch (state) {
    case 'notified':
      return { ...common, state };
    case 'staging':
      return {
        ...common,
        state,
        turns: (JSON.parse(item.turns as string) as PackedTurn[]).map(unpackTurn) as [Turn, ...Turn[]],
        windowEndsAtMs: item.window_ends_at ?? null,
      };
    case 'denied':
    case 'expired':
    case 'aborted':
      return { ...common, ...verdictOf(item), ...turnedOf(item), state, outcomeReason: item.outcome_reason ?? null };
    case 'authorized':
    case 'executing':
      return { ...common, ...authorizationOf(item), state, integrationUntilMs: item.integration_until as number };
    case 'succeeded':
    case 'failed':
      return { ...common, ...authorizationOf(item), state, endedAtMs: item.ended_at ?? (item.verdict_at as number) };
    default:
      throw new Error(`request item ${String(item.pk)} has an unknown state`);
  }
}

function verdictOf(item: StoredRequest) {
  return {
    verdictAtMs: item.verdict_at as number,
    decidedBy: JSON.parse((item.decided_by ?? item.approvers) as string) as OperatorId[],
    reason: item.reason ?? null,
  };
}

function turnedOf({ turned }: StoredRequest) {
  return turned === undefined ? {} : { turned: JSON.parse(turned as string) as OperatorId[] };
}

function authorizationOf(item: StoredRequest) {
  return {
    ...verdictOf(item),
    approvers: JSON.parse(item.approvers as string) as OperatorId[],
    turnedAtMs: item.turned_at === undefined ? null : (JSON.parse(item.turned_at) as number[]),
    execution: executionOf(item),
    stopped: item.stopped === undefined ? null : unpackStopped(item.stopped),
  };
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
