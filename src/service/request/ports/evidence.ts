import type { EvidenceDigest } from '../../../protocol/evidence';
import type { OrgId } from '../../../protocol/identifiers';

/** The documents of an organization, each under its digest. No call reads those of another organization. */
export interface EvidenceStore {
  /** Stores the document or renews it: its retention begins again. */
  put(org: OrgId, digest: EvidenceDigest, bytes: Uint8Array): Promise<void>;
  /** The stored bytes, without a comparison. `expired`: it was stored, but its retention has ended. */
  read(org: OrgId, digest: EvidenceDigest): Promise<Uint8Array | 'missing' | 'expired'>;
  /** Compares the checksum that the store keeps, without reading the document. */
  check(org: OrgId, digest: EvidenceDigest): Promise<'stored' | 'missing' | 'expired' | 'changed'>;
}
