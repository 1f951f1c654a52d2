/** The signed head of an audit chain: a compact JWS (RFC 7515) with ES256 over `{org, seq, hash, at}`. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';

export interface VerifiedHead {
  readonly org: string;
  readonly seq: number;
  readonly hash: string;
  readonly at: number | string;
  /** Of the entries that this head adds, in order; a head as the API answers it has its own hash alone. */
  readonly hashes: readonly string[];
}

export class HeadRefused extends Error {}

/**
 * The head that the signature covers. Throws `HeadRefused` unless it verifies and the fields beside it say the same.
 * `pinned` is a key that the caller trusts. Without it, the key that came with the head only proves that the head is
 * intact, and not who signed it.
 */
export function verifiedHead(document: unknown, pinned: unknown): VerifiedHead {
  const { jws, jwk, hashes, ...claimed } = objectOf(document, 'the head');
  if (typeof jws !== 'string') throw new HeadRefused('the head carries no signature (jws)');
  const [header, payload, signature, ...more] = jws.split('.');
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new HeadRefused('the signature of the head is no compact JWS');
  }
  // We choose the algorithm and never take it from the document: no `none`, and no HMAC under a public key.
  if (decoded(header, 'header').alg !== 'ES256') throw new HeadRefused('the head is not signed with ES256');
  const key = publicKey(pinned ?? jwk);
  const signed = Buffer.from(`${header}.${payload}`, 'ascii');
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)) {
    throw new HeadRefused('the signature of the head does not verify: the head is forged, or signed with another key');
  }
  const head = headOf(decoded(payload, 'payload'));
  for (const field of ['org', 'seq', 'hash', 'at'] as const) {
    if (claimed[field] !== undefined && claimed[field] !== head[field]) {
      throw new HeadRefused(`the head says ${field} ${claimed[field]}, but ${head[field]} is what was signed`);
    }
  }
  return { ...head, hashes: hashesOf(hashes, head.hash) };
}

/** Not signed one by one: the chain links them to the signed one, which must be the last. */
function hashesOf(hashes: unknown, signed: string): string[] {
  if (hashes === undefined) return [signed];
  if (!Array.isArray(hashes) || hashes.at(-1) !== signed || !hashes.every((hash) => typeof hash === 'string')) {
    throw new HeadRefused('the hashes of the head do not end with the hash that was signed');
  }
  return hashes;
}

function headOf({ org, seq, hash, at }: Record<string, unknown>): Omit<VerifiedHead, 'hashes'> {
  const whole = typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0;
  if (typeof org !== 'string' || !whole || typeof hash !== 'string' || !['number', 'string'].includes(typeof at)) {
    throw new HeadRefused('the signed payload is no head of a chain');
  }
  return { org, seq, hash, at: at as number | string };
}

function publicKey(jwk: unknown): KeyObject {
  const { kty, crv, x, y } = objectOf(jwk, 'the key (jwk)');
  if (kty !== 'EC' || crv !== 'P-256') throw new HeadRefused('the key (jwk) is no P-256 key');
  try {
    return createPublicKey({ key: { kty, crv, x: String(x), y: String(y) }, format: 'jwk' });
  } catch {
    throw new HeadRefused('the key (jwk) is no point of P-256');
  }
}

function decoded(part: string, name: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')), `the ${name} of the signature`);
  } catch (error) {
    throw error instanceof HeadRefused ? error : new HeadRefused(`the ${name} of the signature is not JSON`);
  }
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HeadRefused(`${what} is no object`);
  return value as Record<string, unknown>;
}
