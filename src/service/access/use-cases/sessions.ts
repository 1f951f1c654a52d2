/**
 * Sessions: opening one with a link (POST /api/session, signIn), making such links, and ending one
 * (DELETE /api/sessions/{id}, revokeSession).
 */

import { person } from '../../../protocol/actor';
import { sha256Hex } from '../../../protocol/hash';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import type { ConfigStore, Permit } from '../../configuration/ports';
import { incident, type Operator } from '../../configuration/rules/items';
import type { Clock, Random } from '../../system/ports';
import type { Session, SessionStore } from '../ports';
import type { Device } from '../rules/device';
import { SESSION_ENTRIES } from '../rules/edits/operator-access';
import { type Began, isFreshSignIn } from '../rules/fresh-sign-in';
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
  device: Device = 'unknown',
): Promise<SignedIn | null> {
  const nowMs = deps.clock.nowMs();
  const browserHash = browser === null ? null : sha256Hex(browser);
  const link = await deps.sessions.spendSignInLink(sha256Hex(linkToken), browserHash, nowMs);
  if (link === null) return null;
  const operator = await deps.config.operator(link.org, link.operator);
  if (operator === null || !stillSignsIn(link, operator)) return null;
  if (link.browserHash === null) return openSession(deps, operator, 'link', { device });
  // Since the mail, an admin may have ended such links, and the operator may have added a passkey.
  return (await mayUseMailedLink(deps, operator)) ? openSession(deps, operator, 'mailed_link', { device }) : null;
}

/** Whether something made in `accessEpoch` still signs the operator in. */
export function stillSignsIn({ accessEpoch }: Pick<Operator, 'accessEpoch'>, operator: Operator): boolean {
  return operator.enabled && operator.accessEpoch === accessEpoch;
}

/** Every sign-in makes a new token, so a session that someone planted in the browser earlier never becomes valid. */
export async function openSession(
  deps: SignInDeps,
  operator: Operator,
  began: Began,
  { device = 'unknown', endMs = Number.POSITIVE_INFINITY }: { readonly device?: Device; readonly endMs?: number } = {},
): Promise<SignedIn> {
  const nowMs = deps.clock.nowMs();
  const token = deps.random.base64url(32);
  const session: Session = {
    org: operator.org,
    operator: operator.id,
    id: `ses_${deps.random.hex(12)}`,
    accessEpoch: operator.accessEpoch,
    began,
    device,
    createdAtMs: nowMs,
    expiresAtMs: Math.min(endMs, nowMs + SESSION_LASTS_MS),
  };
  await deps.sessions.create(sha256Hex(token), session);
  return { token, session, operator };
}

const LINK_LASTS_MS = 24 * HOUR_MS;

export interface LinkDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Pick<SessionStore, 'createSignInLink'>;
}

/**
 * Creates a link that opens an operator's session. Anyone with the link can act as the operator, so only the guard and
 * the mail to the operator create one.
 */
export async function createSignInLink(
  deps: LinkDeps,
  { org, id: operator, accessEpoch }: Pick<Operator, 'org' | 'id' | 'accessEpoch'>,
  permit: Permit,
  requested: RequestedBy | null = null,
): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
  const token = deps.random.base64url(32);
  const expiresAtMs = requested?.expiresAtMs ?? deps.clock.nowMs() + LINK_LASTS_MS;
  const link = { org, operator, accessEpoch, browserHash: requested?.browserHash ?? null };
  await deps.sessions.createSignInLink(sha256Hex(token), link, expiresAtMs, permit);
  return { token, expiresAtMs };
}

/** The browser in which the operator requested the link. */
export interface RequestedBy {
  readonly browserHash: string;
  readonly expiresAtMs: number;
}

/** The operator who ends a session, and the session in which they do it. */
export interface Revoker {
  readonly operator: OperatorId;
  readonly session: Pick<Session, 'id' | 'createdAtMs' | 'began'>;
}

export type RevokeSessionRefusal = { readonly reason: 'not_found' | 'sign_in_again' };

/**
 * Ending another session of one's own needs a fresh sign-in. The audit entry is written first, so that no session ends
 * without one.
 */
export async function revokeSession(
  deps: SignInDeps,
  { org, owner, id }: { readonly org: OrgId; readonly owner: OperatorId; readonly id: string },
  by: Revoker,
): Promise<Result<null, RevokeSessionRefusal>> {
  const at = deps.clock.nowMs();
  if (owner === by.operator && id !== by.session.id && !isFreshSignIn(by.session, at)) {
    return err({ reason: 'sign_in_again' });
  }
  if (!(await deps.sessions.list(org, owner, at)).some((session) => session.id === id)) {
    return err({ reason: 'not_found' });
  }
  const entry = entryIn(SESSION_ENTRIES)(at, 'operator.session_revoked', owner, person(by.operator));
  await deps.config.saveIncident(incident(org, `session_${deps.random.hex(12)}`, entry));
  return (await deps.sessions.revoke(org, owner, id)) ? ok(null) : err({ reason: 'not_found' });
}
