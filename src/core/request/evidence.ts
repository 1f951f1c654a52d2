/** The documents of a request, and whether they can be read (docs/decisions/evidence.md). */
import { digestIn, type EvidenceDigest, type EvidenceDocument } from '../../protocol/evidence';
import type { Request } from './request';

export type EvidenceState =
  | 'stored'
  /** The request has no such document. */
  | 'absent'
  | 'missing'
  /** It was stored, and is not kept any more. */
  | 'expired'
  /** Something else is stored under its digest. */
  | 'changed'
  /** Nobody looked, or the store did not answer. */
  | 'unknown';

export interface Evidence extends EvidenceDocument {
  /** Null if the request has no such document. */
  readonly digest: EvidenceDigest | null;
  readonly state: EvidenceState;
}

export interface NoEvidence {
  readonly reason: 'no_evidence';
  readonly document: string;
  readonly digest: EvidenceDigest;
  readonly state: Exclude<EvidenceState, 'stored' | 'absent'>;
}

/** The documents that the policy of the request declares, before anybody looked. */
export const declaredEvidence = ({ policy, params }: Pick<Request, 'policy' | 'params'>): Evidence[] =>
  (policy.evidence ?? []).map((document) => {
    const digest = digestIn(params, document);
    return { ...document, digest, state: digest === null ? 'absent' : 'unknown' };
  });

/** The first document without which no key can be turned. */
export function noEvidence(evidence: readonly Evidence[]): NoEvidence | null {
  for (const { name, digest, state } of evidence)
    if (digest !== null && state !== 'stored' && state !== 'absent')
      return { reason: 'no_evidence', document: name, digest, state };
  return null;
}
