/** What an operator signs when they turn a key, refuse or abort (docs/decisions/signed-turns.md). */
import { createHmac } from 'node:crypto';
import { digestOf } from '../hash';
import { hasExactly, isCount, isHash, isOne, isOneOf, isText, isTwo, parseStatement } from './form';
import type { TurnStatement } from './texts';

export const TURN_NAMESPACE = 'turn@ras';

export function parseShown(text: string, fields: Readonly<Record<string, (value: unknown) => boolean>>) {
  return (
    parseStatement(text, { ...fields, v: isOne }) ??
    parseStatement(text, { ...fields, v: isTwo, display: isHash, shown: isHash })
  );
}

export function parseTurnStatement(text: string): TurnStatement | null {
  return parseShown(text, TURN) as TurnStatement | null;
}

export const isPolicyReference = (value: unknown): boolean => hasExactly(value, { version: isCount, digest: isHash });

const TURN = {
  org: isText,
  request: isText,
  action: isText,
  operation_hash: isHash,
  policy: isPolicyReference,
  decision: isOneOf('authorize', 'refuse', 'abort'),
  operator: isText,
  round: isCount,
  nonce: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value),
  expires_at: isCount,
};

/** `sha256:` and hex, as the signed verdict and the audit chain name a statement. */
export const statementHash = (text: string): string => digestOf(text);

export interface TurnNonce {
  readonly secret: Uint8Array;
  readonly org: string;
  readonly request: string;
  readonly operator: string;
  readonly round: number;
  readonly issue: number;
  /** How many turns the operator has taken back in this request. */
  readonly takenBack: number;
}

/**
 * A number that only the service can make and nobody has to store. It changes with the round, with a re-issued code and
 * with every turn that was taken back, so that an earlier signature is not valid later.
 */
export function turnNonce({ secret, org, request, operator, round, issue, takenBack }: TurnNonce): string {
  const parts = ['service.turn-nonce.v1', org, request, operator, String(round), String(issue), String(takenBack)];
  return createHmac('sha256', secret).update(parts.join('\0')).digest('hex').slice(0, 32);
}
