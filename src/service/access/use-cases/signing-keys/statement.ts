/**
 * The common part of both statements about a key: a nonce that is not stored, the key, and our own check
 * (docs/decisions/signed-turns.md).
 */

import { err } from '../../../../protocol/result';
import { PASSKEY_KEY } from '../../../../protocol/ssh/public-key';
import { type Assertion, signedByPasskey } from '../../../../protocol/statements/assertion';
import { ENROLMENT_NAMESPACE, type NamedKey, namedKey } from '../../../../protocol/statements/enrolment';
import type { ConfigStore } from '../../../configuration/ports';
import type { Operator } from '../../../configuration/rules/items';
import type { PasskeyStore } from '../../ports';
import { type Passkey, signingPoint } from '../../rules/passkey';
import type { KeyStanding } from '../../rules/signing-keys';
import { type ChallengeDeps, type LiveChallenge, liveChallenge, newChallenge } from '../challenges';
import { relyingParty } from '../passkeys';

export interface SigningKeysDeps extends ChallengeDeps {
  readonly config: ConfigStore;
  readonly passkeys: PasskeyStore;
  /** The console's own origin. */
  readonly origin: string;
}

/** The statement to sign, and the passkeys that can sign it. */
export interface KeyStatement {
  readonly statement: string;
  readonly passkeys: readonly Passkey[];
}

/** The signature of a command: the passkey that signed, and its answer. */
export interface SentSignature {
  /** Our own id of the passkey, so that it can be read together with the request. */
  readonly passkey: string;
  readonly assertion: Assertion;
}

export interface SentStatement {
  readonly statement: string;
  readonly signature: SentSignature;
}

export type KeyRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'no_host_name' }
  /** The key cannot sign, its enrolment is already signed, or it is already countersigned. */
  | { readonly reason: 'not_waiting'; readonly standing: KeyStanding | 'cannot_sign' }
  | { readonly reason: 'own_key' | 'no_key_of_yours' }
  /** The signature is not a recent one by this passkey over the issued statement. */
  | { readonly reason: 'not_verified' | 'edited_meanwhile' };

export const NOT_VERIFIED = err<KeyRefusal>({ reason: 'not_verified' });

/** Issues a nonce that is valid once, for a few minutes, and is not stored (docs/design.md#console). */
export async function handedOut(deps: SigningKeysDeps, purpose: string): Promise<LiveChallenge> {
  const live = await liveChallenge(deps, purpose, await newChallenge(deps, purpose));
  if (live === null) throw new Error('a challenge that was made now has expired already');
  return live;
}

/** A nonce is valid for one statement: about this key, by this operator. */
export const purposeOf = (decision: 'enrol' | 'countersign', { org, operator, id }: Passkey, by: Operator): string =>
  JSON.stringify(['signing-key', decision, org, operator, id, by.id]);

export function statedOf(deps: SigningKeysDeps, passkey: Passkey, nonce: string, expires_at: number) {
  const { org, operator, id } = passkey;
  return { v: 1, org, operator, passkey: id, key: namedKeyOf(deps, passkey), nonce, expires_at } as const;
}

export function namedKeyOf({ origin }: Pick<SigningKeysDeps, 'origin'>, passkey: Passkey): NamedKey {
  const [point, application] = [signingPoint(passkey), relyingParty(origin)];
  if (point === null || application === null) throw new Error(`${passkey.id} is not a signing key here`);
  return namedKey({ type: PASSKEY_KEY, point, application });
}

/** Our own check, as for turns: this origin and host, a verified user, this statement, and an increased counter. */
export function verified({ origin }: SigningKeysDeps, passkey: Passkey, statement: string, assertion: Assertion) {
  const [point, rpId] = [signingPoint(passkey), relyingParty(origin)];
  if (point === null || rpId === null) return null;
  const { counter } = passkey;
  const expected = { namespace: ENROLMENT_NAMESPACE, statement, point, rpId, origin, counter };
  const signed = signedByPasskey(assertion, expected);
  return signed.ok ? signed.value : null;
}
