/**
 * The request item. Conditions and indexes need some attributes on their own; the rest is compact JSON text. A write
 * costs capacity for every KiB of the item, so nothing is stored in it twice.
 *
 * Params are text, because a map would lose a param named `__proto__` in the SDK's marshaller.
 */

import type { KeptReceipt } from '../../../core/execution/receipt';
import { dueAtMs } from '../../../core/request/deadlines';
import { REQUEST_FORM } from '../../../core/request/form';
import {
  type Authorized,
  type Callback,
  type Execution,
  isAuthorized,
  isOpen,
  type Lease,
  type Request,
  type Turn,
} from '../../../core/request/request';
import type { ActionId, ClaimId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { operationHash } from '../../../protocol/operation-hash';
import { assertNever } from '../../../protocol/result';
import { dueShardOf, executablePk, leasedPk, openPk, recentPk, requestKey } from '../keys';
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

/** Every attribute of a stored request. Null: the item does not have it. Names are never changed. */
export interface RequestItem {
  readonly pk: string;
  readonly sk: string;
  /** The form of the code that wrote it. */
  readonly form: number;
  /** The oldest form whose code may decide on it. */
  readonly min_form: number;
  readonly action: string;
  readonly requester: string;
  readonly sent: string | null;
  readonly summary: string | null;
  readonly params: string;
  readonly operation_hash: string | null;
  readonly policy: string;
  readonly seats: string;
  readonly callback: string | null;
  readonly execute_within: number | null;
  readonly state: Request['state'];
  readonly round: number | null;
  readonly reminded: true | null;
  readonly warned: true | null;
  readonly code_key: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly updated_at: number;
  readonly check_at: number | null;
  readonly revision: number;
  readonly write_id: string;
  readonly journal: readonly string[];
  readonly turns: string | null;
  readonly window_ends_at: number | null;
  readonly verdict_at: number | null;
  readonly decided_by: string | null;
  readonly reason: string | null;
  readonly approvers: string | null;
  readonly turned_at: string | null;
  readonly ended_at: number | null;
  readonly integration_until: number | null;
  readonly execute_by: number | null;
  readonly window_closed: true | null;
  readonly claim_id: string | null;
  readonly claimed_at: number | null;
  readonly lease_expires_at: number | null;
  readonly report_status: 'succeeded' | 'failed' | null;
  readonly reported_at: number | null;
  readonly reference: string | null;
  readonly error: string | null;
  readonly receipt: string | null;
  readonly recent_pk: string;
  readonly work_pk: string | null;
  readonly work_at: number | null;
  readonly due_pk: string | null;
  readonly due_at: number | null;
}

type FieldsOf<T> = T extends unknown ? keyof T : never;
type Attributes = readonly [keyof RequestItem, ...(keyof RequestItem)[]];

/**
 * The attributes that hold each field. A new field of a request does not compile until it is listed here; its attribute
 * does not compile until it is in RequestItem, and then not until it is written; and Request's own type asks for it when
 * it is read.
 */
export const ATTRIBUTES_OF: Readonly<Record<FieldsOf<Request> | FieldsOf<Execution>, Attributes>> = {
  minForm: ['min_form'],
  org: ['pk'],
  id: ['pk'],
  action: ['action'],
  requester: ['requester'],
  sent: ['sent'],
  summary: ['summary'],
  params: ['params'],
  operationHash: ['operation_hash'],
  policy: ['policy'],
  seats: ['seats'],
  callback: ['callback'],
  executeWithinMs: ['execute_within'],
  state: ['state'],
  round: ['round'],
  reminded: ['reminded'],
  warned: ['warned'],
  codeKeyId: ['code_key'],
  createdAtMs: ['created_at'],
  expiresAtMs: ['expires_at'],
  updatedAtMs: ['updated_at'],
  checkAtMs: ['check_at'],
  revision: ['revision'],
  writeId: ['write_id'],
  journal: ['journal'],
  turns: ['turns'],
  windowEndsAtMs: ['window_ends_at'],
  verdictAtMs: ['verdict_at'],
  decidedBy: ['decided_by'],
  reason: ['reason'],
  approvers: ['approvers'],
  turnedAtMs: ['turned_at'],
  endedAtMs: ['ended_at'],
  integrationUntilMs: ['integration_until'],
  execution: ['execute_by', 'claim_id', 'reported_at'],
  executeByMs: ['execute_by'],
  closed: ['window_closed'],
  claimId: ['claim_id'],
  claimedAtMs: ['claimed_at'],
  leaseExpiresAtMs: ['lease_expires_at'],
  status: ['report_status'],
  reportedAtMs: ['reported_at'],
  reference: ['reference'],
  error: ['error'],
  receipt: ['receipt'],
};

/** Without what follows from the rest of the item: a write costs a unit for each KiB. */
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
    seats: JSON.stringify(request.seats.map(packSeat)),
    callback: request.callback === null ? null : JSON.stringify(request.callback),
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

/** What `fromRequestItem` derives. A signed report compares the hash of an intent's operation without reading the item. */
function implied(request: Request): Implied {
  const { action, params, createdAtMs, expiresAtMs, policy } = request;
  const isHashed = params.intent === undefined && operationHash(action, params) === request.operationHash;
  return {
    ...(isHashed ? { operation_hash: null } : {}),
    ...(expiresAtMs === createdAtMs + policy.ttlMs ? { expires_at: null } : {}),
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
  | 'reason'
  | 'approvers'
  | 'turned_at'
  | 'ended_at'
  | 'integration_until';

function verdictAttributes(request: Request): Pick<RequestItem, VerdictAttribute> {
  const none = { approvers: null, turned_at: null, ended_at: null, integration_until: null };
  if (isOpen(request)) return { verdict_at: null, decided_by: null, reason: null, ...none };
  const verdict = {
    verdict_at: request.verdictAtMs,
    decided_by: JSON.stringify(request.decidedBy),
    reason: request.reason,
    ...none,
  };
  if (!isAuthorized(request)) return verdict;
  const keys = {
    approvers: JSON.stringify(request.approvers),
    turned_at: request.turnedAtMs === null ? null : JSON.stringify(request.turnedAtMs),
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

/** At most one entry in the work index: open, executable or leased. */
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

/** As it comes from the store: without what is null. */
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
    seats: (JSON.parse(item.seats as string) as PackedSeat[]).map(unpackSeat),
    callback: item.callback === undefined ? null : (JSON.parse(item.callback as string) as Callback),
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
      return { ...common, ...verdictOf(item), state };
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

function authorizationOf(item: StoredRequest) {
  return {
    ...verdictOf(item),
    approvers: JSON.parse(item.approvers as string) as OperatorId[],
    turnedAtMs: item.turned_at === undefined ? null : (JSON.parse(item.turned_at) as number[]),
    execution: executionOf(item),
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

export function withoutNulls(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));
}

/** The request of an entry of an index. */
export function idOf(entry: Item): RequestId {
  return (entry.pk as string).slice((entry.pk as string).lastIndexOf('#') + 1) as RequestId;
}
