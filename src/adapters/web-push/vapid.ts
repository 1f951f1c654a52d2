/** How the service identifies itself to push services (VAPID, RFC 8292). */

import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { compactJws } from '../secrets/jws';

export interface VapidKey {
  /** base64url of the uncompressed point, which browsers subscribe with. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Secrets Manager can generate a text but no key, so the key is derived from the text. 48 bytes, which is 128 bits more than
 * the order has, make every key equally likely (FIPS 186-5, A.2.1).
 */
export function vapidKeyOf(text: string): VapidKey {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'request authorization: VAPID key, P-256', 48));
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** A push service accepts at most 24 h (RFC 8292 §2). Half of that leaves room for clocks that differ. */
const VALID_SECONDS = 12 * 3_600;

/** `subject`: where the push service can reach us if something is wrong. */
export async function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  { endpoint, subject, nowMs }: { readonly endpoint: string; readonly subject: string; readonly nowMs: number },
): Promise<string> {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1000) + VALID_SECONDS,
    sub: subject,
  };
  const token = await compactJws(claims, (input) =>
    sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  );
  return `vapid t=${token}, k=${publicKey}`;
}
