import { createHash, timingSafeEqual } from 'node:crypto';

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Hex SHA-256 over a tag, then a zero byte before each part (UTF-8). The tag keeps one kind of id from ever being
 * another's; the zero byte keeps `("a", "bc")` from being `("ab", "c")`, which is why no part may hold one.
 */
export function taggedHashHex(tag: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256').update(tag);
  for (const part of parts) hash.update('\0').update(part);
  return hash.digest('hex');
}

/** Whether two secrets are equal, in a time that tells nothing of where they differ. */
export function constantTimeEqual(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const digestOf = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
  // Digests have one length, so that not even the lengths of the secrets are compared early.
  return timingSafeEqual(digestOf(left), digestOf(right));
}
