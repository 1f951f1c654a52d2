/**
 * Web Push encryption written from RFC 8291 §3.4 and RFC 8188 §2 with Node alone, to compare the library with. Both
 * directions know the same secret, so they differ only in who has which key.
 */
import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto';

const hmac = (key: Uint8Array, ...data: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHmac('sha256', key);
  for (const part of data) hash.update(part);
  return hash.digest();
};
/** HKDF with one block, which is enough for every length here. */
const derive = (salt: Uint8Array, secret: Uint8Array, info: Uint8Array | string, length: number): Buffer =>
  hmac(hmac(salt, secret), info, Buffer.from([1])).subarray(0, length);

interface Keys {
  /** The private key of the side that computes. */
  readonly own: Uint8Array;
  readonly browserPublic: Uint8Array;
  readonly serverPublic: Uint8Array;
  readonly auth: Uint8Array;
  readonly salt: Uint8Array;
}

function keyAndNonce({ own, browserPublic, serverPublic, auth, salt }: Keys, other: Uint8Array) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(own);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserPublic, serverPublic]);
  const secret = derive(auth, ecdh.computeSecret(other), info, 32);
  return {
    key: derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16),
    nonce: derive(salt, secret, 'Content-Encoding: nonce\0', 12),
  };
}

export function sealAsInRfc(plaintext: Uint8Array, keys: Keys): Buffer {
  const { key, nonce } = keyAndNonce(keys, keys.browserPublic);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plaintext), cipher.update(Buffer.from([2])), cipher.final()]);
  const header = Buffer.concat([keys.salt, Buffer.from('0000100041', 'hex'), keys.serverPublic]);
  return Buffer.concat([header, text, cipher.getAuthTag()]);
}

/** What a browser does with a push. Throws if it is not one complete record of the size that its header states. */
export function openAsInRfc(
  sealed: Uint8Array,
  { own, browserPublic, auth }: Pick<Keys, 'own' | 'browserPublic' | 'auth'>,
): Buffer {
  const bytes = Buffer.from(sealed);
  const [salt, recordBytes, idBytes] = [bytes.subarray(0, 16), bytes.readUInt32BE(16), bytes[20]!];
  const [serverPublic, record] = [bytes.subarray(21, 21 + idBytes), bytes.subarray(21 + idBytes)];
  if (recordBytes !== 4096 || record.length > recordBytes) throw new Error(`a record of ${recordBytes} bytes`);
  const { key, nonce } = keyAndNonce({ own, browserPublic, serverPublic, auth, salt }, serverPublic);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record');
  return padded.subarray(0, end);
}
