/**
 * The request item. Conditions, indexes, stream filters and updates without a read need some attributes on their own;
 * the rest is one text (request-body.ts). A write costs capacity for every KiB of the item, so nothing is stored twice.
 *
 * Params are text, because a map would lose a param named `__proto__` in the SDK's marshaller.
 */

import type { Item } from '../../../adapters/dynamodb/item';
import type { RequestId } from '../../../protocol/identifiers';
import type { Request } from '../rules/request';

/** The prefix of a hash on the wire. Items store only the rest. */
export const HASH_PREFIX = 'sha256:';

/** Every attribute of a stored request; FIELDS (service/request/rules/fields.ts) has the fields in each. Null means that the item does not have it. Names never change. */
export interface RequestItem {
  readonly pk: string;
  readonly sk: string;
  /** The form of the code that wrote it. */
  readonly form: number;
  /** The oldest form whose code may decide on it. */
  readonly min_form: number;
  readonly action: string;
  readonly requester: string;
  /** The API key that sent it. */
  readonly sent_by: string | null;
  readonly params: string;
  readonly operation_hash: string | null;
  /** The operators who have a seat. This list never changes. */
  readonly asked: string;
  /** All other fields. */
  readonly body: string;
  readonly state: Request['state'];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly updated_at: number;
  readonly check_at: number | null;
  readonly revision: number;
  readonly write_id: string;
  readonly journal: readonly string[];
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
  /** A claim requires that the item does not have it. */
  readonly stopped: string | null;
  readonly recent_pk: string;
  readonly work_pk: string | null;
  readonly work_at: number | null;
  readonly due_pk: string | null;
  readonly due_at: number | null;
}

/** The item as stored: attributes that would be null are missing. */
export type StoredRequest = { readonly [Name in keyof RequestItem]?: NonNullable<RequestItem[Name]> };

/** The request that an index entry belongs to. */
export function idOf(entry: Item): RequestId {
  return (entry.pk as string).slice((entry.pk as string).lastIndexOf('#') + 1) as RequestId;
}
