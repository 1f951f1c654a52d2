/**
 * What the browser and the push service do with a push: the one opens it (RFC 8291), the other checks who sent it (RFC 8292).
 * Written from the documents alone, so that it agrees with the sender only if both are right.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';

/** Of a subscription, in base64url. */
export interface ReceiverKeys {
  readonly privateKey: string;
  readonly p256dh: string;
  readonly auth: string;
}

const SALT_BYTES = 16;
const POINT_BYTES = 65;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** Ends the text of the last record; zeros may follow it (RFC 8188 section 2). */
const LAST_RECORD = 2;

/** Throws if the body was not sealed for these keys, or is not one record of `aes128gcm`. */
export function openPush(body: Uint8Array, { privateKey, p256dh, auth }: ReceiverKeys): Buffer {
  const bytes = Buffer.from(body);
  if (bytes.length < HEADER_BYTES + TAG_BYTES + 1) throw new Error('too short for a push');
  const salt = bytes.subarray(0, SALT_BYTES);
  const recordBytes = bytes.readUInt32BE(SALT_BYTES);
  const record = bytes.subarray(HEADER_BYTES);
  if (bytes[SALT_BYTES + 4] !== POINT_BYTES) throw new Error('the key of the sender has another length');
  if (record.length > recordBytes) throw new Error('more than one record');
  const sender = bytes.subarray(HEADER_BYTES - POINT_BYTES, HEADER_BYTES);
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(privateKey, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender]);
  const secret = hkdf(receiver.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_RECORD) throw new Error('the record does not end as the last one does');
  return padded.subarray(0, end);
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

const LONGEST_TOKEN_MS = 24 * 3600_000;

/** Null if the header is a token for this service by the owner of this key. Otherwise what is wrong, and the answer to it. */
export function senderProblem(
  header: string | undefined,
  expected: { readonly publicKey: string; readonly origin: string; readonly nowMs: number },
): { readonly status: 401 | 403; readonly reason: string } | null {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  if (token === undefined || key === undefined) return { status: 401, reason: 'authorization: vapid t=…, k=…' };
  if (key !== expected.publicKey) return { status: 403, reason: 'another key than that of the subscription' };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { alg } = parsed(head);
  const { aud, exp, sub } = parsed(claims);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const lastsMs = typeof exp === 'number' ? exp * 1000 - expected.nowMs : Number.NaN;
  const reasons = [
    alg === 'ES256' && isSigned ? '' : 'the signature of the token',
    aud === expected.origin ? '' : `aud: ${expected.origin}`,
    lastsMs > 0 && lastsMs <= LONGEST_TOKEN_MS ? '' : 'exp: at most 24 hours ahead',
    typeof sub === 'string' && /^(https?:\/\/|mailto:)/.test(sub) ? '' : 'sub: an address',
  ].filter((reason) => reason !== '');
  return reasons.length === 0 ? null : { status: 403, reason: reasons.join(', ') };
}

function parsed(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return {};
  }
}
