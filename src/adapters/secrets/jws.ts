/** Compact JWS with ES256 (RFC 7515 §3.1, RFC 7518 §3.4). */
import { canonicalJson } from '../../protocol/canonical-json';

/** `sign` returns r || s, 64 bytes, over the signing input. */
export async function compactJws(
  payload: object,
  sign: (input: Uint8Array) => Promise<Uint8Array> | Uint8Array,
): Promise<string> {
  const input = `${encoded({ alg: 'ES256', typ: 'JWT' })}.${encoded(payload)}`;
  const signature = await sign(Buffer.from(input, 'ascii'));
  return `${input}.${Buffer.from(signature).toString('base64url')}`;
}

function encoded(value: unknown): string {
  return Buffer.from(canonicalJson(value), 'utf8').toString('base64url');
}
