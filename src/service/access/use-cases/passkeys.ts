/**
 * Passkeys (WebAuthn): startPasskeyEnrolment, enrolPasskey, listPasskeys, deletePasskey, startPasskeySignIn,
 * passkeySignIn. A one-time link opens the first session, in which a passkey is added (docs/design.md#console).
 */

import { LIMITS } from '../../../../generated/limits';
import { type Actor, person, SET_UP } from '../../../protocol/actor';
import { taggedHashHex } from '../../../protocol/hash';
import { err, ok, type Result } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import { edited, type Operator } from '../../configuration/rules/items';
import { nameRefusal } from '../../configuration/rules/names';
import { type EditRefusal, editConfig } from '../../configuration/use-cases/edit-config';
import type { Pause } from '../../system/ports';
import type { CredentialResponse, PasskeyExpectation, PasskeyStore, PasskeyVerifier, Session } from '../ports';
import type { Device } from '../rules/device';
import { opensSession, PASSKEY_ENTRIES, type Passkey, withUse } from '../rules/passkey';
import { type ChallengeDeps, type LiveChallenge, liveChallenge, newChallenge } from './challenges';
import { openSession, type SignedIn, type SignInDeps, stillSignsIn } from './sessions';

export interface PasskeyDeps extends SignInDeps, ChallengeDeps {
  readonly passkeys: PasskeyStore;
  readonly passkeyVerifier: PasskeyVerifier;
  readonly pause: Pause;
  /** The console's own origin. */
  readonly origin: string;
}

const SIGN_IN = 'sign_in';
/** The challenge is valid only in the session for which it was made. */
const enrolmentPurpose = (sessionId: string): string => `enrol:${sessionId}`;

export type PasskeyStartRefusal = { readonly reason: 'no_host_name' | 'too_many' };
export type EnrolRefusal =
  | { readonly reason: 'not_verified' | 'taken' | 'too_many' | 'overtaken' }
  | { readonly reason: 'invalid_name'; readonly problem: string };
/** The session in which a passkey is added. */
export type EnrollingSession = Pick<Session, 'id'>;

export async function startPasskeyEnrolment(
  deps: PasskeyDeps,
  operator: Operator,
  session: EnrollingSession,
): Promise<Result<object, PasskeyStartRefusal>> {
  const rpId = relyingParty(deps.origin);
  if (rpId === null) return err({ reason: 'no_host_name' });
  const exclude = await livePasskeys(deps, operator);
  if (exclude.length >= LIMITS.passkeys.max) return err({ reason: 'too_many' });
  const challenge = await newChallenge(deps, enrolmentPurpose(session.id));
  const userHandle = taggedHashHex('service.passkey-user.v1', operator.org, operator.id);
  const { id: userName, name: displayName } = operator;
  return ok(
    await deps.passkeyVerifier.creationOptions({ rpId, challenge, userHandle, userName, displayName, exclude }),
  );
}

export async function enrolPasskey(
  deps: PasskeyDeps,
  operator: Operator,
  session: EnrollingSession,
  { response, name }: { readonly response: CredentialResponse; readonly name: string },
): Promise<Result<Passkey, EnrolRefusal>> {
  const unnamed = nameRefusal({ name });
  if (unnamed !== null) return unnamed;
  const answered = await answeredChallenge(deps, response, enrolmentPurpose(session.id));
  const created = answered === null ? null : await deps.passkeyVerifier.verifyCreation(response, answered.expected);
  if (answered === null || created === null || !(await answered.live.use())) return err({ reason: 'not_verified' });
  return storePasskey(deps, operator, newPasskey(deps, operator, name, created, person(operator.id)));
}

export type AddPasskeyDeps = Pick<PasskeyDeps, 'clock' | 'random' | 'passkeys' | 'pause'>;

/**
 * Adds a passkey of the service's own set-up. No browser made it, so nothing proves that its owner has the private key.
 */
export const addPasskey = (deps: AddPasskeyDeps, operator: Operator, name: string, created: Created) =>
  storePasskey(deps, operator, newPasskey(deps, operator, name, created, SET_UP));

type Created = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

function newPasskey(
  deps: Pick<PasskeyDeps, 'clock' | 'random'>,
  operator: Operator,
  name: string,
  created: Created,
  by: Actor,
): Passkey {
  const { org, id: owner, accessEpoch } = operator;
  const id = `psk_${deps.random.hex(12)}`;
  const at = deps.clock.nowMs();
  const stored = { createdAtMs: at, deletedAtMs: null, revision: 0, journal: [] };
  const blank: Passkey = { org, operator: owner, id, name, ...created, accessEpoch, ...stored };
  const entry = entryIn(PASSKEY_ENTRIES)(at, 'passkey.enrolled', id, by, { operator: owner, name });
  return edited(blank, {}, [entry]);
}

/** Each conflict means that another passkey was enrolled, and there are at most ten. */
const MAX_ENROL_ATTEMPTS = 16;

/**
 * The limit is checked here, on the count that the write requires, because enrolment options may have been issued many
 * times.
 */
