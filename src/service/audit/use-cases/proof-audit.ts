/**
 * `audit.ndjson` of a proof: the entries about the request and its keys, and only the hashes of other entries between
 * and after the request's entries. So the request's part of the chain has no gap until the end of the chain
 * (docs/decisions/signed-turns.md).
 */

import type { OrgId } from '../../../protocol/identifiers';
import type { AuditStore } from '../ports';
import type { AuditEntry } from '../rules/chain';

/** Counted from the request's first entry. A line with a hash has about 90 bytes, so this is 90 KB. */
export const MAX_PROOF_ENTRIES = 1000;

/**
 * `own` are the request's entries, in order. If its first and last entry are more than `MAX_PROOF_ENTRIES` apart, no
 * hashes are added: `verify-proof` says so, and a complete export shows the same.
 */
export async function auditPart(
  audit: Pick<AuditStore, 'entries'>,
  org: OrgId,
  own: readonly AuditEntry[],
  ofKeys: readonly AuditEntry[],
): Promise<string> {
  const complete = [...own, ...ofKeys].map((entry) => [entry.seq, entry] as const);
  const hashes = (await entriesFrom(audit, org, own)).map(({ seq, hash }) => [seq, { seq, hash }] as const);
  // An entry can be about two keys of one operator. A complete entry replaces its hash.
  const lines = new Map<number, AuditEntry | Pick<AuditEntry, 'seq' | 'hash'>>([...hashes, ...complete]);
  const ordered = [...lines.values()].sort((a, b) => a.seq - b.seq);
  return ordered.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function entriesFrom(
  audit: Pick<AuditStore, 'entries'>,
  org: OrgId,
  own: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  const [first, last] = [own[0]?.seq, own.at(-1)?.seq];
  if (first === undefined || last === undefined || last - first >= MAX_PROOF_ENTRIES) return [];
  const found = await audit.entries(org, first - 1, MAX_PROOF_ENTRIES);
  // A page of the store may be shorter. Hashes with a gap would prove nothing.
  return (found.at(-1)?.seq ?? 0) >= last ? found : [];
}
