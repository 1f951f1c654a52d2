/** Hashes (docs/design.md#identifiers-hashes-and-tokens): of bytes, of an operation and of an audit entry. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from './canonical-json';
import { operationPreimage } from './operation-fingerprint';

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** In the form in which params, receipts and the audit chain hold a digest. */
export const digestOf = (data: string | Uint8Array): `sha256:${string}` => `sha256:${sha256Hex(data)}`;

/**
 * Hex SHA-256 over a tag and then, for each part, a zero byte and the part in UTF-8. The tag prevents an id of one kind
 * from being an id of another kind. The zero byte keeps `("a", "bc")` different from `("ab", "c")`, so no part may
 * contain one.
 */
export function taggedHashHex(tag: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256').update(tag);
  for (const part of parts) hash.update('\0').update(part);
  return hash.digest('hex');
}

/** Whether two secrets are equal. The time it takes does not reveal where they differ. */
export function constantTimeEqual(left: string | Uint8Array, right: string | Uint8Array): boolean {
  // Digests have the same length, so the comparison does not reveal the lengths of the secrets either.
  return timingSafeEqual(Buffer.from(sha256Hex(left)), Buffer.from(sha256Hex(right)));
}

/**
 * Fingerprint of an operation: `sha256:` + hex SHA-256 over `service.operation.v1`, a zero byte and the RFC 8785 form
 * of `{action, params}` (docs/design.md#identifiers-hashes-and-tokens). A consumer recomputes it from the operation
 * that it is about to run, and refuses if it differs.
 *
 * Throws TypeError on a lone surrogate, which has no UTF-8 form.
 */
export function operationHash(action: string, params: Readonly<Record<string, string>>): string {
  return digestOf(operationPreimage(action, params));
}

/** Hash of an audit entry: hex SHA-256 over its RFC 8785 form without `hash` (docs/design.md#audit-chain). */
export function auditEntryHash(entryWithoutHash: object): string {
  return sha256Hex(canonicalJson(entryWithoutHash));
}
