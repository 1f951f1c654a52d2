/**
 * A change of the configuration that waits for a second admin, and the reasons why an approved one is not made
 * (docs/decisions/four-eyes.md).
 */

import { LIMITS } from '../../../../generated/limits';
import { DOCUMENT_PARAM } from '../../../protocol/change-request';
import { digestOf, operationHash } from '../../../protocol/hash';
import type { Request } from '../../request/rules/request';
import type { Edit, RefusalOf, WaitingKind } from './edits';

/**
 * The edit, and the version of the item that it edits. The document is stored beside the request. Its digest is a
 * param, so the operation hash covers it.
 */
export interface ChangeDocument {
  readonly v: 1;
  readonly edit: Edit;
  /** The revision of the item that the change edits. 0 if there was no item. */
  readonly base: number;
  /** For an edit of a group, the actions that it affects. The change holds only while these are the same. */
  readonly affects?: readonly string[];
}

/** An admin can have at most this many waiting changes, so that nobody can flood the others. */
export const MAX_OPEN_CHANGES = 20;

/** How long after the change succeeded the token of an API key can be collected. */
export const COLLECT_WITHIN_MS = 24 * 3600_000;

/** The approved document. Null if it or the params differ from what the operators saw. */
export function approvedDocument(request: Request, text: string | null): ChangeDocument | null {
  if (text === null || request.params[DOCUMENT_PARAM] !== digestOf(text)) return null;
  if (operationHash(request.action, request.params) !== request.operationHash) return null;
  return JSON.parse(text) as ChangeDocument;
}

/** Reasons why an approved change was not made, as stored on the failed request, with their texts. */
const TEXTS = {
  base_moved: 'somebody else changed this in the meantime. Make the change again from the current version.',
  no_longer_valid: 'it is not valid any more. Make it again from the current configuration.',
  last_admin: 'it would leave no enabled admin.',
  id_taken: 'the operator id is already used.',
  operator_disabled: 'the operator is disabled.',
  too_many_operators: `an organization can have at most ${LIMITS.operators.max} operators.`,
  mail_links_forbidden: 'sign-in links by mail are forbidden for operators who were connected to a company account.',
  no_provider: 'the organization does not use this identity provider any more.',
  identity_taken: 'the company account, or the operator, is already connected.',
  code_not_needed: 'the request was decided, or the seat has turned its key or was removed.',
  signed_changes_began: 'approving a change takes a passkey since then. Make it again.',
  document_changed: 'the stored change is not the one that was approved. Tell all admins, and verify the audit log.',
  integration_window_closed: 'it could not be made within a day. Make it again.',
} as const;

export type ApplyRefusal = Exclude<keyof typeof TEXTS, 'integration_window_closed'>;

/** The refusals that an approved edit can meet. The token of a key is made later, when the requester collects it. */
type Met = RefusalOf<Exclude<WaitingKind, 'create_key' | 'rotate_key'>>['reason'];

/** The reason that is stored for each. */
const STORED = {
  invalid_policy: 'no_longer_valid',
  invalid_group: 'no_longer_valid',
  too_many_people: 'no_longer_valid',
  id_reserved: 'no_longer_valid',
  invalid_name: 'no_longer_valid',
  invalid_actions: 'no_longer_valid',
  key_revoked: 'no_longer_valid',
  not_ready: 'no_longer_valid',
  nobody_approves: 'no_longer_valid',
  version_moved: 'base_moved',
  not_found: 'base_moved',
  last_admin: 'last_admin',
  id_taken: 'id_taken',
  ids_taken: 'id_taken',
  operator_disabled: 'operator_disabled',
  too_many_operators: 'too_many_operators',
  mail_links_forbidden: 'mail_links_forbidden',
  no_provider: 'no_provider',
  identity_taken: 'identity_taken',
  cannot_reissue: 'code_not_needed',
} as const satisfies Readonly<Record<Met, ApplyRefusal>>;

export const storedReason = (reason: string): ApplyRefusal => STORED[reason as Met];

export function whyNotApplied(reason: string | null): string {
  return TEXTS[reason as keyof typeof TEXTS] ?? 'it could not be made.';
}
