import { createHmac } from 'node:crypto';
import { constantTimeEqual } from './hash';

/**
 * A WebAuthn challenge that proves by itself who made it, what for, and until when. Nothing is stored to hand one out
 * (docs/decisions/passkey-challenges.md).
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

/** Which key it says it was made under. Null: it has not the form of a challenge of ours. */
export function challengeKeyId(challenge: string): string | null {
  const bytes = Buffer.from(challenge, 'base64url');
  // One text for each challenge: what is used once must not come back in another spelling.
  const isCanonical = bytes.toString('base64url') === challenge;
  return isCanonical && bytes.length > FIXED_BYTES ? bytes.subarray(FIXED_BYTES).toString('utf8') : null;
}

/** When it runs out. Null: not made under this key, or for another purpose. The caller judges the instant. */
export function challengeExpiry(secret: Uint8Array, purpose: string, challenge: string): number | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + EXPIRY_BYTES, FIXED_BYTES);
  if (!constantTimeEqual(mac, macOf(secret, purpose, signed))) return null;
  return signed.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
}

/** The tag keeps these apart from the codes of operators, which are made under the same secret. */
function macOf(secret: Uint8Array, purpose: string, signed: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`service.challenge.v1\0${purpose}\0`).update(signed).digest();
}
