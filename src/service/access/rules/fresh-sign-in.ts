/**
 * Which sign-in each operation of the console needs (docs/security.md#which-sign-in-is-enough). The rule of an operation
 * is its `x-sign-in` in the OpenAPI document.
 */
import { assertNever } from '../../../protocol/result';

/** How a session began: a `link` comes from an admin, a `mailed_link` was requested by the operator. */
export type Began = 'passkey' | 'link' | 'mailed_link' | 'identity';

/**
 * `none`: no session. `any`: any session. `not_mailed`: any session that did not begin with a mailed link.
 * `passkey_or_link`: a session of any age that began with a passkey or an admin's link. `judged`: the same, and a fresh
 * one where the use case says so, by what is edited. `fresh`: one that began so within the last five minutes.
 */
export type SignInRule = 'none' | 'any' | 'not_mailed' | 'passkey_or_link' | 'judged' | 'fresh';

export type SignInProblem = 'not_by_mailed_link' | 'sign_in_again';

interface SignIn {
  readonly createdAtMs: number;
  readonly began: Began;
}

/**
 * Whether a sign-in of this kind is enough for edits and secrets. Somebody who controls an operator's mailbox, or the
 * identity provider of an organization, must not be able to edit anything, or to keep access without it.
 */
const IS_ENOUGH = {
  passkey: true,
  link: true,
  mailed_link: false,
  identity: false,
} as const satisfies Readonly<Record<Began, boolean>>;

/** Null if the session may call an operation with this rule. */
export function signInProblem(rule: SignInRule, session: SignIn, nowMs: number): SignInProblem | null {
  if (rule === 'none' || rule === 'any') return null;
  if (session.began === 'mailed_link') return 'not_by_mailed_link';
  switch (rule) {
    case 'not_mailed':
      return null;
    case 'passkey_or_link':
    case 'judged':
      return IS_ENOUGH[session.began] ? null : 'sign_in_again';
    case 'fresh':
      return isFreshSignIn(session, nowMs) ? null : 'sign_in_again';
    default:
      return assertNever(rule);
  }
}

/** Enough time to add a passkey after opening a sign-in link. */
const FRESH_SIGN_IN_MS = 5 * 60_000;

/**
 * Until when the sign-in is fresh; null if it never is. A sign-in starts each session, so the age of the session is the age of
 * the sign-in.
 */
export function freshUntilMs({ createdAtMs, began }: SignIn): number | null {
  return IS_ENOUGH[began] ? createdAtMs + FRESH_SIGN_IN_MS : null;
}

export function isFreshSignIn(signIn: SignIn, nowMs: number): boolean {
  const untilMs = freshUntilMs(signIn);
  return untilMs !== null && nowMs < untilMs;
}
