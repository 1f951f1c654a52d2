/** What a stolen session alone must not do (docs/security.md): add a passkey, end other sessions, set a chat. */
import type { OperatorId } from '../../protocol/identifiers';
import type { AnyEdit } from '../administration/edits';

/** Long enough to add a passkey after opening a link. */
const FRESH_MS = 5 * 60_000;

/** A session is made by a link or an assertion of a passkey, so its age is the age of the sign-in. */
export function isFreshSignIn({ createdAtMs }: { readonly createdAtMs: number }, nowMs: number): boolean {
  return nowMs < createdAtMs + FRESH_MS;
}

/** Edits that need a fresh sign-in, at least of some operators. */
export type FreshKind = 'set_chat' | 'end_access';

/** An admin may end the access of somebody else at any time: that person is told, and so are the other admins. */
export function needsFreshSignIn(edit: AnyEdit, by: OperatorId): boolean {
  return edit.kind === 'set_chat' || (edit.kind === 'end_access' && edit.id === by);
}
