/**
 * The policy of one request as its statements name it: what it took to authorize, without free text, so that a shell
 * script can read it.
 */
import { canonicalJson } from '../canonical-json';
import { isCount, isListOf, isOne, isOneOf, isText, parseStatement } from './form';
import { statementHash } from './turn';

export interface PolicyDocument {
  readonly v: 1;
  readonly action: string;
  readonly version: number;
  readonly mode: 'independent' | 'coincident';
  /** The resolved quorum of this request, and not the default. */
  readonly quorum: number;
  readonly requester: string;
  /** Everybody who was asked when the request was created, in the order of their ids. */
  readonly seats: readonly string[];
  readonly self_approval: 'allowed' | 'denied';
  readonly turn: 'code' | 'code_and_passkey';
}

export const policyDocumentText = (policy: PolicyDocument): string =>
  canonicalJson({ ...policy, seats: [...policy.seats].sort() });

export const policyDigest = (text: string): string => statementHash(text);

export function parsePolicyDocument(text: string): PolicyDocument | null {
  const policy = parseStatement(text, POLICY) as PolicyDocument | null;
  return policy !== null && policyDocumentText(policy) === text ? policy : null;
}

const POLICY = {
  v: isOne,
  action: isText,
  version: isCount,
  mode: isOneOf('independent', 'coincident'),
  quorum: isCount,
  requester: isText,
  seats: isListOf(isText),
  self_approval: isOneOf('allowed', 'denied'),
  turn: isOneOf('code', 'code_and_passkey'),
};
