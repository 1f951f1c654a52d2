/** API key tokens (design: identifiers, hashes, tokens): `rak_` + 43 base64url + `_` + 6 base62 check digits. */
import { crc32 } from 'node:zlib';
import { sha256Hex } from './hash';

const TOKEN = /^(rak_[A-Za-z0-9_-]{43})_([0-9A-Za-z]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `secret43`: 32 random bytes as base64url. The check digits let a secret scanner recognise a token offline. */
export function formatApiKeyToken(secret43: string): string {
  const stem = `rak_${secret43}`;
  return `${stem}_${checkDigits(stem)}`;
}

/** Whether a text has a token's form and check digits; says nothing of whether such a key exists. */
export function hasValidCheckDigits(text: string): boolean {
  const match = TOKEN.exec(text);
  return match !== null && checkDigits(match[1]!) === match[2];
}

/** What the service stores in place of the token. */
export const tokenHash = (token: string): string => sha256Hex(token);

/** CRC-32 of the stem, most significant digit first; 62^6 > 2^32, so six digits always hold it. */
function checkDigits(stem: string): string {
  let rest = crc32(stem);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
