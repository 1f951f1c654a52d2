/** What the service signs about a verdict: who decided what, under which policy, with which signed statements. */
import { canonicalJson } from '../canonical-json';
import { isCount, isHash, isListOf, isOneOf, isText } from './form';
import type { PolicyReference, WithDigests } from './texts';
import { isPolicyReference, parseShown } from './turn';

export const VERDICT_NAMESPACE = 'verdict@ras';
/** The name of the service's own key in `allowed_signers`. */
export const SERVICE_PRINCIPAL = 'service';

export type VerdictStatement = WithDigests<VerdictFields>;

interface VerdictFields {
  readonly org: string;
  readonly request: string;
  readonly operation_hash: string;
  readonly outcome: 'authorized' | 'denied' | 'expired' | 'aborted';
  readonly decided_at: number;
  readonly policy: PolicyReference;
  readonly approvers: readonly string[];
  /** The hash of each signed statement that counted, in the order of their operators. */
  readonly turns: readonly string[];
}

export const verdictStatementText = (verdict: VerdictStatement): string => canonicalJson(verdict);

export function parseVerdictStatement(text: string): VerdictStatement | null {
  return parseShown(text, VERDICT) as VerdictStatement | null;
}

const VERDICT = {
  org: isText,
  request: isText,
  operation_hash: isHash,
  outcome: isOneOf('authorized', 'denied', 'expired', 'aborted'),
  decided_at: isCount,
  policy: isPolicyReference,
  approvers: isListOf(isText),
  turns: isListOf(isHash),
};
