/** Signed heads of an audit chain: a compact JWS (RFC 7515) with ES256, and what is published beside it. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type HeadPayload, type PublishedHead, parseHead, payloadOfJws } from '../../src/protocol/statements/head';
import { Bad } from '../support/command';

/**
 * A published head. The signature covers all of it. Throws `Bad` unless it verifies. `pinned` is a key that the
 * caller trusts. Without it, the key that came with the head only proves that the head is intact, and not who signed
 * it.
 */
export function verifiedHead(text: string, pinned: unknown): PublishedHead {
  const document = objectOf(parsed(text), 'the head');
  const payload = verifiedPayload(document, pinned);
  const head = parseHead(text);
  if (head !== null) return head;
  throw new Bad(`head ${payload.n}: what is published beside the signature is not what was signed`);
}

/** The last head as `GET /api/audit/head` answers it, or a published one: what is signed, without the list of entries. */
export function verifiedPayload(document: unknown, pinned: unknown): HeadPayload {
  const { jws, jwk, ...claimed } = objectOf(document, 'the head');
  if (typeof jws !== 'string') throw new Bad('the head carries no signature (jws)');
  const [header, payload, signature, ...more] = jws.split('.');
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new Bad('the signature of the head is no compact JWS');
  }
  // The algorithm is fixed here and never taken from the document: no `none`, and no HMAC with a public key.
  if (objectOf(parsed(textOf(header)), 'the header of the signature').alg !== 'ES256') {
    throw new Bad('the head is not signed with ES256');
  }
  const key = publicKey(pinned ?? jwk);
  const signed = Buffer.from(`${header}.${payload}`, 'ascii');
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)) {
    throw new Bad('the signature of the head does not verify: the head is forged, or signed with another key');
  }
  const head = payloadOfJws(jws);
  if (head === null) throw new Bad(`the signed payload is no head of version 2: ${textOf(payload).slice(0, 200)}`);
  for (const field of ['org', 'n', 'seq', 'hash', 'at'] as const) {
    if (claimed[field] !== undefined && claimed[field] !== head[field]) {
      throw new Bad(`the head says ${field} ${claimed[field]}, but ${head[field]} is what was signed`);
    }
  }
  return head;
}

function publicKey(jwk: unknown): KeyObject {
  const { kty, crv, x, y } = objectOf(jwk, 'the key (jwk)');
  if (kty !== 'EC' || crv !== 'P-256') throw new Bad('the key (jwk) is no P-256 key');
  try {
    return createPublicKey({ key: { kty, crv, x: String(x), y: String(y) }, format: 'jwk' });
  } catch {
    throw new Bad('the key (jwk) is no point of P-256');
  }
}

const textOf = (part: string): string => Buffer.from(part, 'base64url').toString('utf8');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Bad('the head, or a part of its signature, is not JSON');
  }
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Bad(`${what} is no object`);
  return value as Record<string, unknown>;
}
