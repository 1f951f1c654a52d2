/** Published heads of an audit chain, and what they say about an export (docs/decisions/published-heads.md). */

import {
  type EndedKeys,
  type HeadBody,
  type HeadPayload,
  headBodyHash,
  headJwsHash,
  type PublishedHead,
} from '../../../protocol/statements/head';
import { said } from '../../../protocol/words';
import { type AuditEntry, type EntryWords, lostBefore, type Published } from './chain';

export const HEAD_ENTRIES = {
  'audit.head_refused': {
    audience: 'admins',
    deed: 'Found',
    title: 'The audit log does not match what was published of it',
    told: ({ data }) =>
      said`The audit log no longer matches what was published of it, from entry ${data.entry} on (${data.fault}). Somebody may have changed the database. No further entry is confirmed until this is resolved. Export the audit log, and compare it with the published heads.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** The head after `last` that covers `entries`, which follow the last entry of `last`. */
export function headAfter(
  last: Pick<PublishedHead, 'n' | 'seq' | 'at' | 'jws'> | null,
  org: string,
  entries: readonly AuditEntry[],
  nowMs: number,
): { readonly payload: HeadPayload; readonly body: HeadBody } {
  const body = { hashes: entries.map(({ hash }) => hash), ended: entries.flatMap((entry) => keysEndedBy(entry) ?? []) };
  const { seq, hash } = entries.at(-1)!;
  const place =
    last === null
      ? { n: 1, from: 0, prev: null, at: nowMs }
      : { n: last.n + 1, from: last.seq, prev: headJwsHash(last.jws), at: Math.max(nowMs, last.at) };
  return { payload: { v: 2, org, seq, hash, ...place, body: headBodyHash(body) }, body };
}

/** The keys that end with this entry, or null. The signer of heads and the verifiers share this function. */
export function keysEndedBy({ seq, kind, subject, data }: AuditEntry): EndedKeys | null {
  if (kind === 'passkey.deleted') return { seq, passkey: subject };
  const isDisabled = kind === 'operator.updated' && data.enabled === false;
  return isDisabled || kind === 'operator.access_revoked' ? { seq, operator: subject } : null;
}

export interface HeadConflict {
  /** The number of the first entry that differs from the published heads. */
  readonly seq: number;
  /** `rewritten`: the entry has another hash. `cut_short`: the export ends before it. */
  readonly fault: 'rewritten' | 'cut_short';
  /** The published head that shows the conflict. */
  readonly head: Covered;
}

type Covered = Pick<PublishedHead, 'n' | 'from' | 'hashes'>;

/** What the heads say about each entry. */
export function publishedIn(heads: readonly Covered[]): Published {
  return (seq) => {
    const head = heads.find(({ from, hashes }) => from < seq && seq <= from + hashes.length);
    return head?.hashes[seq - head.from - 1] ?? null;
  };
}

/**
 * The first contradiction between `entries`, a part of a chain without gaps, and the published heads; null if there is
 * none. Entries before the part are not checked.
 */
export function firstConflict(entries: readonly AuditEntry[], heads: readonly Covered[]): HeadConflict | null {
  const firstSeq = entries[0]?.seq ?? 1;
  const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]));
  const lost = entries.flatMap((entry) => lostBefore(entry, publishedIn(heads)) ?? []);
  const isLost = (seq: number) => !hashes.has(seq) && lost.some(({ from, to }) => from <= seq && seq <= to);
  const conflicts = heads.flatMap((head): HeadConflict[] => {
    const index = head.hashes.findIndex((hash, place) => {
      const seq = head.from + 1 + place;
      return seq >= firstSeq && hashes.get(seq) !== hash && !isLost(seq);
    });
    if (index < 0) return [];
    const seq = head.from + 1 + index;
    return [{ seq, fault: hashes.has(seq) ? 'rewritten' : 'cut_short', head }];
  });
  return conflicts.reduce<HeadConflict | null>(
    (least, each) => (least === null || each.seq < least.seq ? each : least),
    null,
  );
}
