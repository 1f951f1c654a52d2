/** Dates what a proof claims by the published heads that cover it. The proof's own dates are the service's word. */
import type { AuditEntry, AuditHead } from '../../src/core/audit/chain';
import type { ProvenKey } from '../../src/protocol/statements/proof-keys';
import type { VerifiedHead } from '../verify-audit/head';
import { Bad } from './bad';
import type { AuditPart } from './chain';

export interface Dated {
  /** When the head was published that covers the entry with the hash of this statement. Throws `Bad` if none does. */
  readonly atMs: (statement: string, what: string) => number;
  /** Throws `Bad` unless the key was enrolled before it signed, and not removed before. */
  readonly checkKey: (key: ProvenKey) => void;
}

export function datedBy(part: AuditPart, heads: readonly VerifiedHead[]): Dated {
  // Those of other requests too: the links between them are what was published.
  for (const line of part.lines) coveredAt(line, heads);
  const entries = part.entries.map((entry) => ({ entry, atMs: coveredAt(entry, heads) }));
  const find = (statement: string, what: string) => {
    const found = entries.find(({ entry }) => entry.data.statement === statement);
    if (found === undefined) throw new Bad(`${what} is not among the audit entries of the proof`);
    if (found.atMs === null) throw new Bad(`no published head covers audit entry ${found.entry.seq}, of ${what}`);
    return { seq: found.entry.seq, atMs: found.atMs };
  };
  return {
    atMs: (statement, what) => find(statement, what).atMs,
    checkKey({ operator, turn, enrolment }) {
      if (enrolment === null) return;
      const turned = find(turn, `the turn of ${operator}`).seq;
      const enrolled = find(enrolment.statement, `the enrolment of the key of ${operator}`).seq;
      if (enrolled > turned) throw new Bad(`the key of ${operator} was enrolled after it signed`);
      const removed = entries.find(({ entry }) => {
        const isBetween = entry.seq > enrolled && entry.seq < turned;
        return isBetween && endsKey(entry, operator, enrolment.passkey);
      });
      if (removed !== undefined) {
        throw new Bad(`the key of ${operator} was removed before it signed, as audit entry ${removed.entry.seq} says`);
      }
    },
  };
}

function endsKey({ kind, subject, data }: AuditEntry, operator: string, passkey: string): boolean {
  if (kind === 'passkey.deleted') return subject === passkey;
  const isDisabled = kind === 'operator.updated' && data.enabled === false;
  return subject === operator && (isDisabled || kind === 'operator.access_revoked');
}

/** Null: the entry is newer than the last head, so nothing is known of it yet. */
function coveredAt({ seq, hash }: AuditHead, heads: readonly VerifiedHead[]): number | null {
  const head = heads.find((each) => each.seq >= seq && each.seq - each.hashes.length < seq);
  if (head === undefined) {
    if (seq > (heads.at(-1)?.seq ?? 0)) return null;
    throw new Bad(`no published head covers audit entry ${seq}`);
  }
  if (head.hashes[seq - (head.seq - head.hashes.length) - 1] !== hash) {
    throw new Bad(`published head ${head.seq} has another hash for audit entry ${seq}`);
  }
  return new Date(head.at).getTime();
}

/** The last published head that the lines lead to; null before the first one. */
export function headOf({ lines }: AuditPart, heads: readonly VerifiedHead[]): VerifiedHead | null {
  return heads.findLast((head) => lines.some(({ seq, hash }) => seq === head.seq && hash === head.hash)) ?? null;
}
