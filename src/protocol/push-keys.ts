/** The keys of a Web Push subscription, as a browser gives them (Push API; RFC 8291 §3.1). */
import { createPublicKey } from 'node:crypto';

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Whether this is the canonical base64url of an uncompressed point of P-256. Anything else cannot be sealed to. */
export function isPushPoint(text: string): boolean {
  const point = exactly(POINT_BYTES, text);
  if (point === null || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** Whether this is the canonical base64url of the 16 bytes of an authentication secret. */
export const isPushSecret = (text: string): boolean => exactly(AUTH_BYTES, text) !== null;

/** Null if the text is not the only valid spelling of so many bytes: one subscription has one text. */
function exactly(size: number, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === size && bytes.toString('base64url') === text ? bytes : null;
}
