/**
 * Hashes that this page computes itself, so that they cover what is on the screen
 * (docs/design.md#identifiers-hashes-and-tokens).
 */

import { utf8 } from './bytes';

/** RFC 8785. Throws TypeError for a value without a canonical form. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const object = value as Record<string, unknown>;
    // The default sort compares UTF-16 code units, as the standard asks.
    const members = Object.keys(object).sort();
    return `{${members.map((key) => `${canonicalText(key)}:${canonicalJson(object[key])}`).join(',')}}`;
  }
  throw new TypeError(`${typeof value} has no canonical JSON`);
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(text);
}

export const sha256Hex = (text: string): Promise<string> => sha256HexOf(utf8(text));

export async function sha256HexOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The fingerprint of what is shown. If it differs from the request's `operation_hash`, the page does not show what was
 * requested.
 */
export async function operationHash(action: string, params: Readonly<Record<string, string>>): Promise<string> {
  return `sha256:${await sha256Hex(`service.operation.v1\0${canonicalJson({ action, params })}`)}`;
}
