/** The store of documents in a world, outside the table: every call may be late, lost or the instance's last. */

import type { EvidenceDigest } from '../../src/protocol/evidence';
import { digestOf } from '../../src/protocol/hash';
import type { OrgId } from '../../src/protocol/identifiers';
import type { EvidenceStore } from '../../src/service/request/ports';
import type { Instance } from './instances';

type Kept = Uint8Array | 'expired';

export class Documents {
  private readonly kept = new Map<string, Kept>();
  /** Each step at which a document began or stopped to match its digest. */
  private readonly history: { readonly step: number; readonly name: string; readonly isGood: boolean }[] = [];

  constructor(
    private readonly step: () => number,
    /** Set by the sabotage in which the store says of every document that it is stored. */
    private readonly trustsAll: boolean,
  ) {}

  read(org: OrgId, digest: EvidenceDigest): Kept | 'missing' {
    return this.kept.get(`${org}/${digest}`) ?? 'missing';
  }

  check(org: OrgId, digest: EvidenceDigest): 'stored' | 'missing' | 'expired' | 'changed' {
    if (this.trustsAll) return 'stored';
    const found = this.read(org, digest);
    if (typeof found === 'string') return found;
    return digestOf(found) === digest ? 'stored' : 'changed';
  }

  /** Called for the service, and for somebody who can write the bucket. `missing` removes the document. */
  set(org: OrgId, digest: EvidenceDigest, kept: Kept | 'missing'): void {
    const name = `${org}/${digest}`;
    if (kept === 'missing') this.kept.delete(name);
    else this.kept.set(name, kept);
    const isGood = typeof kept !== 'string' && digestOf(kept) === digest;
    this.history.push({ step: this.step(), name, isGood });
  }

  /** Whether the document was stored and matched its digest at some moment between two steps. */
  wasGood(org: OrgId, digest: EvidenceDigest, from: number, to: number): boolean {
    const own = this.history.filter(({ name }) => name === `${org}/${digest}`);
    const before = own.filter(({ step }) => step < from).at(-1);
    return before?.isGood === true || own.some(({ step, isGood }) => isGood && step >= from && step <= to);
  }
}

/** The store as one instance sees it. */
export function documentsOf(instance: Instance): EvidenceStore {
  return {
    put: (org, digest, bytes) =>
      instance.reach.document(instance, 'stores a document', (all) => all.set(org, digest, bytes)),
    read: (org, digest) => instance.reach.document(instance, 'reads a document', (all) => all.read(org, digest)),
    check: (org, digest) => instance.reach.document(instance, 'checks a document', (all) => all.check(org, digest)),
  };
}
