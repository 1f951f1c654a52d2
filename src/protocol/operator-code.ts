import { createHmac } from 'node:crypto';

export interface CodeSeat {
  readonly secret: Uint8Array;
  readonly org: string;
  readonly requestId: string;
  /** From 1; a collapse starts the next. */
  readonly round: number;
  /** How often this seat's code was issued anew in its life. */
  readonly issue: number;
  readonly operator: string;
}

/**
 * The eight digits that a seat's operator types (design: identifiers): HMAC-SHA256 under the server's secret, truncated
 * as HOTP does (RFC 4226 §5.3). Nothing is stored, and a new round or issue gives a new code.
 */
export function operatorCode({ secret, org, requestId, round, issue, operator }: CodeSeat): string {
  const message = ['service.code.v1', org, requestId, String(round), String(issue), operator].join('\0');
  const mac = createHmac('sha256', secret).update(message).digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  // 2^31 mod 10^8 leaves the low 47,483,648 codes 22 ways and the others 21: a bias no five guesses can use.
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 100_000_000).padStart(8, '0');
}