async function storePasskey(
  deps: AddPasskeyDeps,
  operator: Operator,
  passkey: Passkey,
): Promise<Result<Passkey, EnrolRefusal>> {
  for (let attempt = 0; attempt < MAX_ENROL_ATTEMPTS; attempt++) {
    // The count must be read first: any enrolment after that changes it.
    const after = await deps.passkeys.enrolments(operator.org, operator.id);
    if ((await livePasskeys(deps, operator)).length >= LIMITS.passkeys.max) return err({ reason: 'too_many' });
    const stored = await deps.passkeys.enrol(passkey, after);
    if (stored === 'saved') return ok(passkey);
    if (stored === 'taken') return err({ reason: 'taken' });
    await deps.pause.beforeRetry(attempt);
  }
  return err({ reason: 'overtaken' });
}

export async function livePasskeys(deps: Pick<PasskeyDeps, 'passkeys'>, owner: Operator): Promise<Passkey[]> {
  const all = await deps.passkeys.ofOperator(owner.org, owner.id);
  return all.filter((passkey) => opensSession(passkey, owner));
}

/** Deletes a passkey of the owner. Passkeys of other operators are not found. */
export function removePasskey(
  deps: Pick<PasskeyDeps, 'clock' | 'passkeys'>,
  owner: Operator,
  id: string,
  by: Actor,
): Promise<Result<Passkey, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Passkey, EditRefusal>({
    load: () => deps.passkeys.passkey(owner.org, id),
    decide: (passkey) => {
      const isTheirs = passkey.operator === owner.id && opensSession(passkey, owner);
      if (!isTheirs) return err({ reason: 'not_found' });
      const entry = entryIn(PASSKEY_ENTRIES)(at, 'passkey.deleted', id, by, { operator: owner.id });
      return ok(edited<Passkey>(passkey, { deletedAtMs: at }, [entry]));
    },
    save: (passkey) => deps.passkeys.save(passkey),
  });
}

/** Does not name an operator: the authenticator offers its passkeys for this console. */
export async function startPasskeySignIn(deps: PasskeyDeps): Promise<Result<object, PasskeyStartRefusal>> {
  const rpId = relyingParty(deps.origin);
  if (rpId === null) return err({ reason: 'no_host_name' });
  return ok(await deps.passkeyVerifier.requestOptions({ rpId, challenge: await newChallenge(deps, SIGN_IN) }));
}

/**
 * Null for an unknown passkey, a used challenge, a wrong signature or a disabled operator. The answer does not show
 * which.
 */
export async function signInByPasskey(
  deps: PasskeyDeps,
  response: CredentialResponse,
  device: Device = 'unknown',
): Promise<SignedIn | null> {
  const answered = await answeredChallenge(deps, response, SIGN_IN);
  const passkey = answered === null ? null : await deps.passkeys.byCredential(response.id);
  if (answered === null || passkey === null) return null;
  const used = await deps.passkeyVerifier.verifyUse(response, passkey, answered.expected);
  if (used === null) return null;
  const operator = await deps.config.operator(passkey.org, passkey.operator);
  if (operator === null || !stillSignsIn(passkey, operator)) return null;
  // Nothing is written before this point.
  if (!(await answered.live.use())) return null;
  if (used.counter !== passkey.counter && !(await countUse(deps, passkey, operator, used.counter))) return null;
  return openSession(deps, operator, 'passkey', { device });
}

/** If two sign-ins use the same counter value at once, the passkey was copied. The second sign-in is refused. */
async function countUse(deps: PasskeyDeps, passkey: Passkey, owner: Operator, counter: number): Promise<boolean> {
  const at = deps.clock.nowMs();
  const counted = await editConfig<Passkey, { readonly reason: 'copied' }>({
    load: () => deps.passkeys.passkey(passkey.org, passkey.id),
    decide: (stored) => {
      const isUnused = stored.counter === passkey.counter && stillSignsIn(stored, owner);
      return isUnused ? ok(withUse(stored, counter, at).passkey) : err({ reason: 'copied' });
    },
    save: (used) => deps.passkeys.save(used),
  });
  return counted.ok;
}

/** Null unless the answer is to a challenge of ours that was made for this purpose and is still valid. */
async function answeredChallenge(
  deps: PasskeyDeps,
  response: CredentialResponse,
  purpose: string,
): Promise<{ readonly live: LiveChallenge; readonly expected: PasskeyExpectation } | null> {
  const rpId = relyingParty(deps.origin);
  const challenge = deps.passkeyVerifier.challengeOf(response);
  if (rpId === null || challenge === null) return null;
  const live = await liveChallenge(deps, purpose, challenge);
  return live === null ? null : { live, expected: { challenge, origin: deps.origin, rpId } };
}

/** The host of the origin. WebAuthn binds passkeys to names, so an IP address does not work. */
export function relyingParty(origin: string): string | null {
  const host = /^https?:\/\/([^:/]+)(?::\d+)?$/.exec(origin)?.[1] ?? null;
  return host === null || /^[\d.]+$/.test(host) ? null : host;
}
