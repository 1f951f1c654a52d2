/**
 * What a stolen session alone must not do (docs/security.md): add a passkey, end other sessions, set a chat, make a
 * sign-in link for its own operator, and make an edit that waits for a second admin where there is none.
 */
import { FRESH_SIGN_IN_MS } from '../../protocol/fresh-sign-in';

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
  return IS_ENOUGH[began] && nowMs < createdAtMs + FRESH_SIGN_IN_MS;
}
