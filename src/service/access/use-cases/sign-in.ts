/** Sessions: POST /api/session (signIn) and the links that open one. */

import { sha256Hex } from '../../../protocol/hash';
import type { ConfigStore } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import type { Clock, Random } from '../../system/ports';
import type { Session, SessionStore } from '../ports/access';
import type { Began } from '../rules/fresh-sign-in';
import { type MailedLinkRuleDeps, mayUseMailedLink } from './mailed-link';

export interface SignInDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
  readonly sessions: SessionStore;
}

export type LinkSignInDeps = SignInDeps & MailedLinkRuleDeps;

const HOUR_MS = 3600_000;
const SESSION_LASTS_MS = 12 * HOUR_MS;

export interface SignedIn {
  /** The value of the cookie. Only its hash is stored. */
  readonly token: string;
  readonly session: Session;
  readonly operator: Operator;
}

/**
 * Uses up the link. Null for an unknown, used, expired or revoked link, a link of another browser, or a disabled
 * operator. The answer does not show which. `browser` is the secret of this browser, if it requested a link.
 */
export async function signInByLink(
  deps: LinkSignInDeps,
  linkToken: string,
  browser: string | null,
): Promise<SignedIn | null> {
  const nowMs = deps.clock.nowMs();
  const browserHash = browser === null ? null : sha256Hex(browser);
  const link = await deps.sessions.spendSignInLink(sha256Hex(linkToken), browserHash, nowMs);
  if (link === null) return null;
  const operator = await deps.config.operator(link.org, link.operator);
  if (operator === null || !isLive(link, operator)) return null;
  if (link.browserHash === null) return openSession(deps, operator, 'link');
  // Since the mail, an admin may have ended such links, and the operator may have added a passkey.
  return (await mayUseMailedLink(deps, operator)) ? openSession(deps, operator, 'mailed_link') : null;
}

/** Whether something made in `accessEpoch` still signs the operator in. */
export function isLive({ accessEpoch }: Pick<Operator, 'accessEpoch'>, operator: Operator): boolean {
  return operator.enabled && operator.accessEpoch === accessEpoch;
}

/** Every sign-in makes a new token, so a session that someone planted in the browser earlier never becomes valid. */
export async function openSession(
  deps: SignInDeps,
  operator: Operator,
  began: Began,
  endMs: number = Number.POSITIVE_INFINITY,
): Promise<SignedIn> {
  const nowMs = deps.clock.nowMs();
  const token = deps.random.base64url(32);
  const session: Session = {
    org: operator.org,
    operator: operator.id,
    id: `ses_${deps.random.hex(12)}`,
    accessEpoch: operator.accessEpoch,
    began,
    createdAtMs: nowMs,
    expiresAtMs: Math.min(endMs, nowMs + SESSION_LASTS_MS),
  };
  await deps.sessions.create(sha256Hex(token), session);
  return { token, session, operator };
}
