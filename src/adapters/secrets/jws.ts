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

/** Converts an ECDSA signature of KMS (ASN.1 DER, two integers) into the r || s that JWS needs. */
export function derToRaw(der: Uint8Array): Uint8Array {
  const bytes = Buffer.from(der);
  const integer = (at: number) => {
    const length = bytes[at + 1]!;
    return { value: bytes.subarray(at + 2, at + 2 + length), next: at + 2 + length };
  };
  const r = integer(2);
  const s = integer(r.next);
  return Buffer.concat([r.value, s.value].map(to32));
}

/** DER removes leading zeros and adds one before a high bit. */
function to32(integer: Buffer): Buffer {
  const significant = integer.subarray(Math.max(0, integer.length - 32));
  return Buffer.concat([Buffer.alloc(32 - significant.length), significant]);
}
