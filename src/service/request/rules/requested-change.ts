/** What the service reads of a change of the configuration after it was requested, without its document. */
import type { Effect } from '../../configuration/rules/declaration';

/** The kinds of edits that can wait for a second admin (service/administration/rules/edits.ts). */
export type ChangeKind =
  | 'put_action'
  | 'put_group'
  | 'create_operator'
  | 'invite_operators'
  | 'update_operator'
  | 'send_sign_in_link'
  | 'create_key'
  | 'update_key'
  | 'rotate_key'
  | 'reissue_code'
  | 'set_changes_turn'
  | 'rename_organization'
  | 'set_mailed_links'
  | 'set_identity_provider'
  | 'connect_identity';

export interface RequestedChange {
  readonly kind: ChangeKind;
  /** What it means for approvals, when it was requested. Null if it does not concern them. */
  readonly effect: Effect | null;
}

/** Nothing is written on its approval: its requester collects a token, which makes the key or its second token. */
export const COLLECTED = ['create_key', 'rotate_key'] as const satisfies readonly ChangeKind[];

/** What is collected. Null if the change is made on its approval. */
export function collectedBy({ kind }: RequestedChange): (typeof COLLECTED)[number] | null {
  return COLLECTED.find((each) => each === kind) ?? null;
}
