/** A passkey's answer to a statement, as the signature that is stored. */
import { createHash } from 'node:crypto';
import { usedOn } from '../client-data';
import { constantTimeEqual } from '../hash';
import { err, ok, type Result } from '../result';
import { PASSKEY_KEY } from '../ssh/public-key';
import { armour, type SshSignature, WEBAUTHN_SIGNATURE } from '../ssh/signature';
import { isSignedBy } from '../ssh/verify';
import { rawFromDer } from '../ssh/wire';

/** The parts of an AuthenticatorAssertionResponse (WebAuthn Level 2 §5.2.2), base64url. */
export interface Assertion {
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

export interface AssertionExpectation {
  readonly namespace: string;
  readonly statement: string;
  /** The uncompressed point of the passkey's P-256 key. */
  readonly point: Uint8Array;
  readonly rpId: string;
  readonly origin: string;
  /** The counter at the last use. */
  readonly counter: number;
}

export type AssertionFault = 'malformed' | 'other_origin' | 'user_not_verified' | 'not_this_statement' | 'counter';

const RP_HASH_BYTES = 32;
const HEAD_BYTES = RP_HASH_BYTES + 5;
const USER_VERIFIED = 0x04;

/**
 * `ssh-keygen` checks neither the origin, nor a frame, nor whether the user was verified, nor the counter. The service checks them here
 * before it counts a turn.
 */
export function signedByPasskey(
  assertion: Assertion,
  expected: AssertionExpectation,
): Result<{ readonly armoured: string; readonly counter: number }, AssertionFault> {
  const signature = passkeySignature(assertion, expected);
  if (signature === null) return err('malformed');
  const { value } = signature;
  if (value.origin !== expected.origin || usedOn(value.clientData)?.isFramed) return err('other_origin');
  const rpHash = createHash('sha256').update(expected.rpId).digest();
  if (!constantTimeEqual(bytes(assertion.authenticatorData).subarray(0, RP_HASH_BYTES), rpHash)) {
    return err('other_origin');
  }
  if ((value.flags & USER_VERIFIED) === 0) return err('user_not_verified');
  if (!isSignedBy(signature, expected.namespace, expected.statement)) return err('not_this_statement');
  // Passkeys that are synced between devices have a counter that is always 0.
  const grew = value.counter > expected.counter || (value.counter === 0 && expected.counter === 0);
  return grew ? ok({ armoured: armour(signature), counter: value.counter }) : err('counter');
}

type PasskeySignature = SshSignature & { readonly value: { readonly type: typeof WEBAUTHN_SIGNATURE } };

function passkeySignature(assertion: Assertion, expected: AssertionExpectation): PasskeySignature | null {
  const data = bytes(assertion.authenticatorData);
  const raw = rawFromDer(bytes(assertion.signature));
  const clientData = bytes(assertion.clientDataJSON);
  const page = usedOn(clientData);
  if (data.length < HEAD_BYTES || raw === null || page === null) return null;
  return {
    key: { type: PASSKEY_KEY, point: expected.point, application: expected.rpId },
    namespace: expected.namespace,
    value: {
      type: WEBAUTHN_SIGNATURE,
      raw,
      flags: data[RP_HASH_BYTES]!,
      counter: data.readUInt32BE(RP_HASH_BYTES + 1),
      origin: page.origin,
      clientData,
      extensions: data.subarray(HEAD_BYTES),
    },
  };
}

const bytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');
