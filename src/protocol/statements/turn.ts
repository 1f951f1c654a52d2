/** What an operator signs when they turn a key, refuse or abort (docs/decisions/signed-turns.md). */
import { createHmac } from 'node:crypto';
import { canonicalJson } from '../canonical-json';
import { digestOf } from '../hash';
import { hasExactly, isCount, isHash, isOne, isOneOf, isText, isTwo, parseStatement } from './form';

export const TURN_NAMESPACE = 'turn@ras';

export type Decision = 'authorize' | 'refuse' | 'abort';

export interface PolicyReference {
  readonly version: number;
  /** The digest of the policy document. */
  readonly digest: string;
}

/** The digests of what people are shown: `display.json` and `shown.txt` of the proof (docs/decisions/displays.md). */
export interface ShownDigests {
  readonly display: string;
  readonly shown: string;
}

/** The first version is for actions without a display. */
export type WithDigests<T> = (T & { readonly v: 1 }) | (T & ShownDigests & { readonly v: 2 });

/** `v`, and for version 2 also the digests. */
export const shownFields = (digests: ShownDigests | null) =>
  digests === null ? { v: 1 as const } : { v: 2 as const, display: digests.display, shown: digests.shown };

export function parseShown(text: string, fields: Readonly<Record<string, (value: unknown) => boolean>>) {
  return (
    parseStatement(text, { ...fields, v: isOne }) ??
    parseStatement(text, { ...fields, v: isTwo, display: isHash, shown: isHash })
  );
}

export type TurnStatement = WithDigests<TurnFields>;

interface TurnFields {
  readonly org: string;
  readonly request: string;
  readonly action: string;
  readonly operation_hash: string;
  readonly policy: PolicyReference;
  readonly decision: Decision;
  readonly operator: string;
  readonly round: number;
  readonly nonce: string;
  /** The end of the request, epoch ms. */
  readonly expires_at: number;
}

export const turnStatementText = (statement: TurnStatement): string => canonicalJson(statement);

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

/** `sha256:` and hex, as the verdict receipt and the audit chain name a statement. */
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
