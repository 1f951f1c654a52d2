/**
 * Company sign-in: startCompanySignIn, finishCompanySignIn, startOwnIdentity, connectOwnIdentity, and the check of a
 * provider before it is saved. Until the person has signed in, nothing is stored: what is pending is a sealed cookie
 * (docs/decisions/company-sign-in.md).
 */

import { constantTimeEqual, sha256Hex } from '../../../protocol/hash';
import { isOrgId, type OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { SecretBox } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import type { Log } from '../../system/ports';
import type { OpenedProvider, OpenIdClient, OpenIdRefusal, PasskeyStore, ProviderAnswer, Session } from '../ports';
import {
  hasRequiredAcr,
  IDENTITY_PROVIDER,
  type Identity,
  identityId,
  isConnected,
  type ProvedIdentity,
  type Provider,
  sessionEndMs,
} from '../rules/company-sign-in';
import type { Device } from '../rules/device';
import { connect, disconnectAccounts } from './identities';
import { openSession, type SignedIn, type SignInDeps } from './sessions';

export interface CompanySignInDeps extends SignInDeps {
  readonly openId: OpenIdClient;
  readonly passkeys: Pick<PasskeyStore, 'spendChallenge'>;
  readonly secretBox: SecretBox;
  readonly log: Log;
  /** The console's own origin. */
  readonly origin: string;
}

/** The page of the console to which the provider sends the browser back. */
export const CALLBACK_PATH = '/sign-in/company';
export const PENDING_LASTS_MS = 10 * 60_000;
/** Sign-ins that wait in one browser, as when two tabs are opened. A further one ends the oldest. */
export const MOST_PENDING = 3;
const PENDING_PLACE = 'pending-sign-in';
const SECRET_PLACE = 'SETTING#identity-provider#secret';

/** What the cookie holds while the person signs in at the provider. */
interface Pending {
  readonly issuer: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** `sign_in`, or the session in which an account is connected. */
  readonly purpose: string;
  readonly endsAtMs: number;
}

export interface Started {
  /** The address that the browser opens. */
  readonly url: string;
  /** The cookie: its name, which tells which answer it is for, and its value. */
  readonly cookie: { readonly name: string; readonly value: string };
}

export type CompanyStartRefusal = { readonly reason: 'no_provider' } | OpenIdRefusal;
/** `no_auth_time`: the provider does not say when the person signed in there. */
export type CompanyRefusal = { readonly reason: 'not_accepted' | 'not_connected' | 'too_old' | 'no_auth_time' };

const SIGN_IN = 'sign_in';
const connectIn = ({ id }: Pick<Session, 'id'>): string => `connect:${id}`;

export const startCompanySignIn = (deps: CompanySignInDeps, org: OrgId) => start(deps, org, SIGN_IN);

/** The operator is the one to whom the account is connected. Nothing else in the answer counts, not even an e-mail address. */
export async function finishCompanySignIn(
  deps: CompanySignInDeps,
  cookie: string | null,
  answer: ProviderAnswer,
  device: Device = 'unknown',
): Promise<Result<SignedIn, CompanyRefusal>> {
  const proved = await prove(deps, cookie, answer, SIGN_IN);
  if (!proved.ok) return proved;
  const { org, provider, identity: account } = proved.value;
  const endMs = sessionEndMs(account, provider, deps.clock.nowMs());
  if (endMs === null) return refused(deps, org, tooOld(account));
  const identity = await deps.config.identity(org, identityId(account.issuer, account.subject));
  const operator = identity === null ? null : await deps.config.operator(org, identity.operator);
  if (identity === null || operator === null || !isConnected(identity, operator))
    return refused(deps, org, 'not_connected');
  return ok(await openSession(deps, operator, 'identity', { device, endMs }));
}

/** In a session of another operator or browser, the pending sign-in connects nothing. */
export async function startOwnIdentity(
  deps: CompanySignInDeps,
  operator: Operator,
  session: Pick<Session, 'id'>,
): Promise<Result<Started, CompanyStartRefusal>> {
  return start(deps, operator.org, connectIn(session));
}

export async function connectOwnIdentity(
  deps: CompanySignInDeps,
  operator: Operator,
  session: Pick<Session, 'id'>,
  { cookie, answer }: { readonly cookie: string | null; readonly answer: ProviderAnswer },
): Promise<Result<Identity, { readonly reason: 'not_accepted' | 'too_old' | 'no_auth_time' | 'identity_taken' }>> {
  const at = deps.clock.nowMs();
  const proved = await prove(deps, cookie, answer, connectIn(session));
  if (!proved.ok) return err({ reason: 'not_accepted' });
  const { org, provider, identity } = proved.value;
  if (org !== operator.org) return err({ reason: 'not_accepted' });
  if (sessionEndMs(identity, provider, at) === null) return err({ reason: tooOld(identity) });
  const connected = await connect(deps.config, operator, identity, { at, by: operator.id });
  if (connected.ok) return connected;
  return err({ reason: connected.error.reason === 'identity_taken' ? 'identity_taken' : 'not_accepted' });
}

const tooOld = ({ authTimeMs }: ProvedIdentity) => (authTimeMs === null ? 'no_auth_time' : 'too_old');

export const disconnectOwnIdentity = (deps: CompanySignInDeps, { org, id }: Operator) =>
  disconnectAccounts(deps, org, id, id);

export interface NewProvider extends Omit<Provider, 'sealedSecret'> {
  /** Absent: the stored secret. Null: a public client. */
  readonly secret?: string | null;
}

/** Seals the secret and reads the provider’s metadata. A stored secret is kept only for the same provider. */
export async function checkedProvider(
  deps: CompanySignInDeps,
  org: OrgId,
  { secret, ...given }: NewProvider,
): Promise<Result<Provider, OpenIdRefusal | { readonly reason: 'secret_missing' }>> {
  const stored = (await deps.config.setting(org, IDENTITY_PROVIDER))?.provider ?? null;
  const isSame = stored?.issuer === given.issuer && stored.clientId === given.clientId;
  if (secret === undefined && !isSame) return err({ reason: 'secret_missing' });
  const sealedSecret =
    secret === undefined
      ? stored!.sealedSecret
      : secret === null
        ? null
        : await sealed(deps, org, SECRET_PLACE, secret);
  const provider = { ...given, sealedSecret };
  const found = await deps.openId.addressOf(
    await opened(deps, org, provider),
    secretsOf(deps, { state: 'check', nonce: 'check', verifier: 'check' }),
  );
  return found.ok ? ok(provider) : err(found.error);
}

const endOfName = (state: string): string => `-${sha256Hex(state).slice(0, 16)}`;
/** Names in the order in which the sign-ins began. */
const pendingName = (state: string, nowMs: number): string => `${nowMs.toString(36)}${endOfName(state)}`;

/** Which of these names is of the sign-in that the answer belongs to. */
export const pendingFor = (names: readonly string[], { state }: Pick<ProviderAnswer, 'state'>): string | null =>
  names.find((name) => name.endsWith(endOfName(state))) ?? null;

async function start(
  deps: CompanySignInDeps,
  org: OrgId,
  purpose: string,
): Promise<Result<Started, CompanyStartRefusal>> {
  const provider = (await deps.config.setting(org, IDENTITY_PROVIDER))?.provider ?? null;
  if (provider === null) return err({ reason: 'no_provider' });
  const kind = purpose === SIGN_IN ? 'in' : 'connect';
  const { random, clock } = deps;
  const made = {
    state: `${kind}.${random.base64url(32)}`,
    nonce: random.base64url(32),
    verifier: random.base64url(32),
  };
  const address = await deps.openId.addressOf(await opened(deps, org, provider), secretsOf(deps, made));
  if (!address.ok) return address;
  const pending: Pending = { ...made, issuer: provider.issuer, purpose, endsAtMs: clock.nowMs() + PENDING_LASTS_MS };
  return ok({
    url: address.value,
    cookie: {
      name: pendingName(made.state, clock.nowMs()),
      value: `${org}:${await sealed(deps, org, PENDING_PLACE, JSON.stringify(pending))}`,
    },
  });
}

interface Proved {
  readonly org: OrgId;
  readonly provider: Provider;
  readonly identity: ProvedIdentity;
}

async function prove(
  deps: CompanySignInDeps,
  cookie: string | null,
  answer: ProviderAnswer,
  purpose: string,
): Promise<Result<Proved, CompanyRefusal>> {
  const [name = '', text = ''] = cookie?.split(':') ?? [];
  const org = isOrgId(name) ? name : null;
  // An organization without a provider has nothing to open, and gets no data key.
  const provider = org === null ? null : ((await deps.config.setting(org, IDENTITY_PROVIDER))?.provider ?? null);
  if (org === null || provider === null) return err({ reason: 'not_accepted' });
  const pending = await pendingOf(deps, org, text);
  const isFor = pending !== null && pending.purpose === purpose && pending.issuer === provider.issuer;
  if (!isFor || deps.clock.nowMs() >= pending.endsAtMs || !constantTimeEqual(pending.state, answer.state)) {
    return refused(deps, org, 'not_accepted');
  }
  // Before the provider is asked, so that one pending sign-in is one request to it.
  if (!(await isFirstUse(deps, pending))) return refused(deps, org, 'not_accepted', 'used already');
  const proved = await deps.openId.prove(await opened(deps, org, provider), secretsOf(deps, pending), answer);
  if (!proved.ok) return refused(deps, org, 'not_accepted', proved.error.why);
  const identity = proved.value;
  if (identity.issuer !== provider.issuer || !hasRequiredAcr(identity, provider))
    return refused(deps, org, 'not_accepted');
  return ok({ org, provider, identity });
}

/** The items of used challenges keep it until it has ended. */
const isFirstUse = ({ passkeys, random }: CompanySignInDeps, { state, endsAtMs }: Pending): Promise<boolean> =>
  passkeys.spendChallenge(state, endsAtMs, random.hex(12));

/** People get one of three answers. The log says why. */
function refused(deps: CompanySignInDeps, org: OrgId, reason: CompanyRefusal['reason'], why = reason as string) {
  deps.log.warn('a company sign-in was refused', { org, reason: why });
  return err({ reason });
}

async function pendingOf({ secretBox }: CompanySignInDeps, org: OrgId, text: string): Promise<Pending | null> {
  try {
    return JSON.parse(new TextDecoder().decode(await secretBox.open(org, PENDING_PLACE, text))) as Pending;
  } catch {
    return null;
  }
}

const secretsOf = (
  { origin }: CompanySignInDeps,
  { state, nonce, verifier }: Pick<Pending, 'state' | 'nonce' | 'verifier'>,
) => ({
  state,
  nonce,
  verifier,
  redirectUri: `${origin}${CALLBACK_PATH}`,
});

const sealed = ({ secretBox }: CompanySignInDeps, org: OrgId, place: string, text: string): Promise<string> =>
  secretBox.seal(org, place, new TextEncoder().encode(text));

async function opened(
  { secretBox }: CompanySignInDeps,
  org: OrgId,
  { sealedSecret, ...provider }: Provider,
): Promise<OpenedProvider> {
  const secret = sealedSecret === null ? null : await secretBox.open(org, SECRET_PLACE, sealedSecret);
  return { ...provider, secret: secret === null ? null : new TextDecoder().decode(secret) };
}
