import { createHmac } from 'node:crypto';

export interface CodeSeat {
  readonly secret: Uint8Array;
  readonly org: string;
  readonly requestId: string;
  /** Starts at 1. Each collapse starts the next round. */
  readonly round: number;
  /** How often an admin re-issued this seat's code. */
  readonly issue: number;
  readonly operator: string;
}

/**
 * The eight digits that the operator of a seat types: HMAC-SHA256 under the server's secret, truncated as HOTP does
 * (RFC 4226 §5.3; docs/design.md#identifiers-hashes-and-tokens). No code is stored. A new round or issue gives a new
 * code.
 */
export function operatorCode({ secret, org, requestId, round, issue, operator }: CodeSeat): string {
  const message = ['service.code.v1', org, requestId, String(round), String(issue), operator].join('\0');
  const mac = createHmac('sha256', secret).update(message).digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  // 2^31 mod 10^8: the lowest 47,483,648 codes occur 22 times and the others 21 times. Five guesses cannot use that
  // bias.
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 100_000_000).padStart(8, '0');
}
