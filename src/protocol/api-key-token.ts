/**
 * API key tokens: `rak_` + 43 base64url + `_` + 6 base62 check digits (docs/design.md#identifiers-hashes-and-tokens).
 */
import { crc32 } from 'node:zlib';
import { sha256Hex } from './hash';

const TOKEN = /^(rak_[A-Za-z0-9_-]{43})_([0-9A-Za-z]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `secret43`: 32 random bytes as base64url. With the check digits, a secret scanner can recognize a token offline. */
export function formatApiKeyToken(secret43: string): string {
  const stem = `rak_${secret43}`;
  return `${stem}_${checkDigits(stem)}`;
}

/** Whether a text has the form and the check digits of a token. It does not say whether such a key exists. */
export function hasValidCheckDigits(text: string): boolean {
  const match = TOKEN.exec(text);
  return match !== null && checkDigits(match[1]!) === match[2];
}

/** The service stores this instead of the token. */
export const tokenHash = (token: string): string => sha256Hex(token);

/** CRC-32 of the stem, most significant digit first. Six digits are enough, because 62^6 > 2^32. */
function checkDigits(stem: string): string {
  let rest = crc32(stem);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
