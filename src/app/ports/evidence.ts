import type { EvidenceDigest } from '../../protocol/evidence';
import type { OrgId } from '../../protocol/identifiers';

/** The documents of an organization, each under its digest. No call looks at another organization's. */
export interface EvidenceStore {
  /** Stores it, or renews it: it is kept for the whole retention from now on. */
  put(org: OrgId, digest: EvidenceDigest, bytes: Uint8Array): Promise<void>;
  /** As stored, without a comparison. `expired`: it was stored, and is not kept any more. */
  read(org: OrgId, digest: EvidenceDigest): Promise<Uint8Array | 'missing' | 'expired'>;
  /** Compares the checksum that the store keeps, without reading the document. */
  check(org: OrgId, digest: EvidenceDigest): Promise<'stored' | 'missing' | 'expired' | 'changed'>;
}
