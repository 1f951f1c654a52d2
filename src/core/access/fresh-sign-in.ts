/**
 * Edits that a stolen session alone must not make (docs/security.md): adding a passkey, ending other sessions, setting
 * a chat, making a sign-in link for its own operator, and, without a second admin, giving anybody access.
 */
import type { OperatorId } from '../../protocol/identifiers';
import type { Operator } from '../administration/config';
import { type AnyEdit, PART_EDITS } from '../administration/edits';
import type { FreshOf } from '../administration/part';

const PARTS: ReadonlyMap<string, { readonly isFresh: boolean }> = new Map(Object.entries(PART_EDITS));

/** Enough time to add a passkey after opening a sign-in link. */
const FRESH_MS = 5 * 60_000;

/** How a session began: a `link` comes from an admin, a `mailed_link` was requested by the operator. */
export type Began = 'passkey' | 'link' | 'mailed_link' | 'identity';

/**
 * Whether a sign-in of this kind is enough for these edits. Somebody who controls an operator's mailbox, or the identity
 * provider of an organization, must not be able to add a way in that lasts without it.
 */
const IS_ENOUGH = {
  passkey: true,
  link: true,
  mailed_link: false,
  identity: false,
} as const satisfies Readonly<Record<Began, boolean>>;

/** A sign-in starts each session, so the age of the session is the age of the sign-in. */
export function isFreshSignIn(
  { createdAtMs, began }: { readonly createdAtMs: number; readonly began: Began },
  nowMs: number,
): boolean {
  return IS_ENOUGH[began] && nowMs < createdAtMs + FRESH_MS;
}

/** Edits that need a fresh sign-in from at least some operators. */
export type FreshKind =
  | 'end_access'
  | 'send_sign_in_link'
  | 'create_operator'
  | 'set_identity_provider'
  | 'connect_identity'
  | 'invite_operators'
  | 'update_operator'
  | 'set_mailed_links'
  | FreshOf<typeof PART_EDITS>;

/**
 * An admin may end another operator's access at any time: that operator and the other admins are told. A link for the
 * admin's own account would be a new sign-in.
 */
export function needsFreshSignIn(edit: AnyEdit, by: OperatorId): boolean {
  const isOwn = (edit.kind === 'end_access' || edit.kind === 'send_sign_in_link') && edit.id === by;
  return isOwn || PARTS.get(edit.kind)?.isFresh === true;
}

const GIVES_ACCESS: ReadonlySet<string> = new Set<AnyEdit['kind']>([
  'create_operator',
  'invite_operators',
  'send_sign_in_link',
  'set_identity_provider',
  'connect_identity',
]);

/**
 * Whether somebody gets access or another role. Where no second admin approves this, it needs a fresh sign-in:
 * otherwise a stolen session could make an account of its own, and promote it.
 */
export function handsOutAccess(edit: AnyEdit, operators: readonly Operator[]): boolean {
  if (edit.kind === 'set_mailed_links') return edit.allowed;
  if (edit.kind !== 'update_operator') return GIVES_ACCESS.has(edit.kind);
  const { role } = edit.patch;
  return role !== undefined && operators.some((operator) => operator.id === edit.id && operator.role !== role);
}
