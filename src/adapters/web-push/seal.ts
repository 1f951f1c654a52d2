/** Seals a text for one browser (RFC 8291, in the coding of RFC 8188). Its push service cannot read it. */

/// <reference path="./http_ece.d.ts" />
import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { encrypt } from 'http_ece';
import type { PushDevice } from '../../service/push/rules/device';
import { MAX_PLAINTEXT_BYTES } from '../../service/push/rules/payload';

const RECORD_BYTES = 4_096;

export interface SealedWith {
  /** For this text alone. */
  readonly key: ECDH;
  readonly salt: Uint8Array;
}

/** `sealedWith` is given only by the test with the values of RFC 8291. */
export function sealPush(
  plaintext: Uint8Array,
  { p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>,
  { key, salt }: SealedWith = { key: newKey(), salt: randomBytes(16) },
): Uint8Array {
  if (plaintext.length > MAX_PLAINTEXT_BYTES)
    throw new Error(`the text of a push has ${plaintext.length} bytes, more than ${MAX_PLAINTEXT_BYTES}`);
  return encrypt(Buffer.from(plaintext), {
    version: 'aes128gcm',
    privateKey: key,
    dh: Buffer.from(p256dh, 'base64url'),
    authSecret: Buffer.from(auth, 'base64url'),
    salt,
    // A push is one record (RFC 8291 §4).
    rs: RECORD_BYTES,
  });
}

function newKey(): ECDH {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return key;
}
