/**
 * All edits of the configuration that a person can make, and whether each waits for a second admin
 * (docs/decisions/four-eyes.md). A new edit does not compile until `WAITS` lists it.
 */
import type { EventType } from '../../protocol/event-types';
import type { ActionId, ApiKeyId, EndpointId, GroupId, OperatorId, RequestId } from '../../protocol/identifiers';
import type { Provider } from '../access/company-sign-in';
import { CHAT_EDITS } from '../chat/setting';
import type { GroupBody } from '../policy/groups';
import type { Policy, TurnNeeds } from '../policy/policy';
import type { ApiKeyPatch, NewApiKey, NewOperator, OperatorPatch } from './config';
import { type EditsOf, neverWait } from './part';

/** The edits of each part that could be removed. */
export const PART_EDITS = {
  ...CHAT_EDITS,
};

export type AnyEdit =
  | { readonly kind: 'put_action'; readonly policy: Omit<Policy, 'version'>; readonly ifVersion?: number | null }
  | { readonly kind: 'delete_action'; readonly id: ActionId }
  | { readonly kind: 'put_group'; readonly group: GroupBody; readonly ifRevision?: number | null }
  | { readonly kind: 'delete_group'; readonly id: GroupId }
  | { readonly kind: 'create_operator'; readonly operator: NewOperator }
  | { readonly kind: 'invite_operators'; readonly operators: readonly NewOperator[] }
  | { readonly kind: 'update_operator'; readonly id: OperatorId; readonly patch: OperatorPatch }
  | { readonly kind: 'send_sign_in_link'; readonly id: OperatorId }
  | { readonly kind: 'end_access'; readonly id: OperatorId }
  | { readonly kind: 'delete_passkey'; readonly owner: OperatorId; readonly passkey: string }
  | ({ readonly kind: 'create_key' } & NewApiKey)
  | ({ readonly kind: 'update_key'; readonly id: ApiKeyId } & ApiKeyPatch)
  | { readonly kind: 'rotate_key'; readonly id: ApiKeyId }
  | { readonly kind: 'end_token'; readonly id: ApiKeyId; readonly number: number }
  | { readonly kind: 'revoke_key'; readonly id: ApiKeyId }
  | { readonly kind: 'reissue_code'; readonly request: RequestId; readonly seat: OperatorId }
  | { readonly kind: 'set_changes_turn'; readonly turn: TurnNeeds }
  | { readonly kind: 'rename_organization'; readonly name: string }
  | { readonly kind: 'set_mailed_links'; readonly allowed: boolean }
  | { readonly kind: 'create_endpoint'; readonly endpoint: NewEndpoint }
  | { readonly kind: 'update_endpoint'; readonly id: EndpointId; readonly patch: EndpointPatch }
  | { readonly kind: 'delete_endpoint'; readonly id: EndpointId }
  | { readonly kind: 'revoke_previous_secret'; readonly id: EndpointId }
  | { readonly kind: 'rotate_secret'; readonly id: EndpointId; readonly overlapSeconds: number }
  | { readonly kind: 'verify_endpoint'; readonly id: EndpointId; readonly token: string }
  | { readonly kind: 'recover_endpoint'; readonly id: EndpointId; readonly span: RecoverySpan }
  /** Null ends company sign-in. */
  | { readonly kind: 'set_identity_provider'; readonly provider: Provider | null }
  | { readonly kind: 'connect_identity'; readonly id: OperatorId; readonly issuer: string; readonly subject: string }
  | { readonly kind: 'disconnect_identity'; readonly owner: OperatorId }
  | EditsOf<typeof PART_EDITS>;

export interface NewEndpoint {
  readonly url: string;
  readonly types: readonly EventType[] | null;
  readonly description: string;
}

export type EndpointPatch = Partial<Pick<NewEndpoint, 'types' | 'description'>> & { readonly enabled?: boolean };

export interface RecoverySpan {
  readonly sinceMs: number;
  readonly untilMs: number;
  /** The cursor of an earlier call that this one continues, or null for the first call. */
  readonly cursor: string | null;
}

/**
 * When the rule applies: `always` waits for a second admin; `judged` waits unless it only makes things safer; `never`
 * takes something away or gives nobody a vote (docs/decisions/four-eyes.md).
 */
export const WAITS = {
  put_action: 'judged',
  delete_action: 'never',
  // It changes who decides, like an edit of a roster.
  put_group: 'always',
  // Only a group that no action names can be deleted.
  delete_group: 'never',
  create_operator: 'always',
  invite_operators: 'always',
  update_operator: 'judged',
  send_sign_in_link: 'always',
  end_access: 'never',
  delete_passkey: 'never',
  create_key: 'always',
  update_key: 'judged',
  rotate_key: 'always',
  end_token: 'never',
  revoke_key: 'never',
  // A new code unlocks a seat and allows five more guesses.
  reissue_code: 'always',
  set_changes_turn: 'judged',
  // The name stands on every page and mail, where a wrong one would mislead people.
  rename_organization: 'always',
  set_mailed_links: 'judged',
  create_endpoint: 'never',
  update_endpoint: 'never',
  delete_endpoint: 'never',
  revoke_previous_secret: 'never',
  rotate_secret: 'never',
  verify_endpoint: 'never',
  recover_endpoint: 'never',
  set_identity_provider: 'judged',
  // Anyone who has the account can act as the operator.
  connect_identity: 'always',
  disconnect_identity: 'never',
  ...neverWait(PART_EDITS),
} as const satisfies Readonly<Record<AnyEdit['kind'], 'always' | 'judged' | 'never'>>;

export type EditKind = AnyEdit['kind'];
export type EditOf<Kind extends EditKind> = Extract<AnyEdit, { kind: Kind }>;

/** The kinds that can become a change that waits. */
export type WaitingKind = {
  [Kind in EditKind]: (typeof WAITS)[Kind] extends 'never' ? never : Kind;
}[EditKind];

/** An edit as stored while it waits. */
export type Edit = EditOf<WaitingKind>;

export function mayWait(edit: AnyEdit): edit is Edit {
  return WAITS[edit.kind] !== 'never';
}
