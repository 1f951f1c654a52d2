/** The audit chain of an organization (design: audit chain). */
import { auditEntryHash } from '../../protocol/audit-hash';
import { taggedHashHex } from '../../protocol/hash';

export type AuditData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** What is to be recorded; its place in the chain is the writer's to give. */
export interface AuditFact {
  /** Epoch ms of the fact, not of its recording. */
  readonly at: number;
  readonly kind: string;
  /** Id of what it is about. */
  readonly subject: string;
  readonly actor: string;
  readonly data: AuditData;
}

export interface AuditEntry extends AuditFact {
  /** 1-based, without gaps. */
  readonly seq: number;
  /** Hash of the entry before; the first one's is the organization's genesis hash. */
  readonly prev: string;
  readonly hash: string;
}

export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

/** Ties the first entry to its organization, so that one organization's chain cannot stand in for another's. */
export function genesis(org: string): AuditHead {
  return { seq: 0, hash: taggedHashHex('service.audit.v1', org) };
}

/** The facts as the next entries of the chain that ends at `head`. */
export function append(head: AuditHead, facts: readonly AuditFact[]): AuditEntry[] {
  const entries: AuditEntry[] = [];
  let last = head;
  for (const fact of facts) {
    const body = { seq: last.seq + 1, ...fact, prev: last.hash };
    const entry = { ...body, hash: auditEntryHash(body) };
    entries.push(entry);
    last = entry;
  }
  return entries;
}

export type ChainFault =
  | { readonly seq: number; readonly fault: 'edited' | 'out_of_order' | 'unlinked' }
  | { readonly seq: number; readonly fault: 'cut_short' | 'other_chain' };

/**
 * The first fault of an exported chain, or null. `head`, if given, is the signed head: an export may be longer than it
 * (entries written since), never shorter, and must hold the head's hash at the head's place.
 */
export function firstFault(org: string, entries: readonly AuditEntry[], head: AuditHead | null): ChainFault | null {
  let last = genesis(org);
  for (const entry of entries) {
    if (entry.seq !== last.seq + 1) return { seq: last.seq + 1, fault: 'out_of_order' };
    const { hash, ...body } = entry;
    if (auditEntryHash(body) !== hash) return { seq: entry.seq, fault: 'edited' };
    if (entry.prev !== last.hash) return { seq: entry.seq, fault: 'unlinked' };
    if (head !== null && entry.seq === head.seq && entry.hash !== head.hash)
      return { seq: entry.seq, fault: 'other_chain' };
    last = entry;
  }
  return head !== null && last.seq < head.seq ? { seq: last.seq + 1, fault: 'cut_short' } : null;
}
