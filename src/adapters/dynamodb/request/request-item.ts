/**
 * The request item. Conditions and indexes need some attributes on their own; the rest is compact JSON text. A write
 * costs capacity for every KiB of the item, so nothing is stored in it twice.
 *
 * Params are text, because a map would lose a param named `__proto__` in the SDK's marshaller.
 */

import type { Execution, Request } from '../../../core/request/request';
import type { RequestId } from '../../../protocol/identifiers';
import type { OutcomeReason } from '../../../protocol/outcome-reasons';
import type { Item } from '../item';

/** The prefix of a hash on the wire. Items store only the rest. */
export const HASH_PREFIX = 'sha256:';

/** Every attribute of a stored request. Null means that the item does not have it. Names never change. */
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
  /** The digests of the display and of the lines, without their prefix. They never change. */
  readonly digests: string | null;
  /** The operators who have a seat. This list never changes. */
  readonly asked: string;
  /** The seats that have more to store than their operator. */
  readonly seats: string | null;
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
  readonly turned: string | null;
  readonly reason: string | null;
  readonly outcome_reason: OutcomeReason | null;
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
  /** `[at, by, calling]`. A claim requires that the item does not have it. */
  readonly stopped: string | null;
  readonly recent_pk: string;
  readonly work_pk: string | null;
  readonly work_at: number | null;
  readonly due_pk: string | null;
  readonly due_at: number | null;
}

type FieldsOf<T> = T extends unknown ? keyof T : never;
type Attributes = readonly [keyof RequestItem, ...(keyof RequestItem)[]];

/**
 * The attributes that hold each field. The compiler asks for each step of a new field: it must be listed here, its
 * attribute must be in RequestItem, the attribute must be written, and the field must be read back.
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
  digests: ['digests'],
  seats: ['asked', 'seats'],
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
  turned: ['turned'],
  reason: ['reason'],
  outcomeReason: ['outcome_reason'],
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
  stopped: ['stopped'],
};

/** The request that an index entry belongs to. */
export function idOf(entry: Item): RequestId {
  return (entry.pk as string).slice((entry.pk as string).lastIndexOf('#') + 1) as RequestId;
}
