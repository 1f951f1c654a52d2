/** The documents of a request, and whether they can be read (docs/decisions/evidence.md). */
import { type EvidenceDigest, type EvidenceDocument, namedDigest } from '../../../protocol/evidence';
import type { Request } from './request';

export type EvidenceState =
  | 'stored'
  /** The request has no such document. */
  | 'absent'
  | 'missing'
  /** It was stored, but its retention has ended. */
  | 'expired'
  /** Something else is stored under its digest. */
  | 'changed'
  /** It was not looked up, or the store did not answer. */
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

/** The documents that the policy of the request declares, before they are looked up. */
export const declaredEvidence = ({ policy, params }: Pick<Request, 'policy' | 'params'>): Evidence[] =>
  (policy.evidence ?? []).map((document) => {
    const digest = namedDigest(params, document);
    return { ...document, digest, state: digest === null ? 'absent' : 'unknown' };
  });

/** The first document without which no key can be turned. */
export function noEvidence(evidence: readonly Evidence[]): NoEvidence | null {
  for (const { name, digest, state } of evidence)
    if (digest !== null && state !== 'stored' && state !== 'absent')
      return { reason: 'no_evidence', document: name, digest, state };
  return null;
}
