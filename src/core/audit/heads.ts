/** Published heads of an audit chain, and what they say about an export (docs/design.md#audit-chain). */
import type { AuditEntry, AuditHead } from './chain';

/** The end of a chain as it was published outside the table. */
export interface PublishedHead extends AuditHead {
  /**
   * Hashes of the entries since the head before, in order; the last one is `hash`. With them a verifier names the first
   * entry that differs; without them only the head after it.
   */
  readonly hashes: readonly string[];
}

export interface HeadConflict {
  /** The first entry that differs from what was published. */
  readonly seq: number;
  /** `rewritten`: it has another hash. `cut_short`: the export ends before it. */
  readonly fault: 'rewritten' | 'cut_short';
  /** The head that says so. */
  readonly head: PublishedHead;
}

/**
 * The first contradiction between `entries`, a part of a chain without gaps, and what was published of it; null if there
 * is none. Entries before the part are not judged.
 */
export function firstConflict(entries: readonly AuditEntry[], heads: readonly PublishedHead[]): HeadConflict | null {
  const firstSeq = entries[0]?.seq ?? 1;
  const conflicts = heads.flatMap((head): HeadConflict[] => {
    const index = head.hashes.findIndex((hash, place) => {
      const seq = seqAt(head, place);
      return seq >= firstSeq && entries[seq - firstSeq]?.hash !== hash;
    });
    if (index < 0) return [];
    const seq = seqAt(head, index);
    return [{ seq, fault: entries[seq - firstSeq] === undefined ? 'cut_short' : 'rewritten', head }];
  });
  return conflicts.reduce<HeadConflict | null>(
    (least, each) => (least === null || each.seq < least.seq ? each : least),
    null,
  );
}

function seqAt(head: PublishedHead, place: number): number {
  return head.seq - head.hashes.length + 1 + place;
}
