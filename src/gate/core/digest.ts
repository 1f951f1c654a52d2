/** Digests, of values in their canonical form (RFC 8785). */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../client';
import type { Json } from './types';

/** Throws for what has no canonical form: `faultIn` finds it before. */
export function digestOf(value: Json): string {
  return sha256(canonicalJson(value));
}

export function sha256(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
