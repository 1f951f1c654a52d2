/** The audit chain of an organization (docs/design.md#audit-chain). */
import { auditEntryHash } from '../../protocol/audit-hash';
import { taggedHashHex } from '../../protocol/hash';

export type AuditData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An entry that is not in the chain yet. The writer of the chain gives it its place. */
export interface PendingEntry {
  /** Epoch ms at which it happened, not at which it was added to the chain. */
  readonly at: number;
  readonly kind: string;
  /** Id of what it is about. */
  readonly subject: string;
  readonly actor: string;
  readonly data: AuditData;
}

export interface AuditEntry extends PendingEntry {
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

/** The pending entries as the next entries of the chain that ends at `head`. */
export function append(head: AuditHead, pending: readonly PendingEntry[]): AuditEntry[] {
  const entries: AuditEntry[] = [];
  let last = head;
  for (const each of pending) {
    const body = { seq: last.seq + 1, ...each, prev: last.hash };
    const entry = { ...body, hash: auditEntryHash(body) };
    entries.push(entry);
    last = entry;
  }
  return entries;
}

/**
 * `edited`: the entry does not have its hash. `removed`: the entry with this number is not there. `reordered`: it is,
 * in another place, or twice. `unlinked`: whole in itself, but made to follow another entry than it does here.
 * `cut_short`: the export ends before the signed head. `other_chain`: the signed head says otherwise.
 */
export interface ChainFault {
  readonly seq: number;
  readonly fault: 'edited' | 'removed' | 'reordered' | 'unlinked' | 'cut_short' | 'other_chain';
}

/**
 * The first fault of an exported chain, or null. `head`, if given, is the signed head: an export may be longer than it
 * (entries written since), never shorter, and must hold the head's hash at the head's place. Without it a tail that was
 * cut off, or written anew from some entry on, cannot be noticed.
 */
export function firstFault(org: string, entries: readonly AuditEntry[], head: AuditHead | null): ChainFault | null {
  let last = genesis(org);
  if (contradicts(last, head)) return { seq: 0, fault: 'other_chain' };
  for (const entry of entries) {
    const expected = last.seq + 1;
    if (entry.seq !== expected) return { seq: expected, fault: misplaced(entries, expected) };
    if (hashOf(entry) !== entry.hash) return { seq: expected, fault: 'edited' };
    if (entry.prev !== last.hash) return { seq: expected, fault: 'unlinked' };
    if (contradicts(entry, head)) return { seq: expected, fault: 'other_chain' };
    last = entry;
  }
  return head !== null && last.seq < head.seq ? { seq: last.seq + 1, fault: 'cut_short' } : null;
}

function contradicts(at: AuditHead, head: AuditHead | null): boolean {
  return head !== null && at.seq === head.seq && at.hash !== head.hash;
}

function misplaced(entries: readonly AuditEntry[], expected: number): ChainFault['fault'] {
  const elsewhere = entries.some((entry) => entry.seq === expected);
  const repeated = new Set(entries.map((entry) => entry.seq)).size < entries.length;
  return elsewhere || repeated ? 'reordered' : 'removed';
}

/** Null for what has no canonical form (a lone surrogate): nothing that was recorded lacks one. */
function hashOf({ hash: _hash, ...body }: AuditEntry): string | null {
  try {
    return auditEntryHash(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
