/** The audit chain of an organization (docs/design.md#audit-chain). */

import type { Actor } from '../../../protocol/actor';
import { auditEntryHash, taggedHashHex } from '../../../protocol/hash';
import { said, type Words } from '../../../protocol/words';

export type AuditData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An entry that is not in the chain yet. The writer of the chain assigns its number. */
export interface PendingEntry extends Actor {
  /** Epoch ms of the event itself, not of its addition to the chain. */
  readonly at: number;
  readonly kind: string;
  /** Id of the request, delivery or configuration item. */
  readonly subject: string;
  readonly data: AuditData;
}

export function pendingEntry<Kind extends string>(
  at: number,
  kind: Kind,
  subject: string,
  { actor, actor_kind }: Actor,
  data: AuditData = {},
): PendingEntry & { readonly kind: Kind } {
  return { at, kind, subject, actor, actor_kind, data };
}

/** Who is told about an entry. Nobody is told about kinds without an audience. */
export type Audience =
  /** All admins, and the operator whom the edit concerns. */
  | 'admins_and_concerned'
  | 'admins'
  | 'everybody'
  | 'concerned'
  /** The operators whom the entry names. */
  | 'named'
  /** The owner, because someone may have used a stolen session. If the owner is an admin, all admins too. */
  | 'owner';

/** What a kind of entry is for people. It is declared beside what writes the entries. */
export interface EntryWords {
  /** Null: nobody is told. */
  readonly audience: Audience | null;
  /** What happened, in one sentence, for the audit log and for those who are told. */
  readonly told: (entry: PendingEntry) => Words;
  /** More about it, for the audit log. */
  readonly detail?: (entry: PendingEntry) => Words;
  /** The subject of the mail, if it does not only say that the configuration was changed. */
  readonly title?: string;
  /** What comes before who did it and when. Without it: changed. What was found or requested names nobody. */
  readonly deed?: 'Attempted' | 'Written' | 'Reported' | 'Requested' | 'Found' | 'Used';
  /** It is about an operator's access. What operators do to their own is told to the owner. */
  readonly isAccess?: true;
}

/** Makes entries of these kinds and no others. */
export const entryIn = <Kind extends string>(_declared: Readonly<Record<Kind, EntryWords>>) => pendingEntry<Kind>;

export interface AuditEntry extends PendingEntry {
  /** 1-based, without gaps. */
  readonly seq: number;
  /** Hash of the previous entry. For the first entry it is the organization's genesis hash. */
  readonly prev: string;
  readonly hash: string;
}

export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

/** Binds the first entry to its organization, so that a chain cannot be passed off as another organization's chain. */
export function genesis(org: string): AuditHead {
  return { seq: 0, hash: taggedHashHex('service.audit.v1', org) };
}

/** Turns the pending entries into the next entries of the chain that ends at `head`. */
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
 * `edited`: the entry does not match its hash. `removed`: no entry has this number. `reordered`: the entry is at a
 * different position, or appears twice. `unlinked`: the entry is intact but does not follow the entry for which it was
 * made. `cut_short`: the export ends before the signed head. `other_chain`: the hash at the position of the signed head
 * is different.
 */
export interface ChainFault {
  readonly seq: number;
  readonly fault: 'edited' | 'removed' | 'reordered' | 'unlinked' | 'cut_short' | 'other_chain';
}

/**
 * The first fault of an exported chain, or null. `head` is the signed head, if there is one. An export may be longer
 * than the head, because entries were written since, but never shorter, and it must have the head's hash at the head's
 * position. Without a signed head, a missing or rewritten end cannot be detected.
 */
export function firstFault(
  org: string,
  entries: readonly AuditEntry[],
  head: AuditHead | null,
  published?: Published,
): ChainFault | null {
  return firstFaultAfter(genesis(org), entries, head, published);
}

/** The hash that a published head has for an entry; null if none has one. */
export type Published = (seq: number) => string | null;

/** The entry with which a chain goes on in another region (docs/deploy.md#several-regions). */
export const CHAIN_RESTORED = 'organization.restored';

export const CHAIN_ENTRIES = {
  [CHAIN_RESTORED]: {
    audience: null,
    told: ({ data: { to, unpublished_from: from, unpublished_to: last } }) =>
      typeof from === 'number' && typeof last === 'number'
        ? said`The service’s data was restored to ${to}. Entries ${from} to ${last} of the audit log were taken without proof, because their published heads were missing.`
        : said`The service’s data was restored to ${to}.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/**
 * The numbers that an entry names as lost: they were published, and their entries did not arrive in the other region. A
 * published head must have the last of them, which the entry follows, and the entry itself. The function that publishes
 * heads signs nothing after a gap, so a writer of the table alone cannot cut a chain in this way.
 */
export function lostBefore(entry: AuditEntry, published: Published): Lost | null {
  if (entry.kind !== CHAIN_RESTORED) return null;
  const { seq, prev, hash } = entry;
  const { lost_from: from, lost_to: to } = entry.data;
  if (typeof from !== 'number' || typeof to !== 'number') return null;
  const isPublished = published(to) === prev && published(seq) === hash;
  return from <= to && seq === to + 1 && isPublished ? { from, to } : null;
}

export interface Lost {
  readonly from: number;
  readonly to: number;
}

/** Checks a part of a chain: `entries` must follow `start`. */
export function firstFaultAfter(
  start: AuditHead,
  entries: readonly AuditEntry[],
  head: AuditHead | null,
  published: Published = () => null,
): ChainFault | null {
  let last = start;
  if (contradicts(last, head)) return { seq: start.seq, fault: 'other_chain' };
  for (const entry of entries) {
    const lost = lostBefore(entry, published);
    if (lost !== null && lost.from <= last.seq + 1 && last.seq < lost.to) last = { seq: lost.to, hash: entry.prev };
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

/** Null if the entry has no canonical form because of a lone surrogate. Every recorded entry has one. */
function hashOf({ hash: _hash, ...body }: AuditEntry): string | null {
  try {
    return auditEntryHash(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
