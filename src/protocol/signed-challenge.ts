import { createHmac } from 'node:crypto';
import { constantTimeEqual } from './hash';

/**
 * A WebAuthn challenge that proves that this service made it, for which purpose and until when, without being stored
 * (docs/design.md#console).
 *
 * base64url of: 16 random bytes, the expiry as 6 bytes of epoch ms, the HMAC-SHA256 of both and of the purpose, and the
 * id of the key in UTF-8. The first 54 bytes are 72 characters exactly.
 */
export interface ChallengeKey {
  readonly id: string;
  readonly secret: Uint8Array;
}

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const MAC_BYTES = 32;
const FIXED_BYTES = NONCE_BYTES + EXPIRY_BYTES + MAC_BYTES;

/** `nonce`: 16 random bytes, hex. */
export function makeChallenge(key: ChallengeKey, purpose: string, nonce: string, expiresAtMs: number): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(expiresAtMs, 0, EXPIRY_BYTES);
  const signed = Buffer.concat([Buffer.from(nonce, 'hex'), expiry]);
  return Buffer.concat([signed, macOf(key.secret, purpose, signed), Buffer.from(key.id)]).toString('base64url');
}

/** The id of the key that the challenge names. Null if it does not have the form of our challenges. */
export function challengeKeyId(challenge: string): string | null {
  const bytes = Buffer.from(challenge, 'base64url');
  // Each challenge has only one spelling, so that a used one cannot be sent again in another spelling.
  const isCanonical = bytes.toString('base64url') === challenge;
  return isCanonical && bytes.length > FIXED_BYTES ? bytes.subarray(FIXED_BYTES).toString('utf8') : null;
}

/** When it expires. Null if it was made with another key or for another purpose. The caller compares the time. */
export function challengeExpiry(secret: Uint8Array, purpose: string, challenge: string): number | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + EXPIRY_BYTES, FIXED_BYTES);
  if (!constantTimeEqual(mac, macOf(secret, purpose, signed))) return null;
  return signed.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
}

/** The tag makes these different from operators' codes, which use the same secret. */
function macOf(secret: Uint8Array, purpose: string, signed: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`service.challenge.v1\0${purpose}\0`).update(signed).digest();
}
