/**
 * The request item. Conditions and indexes need some attributes on their own; the rest is compact JSON text. A write
 * costs capacity for every KiB of the item, so nothing is stored in it twice.
 *
 * Params are text, because a map would lose a param named `__proto__` in the SDK's marshaller.
 */

import { dueAtMs } from '../../core/request/deadlines';
import {
  type Authorized,
  type Execution,
  isAuthorized,
  isOpen,
  type Request,
  type Turn,
} from '../../core/request/request';
import type { ActionId, ApiKeyId, ClaimId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import { dueShardOf, executablePk, leasedPk, openPk, recentPk, requestKey } from './keys';
import {
  type PackedPolicy,
  type PackedSeat,
  type PackedTurn,
  packPolicy,
  packRevision,
  packSeat,
  packSent,
  packTurn,
  proposalOf,
  unpackJournal,
  unpackPolicy,
  unpackSeat,
  unpackSent,
  unpackTurn,
} from './request-text';

export type Item = Record<string, unknown>;

const HASH_PREFIX = 'sha256:';

export function toRequestItem(request: Request): Item {
  return withoutNulls({
    ...requestKey(request.org, request.id),
    action: request.action,
    requester: request.requester,
    summary: request.summary,
    params: JSON.stringify(request.params),
    operation_hash: request.operationHash.slice(HASH_PREFIX.length),
    policy: JSON.stringify(packPolicy(request.policy)),
    seats: JSON.stringify(request.seats.map(packSeat)),
    callback: request.callback === null ? null : JSON.stringify(request.callback),
    sent: request.sent === null ? null : packSent(request.sent),
    execute_within: request.executeWithinMs,
    state: request.state,
    round: request.round === 1 ? null : request.round,
    reminded: request.reminded || null,
    code_key: request.codeKeyId,
    created_at: request.createdAtMs,
    expires_at: request.expiresAtMs,
    updated_at: request.updatedAtMs,
    check_at: request.checkAtMs,
    revision: request.revision,
    write_id: request.writeId,
    journal: request.journal.map((record) => packRevision(record.entries, proposalOf(request))),
    recent_pk: recentPk(request.org),
    ...stateAttributes(request),
    ...workAttributes(request),
    ...dueAttributes(request),
  });
}

function stateAttributes(request: Request): Item {
  if (isOpen(request)) {
    if (request.state === 'notified') return {};
    return { turns: JSON.stringify(request.turns.map(packTurn)), window_ends_at: request.windowEndsAtMs };
  }
  const verdict = {
    verdict_at: request.verdictAtMs,
    decided_by: JSON.stringify(request.decidedBy),
    reason: request.reason,
  };
  if (!isAuthorized(request)) return verdict;
  return {
    ...verdict,
    approvers: JSON.stringify(request.approvers),
    ...('endedAtMs' in request ? { ended_at: request.endedAtMs } : { integration_until: request.integrationUntilMs }),
    ...executionAttributes(request.execution),
  };
}

function executionAttributes(execution: Execution): Item {
  if (execution.state === 'none') return {};
  const window = { execute_by: execution.executeByMs };
  if (execution.state === 'pending') return { ...window, window_closed: execution.closed || null };
  const lease = {
    ...window,
    claim_id: execution.claimId,
    claimed_at: execution.claimedAtMs,
    lease_expires_at: execution.leaseExpiresAtMs,
  };
  if (execution.state === 'claimed') return { ...lease, window_closed: execution.closed || null };
  return {
    ...lease,
    report_status: execution.status,
    reported_at: execution.reportedAtMs,
    reference: execution.reference,
    error: execution.error,
  };
}

/** At most one entry in the work index: open, executable or leased. */
export function workAttributes(request: Request): Item {
  if (isOpen(request)) return { work_pk: openPk(request.org), work_at: request.createdAtMs };
  if (!isAuthorized(request) || request.state === 'failed') return {};
  const { execution } = request;
  if (execution.state === 'none' || execution.state === 'reported' || execution.closed) return {};
  return execution.state === 'pending'
    ? { work_pk: executablePk(request.org), work_at: request.createdAtMs }
    : { work_pk: leasedPk(request.org), work_at: execution.leaseExpiresAtMs };
}

export function dueAttributes(request: Request): Item {
  const dueAt = dueAtMs(request);
  return dueAt === null ? {} : { due_pk: dueShardOf(requestKey(request.org, request.id)), due_at: dueAt };
}

export function fromRequestItem(item: Item): Request {
  const [org, , id] = (item.pk as string).split('#');
  const proposalFields = {
    action: item.action as ActionId,
    requester: item.requester as OperatorId,
    operationHash: `${HASH_PREFIX}${item.operation_hash as string}`,
    policy: unpackPolicy(JSON.parse(item.policy as string) as PackedPolicy),
    sent: item.sent === undefined ? null : unpackSent(item.sent as string),
  };
  const common = {
    ...proposalFields,
    org: org as OrgId,
    id: id as RequestId,
    summary: (item.summary as string | undefined) ?? null,
    params: JSON.parse(item.params as string) as Record<string, string>,
    seats: (JSON.parse(item.seats as string) as PackedSeat[]).map(unpackSeat),
    callback:
      item.callback === undefined ? null : (JSON.parse(item.callback as string) as { url: string; keyId: ApiKeyId }),
    executeWithinMs: (item.execute_within as number | undefined) ?? null,
    createdAtMs: item.created_at as number,
    expiresAtMs: item.expires_at as number,
    codeKeyId: item.code_key as string,
    round: (item.round as number | undefined) ?? 1,
    reminded: item.reminded === true,
    updatedAtMs: item.updated_at as number,
    revision: item.revision as number,
    writeId: item.write_id as string,
    journal: unpackJournal(
      (item.journal as string[] | undefined) ?? [],
      item.revision as number,
      proposalOf(proposalFields),
    ),
    checkAtMs: (item.check_at as number | undefined) ?? null,
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
        windowEndsAtMs: (item.window_ends_at as number | undefined) ?? null,
      };
    case 'denied':
    case 'expired':
    case 'aborted':
      return { ...common, ...verdictOf(item), state };
    case 'authorized':
    case 'executing':
      return { ...common, ...authorizationOf(item), state, integrationUntilMs: item.integration_until as number };
    case 'succeeded':
    case 'failed':
      return { ...common, ...authorizationOf(item), state, endedAtMs: item.ended_at as number };
    default:
      throw new Error(`request item ${String(item.pk)} has an unknown state`);
  }
}

function verdictOf(item: Item) {
  return {
    verdictAtMs: item.verdict_at as number,
    decidedBy: JSON.parse(item.decided_by as string) as OperatorId[],
    reason: (item.reason as string | undefined) ?? null,
  };
}

function authorizationOf(item: Item) {
  return {
    ...verdictOf(item),
    approvers: JSON.parse(item.approvers as string) as OperatorId[],
    execution: executionOf(item),
  };
}

function executionOf(item: Item): Authorized['execution'] {
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
    reference: (item.reference as string | undefined) ?? null,
    error: (item.error as string | undefined) ?? null,
  };
}

export function withoutNulls(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));
}
