/**
 * Hashes that this page computes itself, so that they cover what is on the screen
 * (docs/design.md#identifiers-hashes-and-tokens).
 */

import { operationPreimage } from '../../protocol/operation-fingerprint';
import { utf8 } from './bytes';

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
  return `sha256:${await sha256Hex(operationPreimage(action, params))}`;
}
