/** What a browser needs to compute and to show the fingerprint of an operation. The hash itself is in `hash.ts`. */

import { canonicalJson } from './canonical-json';

/** The text whose SHA-256 is the fingerprint of an operation. The console hashes it in the browser, everybody else in Node. */
export const operationPreimage = (action: string, params: Readonly<Record<string, string>>): string =>
  `service.operation.v1\0${canonicalJson({ action, params })}`;

/** The first 64 bits of an operation hash, in groups that are easy to read aloud. */
export function shortFingerprint(hash: string): string {
  const hex = hash.replace(/^sha256:/, '').slice(0, 16);
  return hex.match(/.{1,4}/g)?.join(' ') ?? '';
}
