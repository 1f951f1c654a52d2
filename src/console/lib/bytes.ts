/**
 * Bytes of texts, byte strings as OpenSSH writes them, and the hashes that this page computes itself, so that they
 * cover what is on the screen (docs/design.md#identifiers-hashes-and-tokens).
 */

import { operationPreimage } from '../../protocol/operation-fingerprint';

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Throws for a text that is not base64. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Each field with its length before it, in four bytes (RFC 4251 §5, `string`). */
export const sshFields = (fields: readonly Uint8Array[]): Uint8Array[] =>
  fields.flatMap((field) => [lengthOf(field), field]);

function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
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
  return `sha256:${await sha256Hex(operationPreimage(action, params))}`;
}
