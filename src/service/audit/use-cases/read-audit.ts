/**
 * Reading the audit chain: listAudit, exportAudit, auditHead, requestHistory, the chain's part of a proof, and the
 * signatures of published heads that posts carry.
 */

import type { Actor } from '../../../protocol/actor';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { PublishedHead } from '../../../protocol/statements/head';
import type { RequestStore } from '../../request/ports';
import { byteLength } from '../../support/byte-length';
import type { Clock } from '../../system/ports';
import type { AuditStore, HeadStore } from '../ports';
import type { AuditData, AuditEntry } from '../rules/chain';
import { unrecorded } from './record-audit';

export interface ReadAuditDeps {
  readonly clock: Clock;
  readonly audit: AuditStore;
  readonly requests: RequestStore;
  readonly heads: HeadStore;
}

export interface AuditPart {
  /** NDJSON. */
  readonly lines: string;
  /** Continue after this entry; null at the end of the chain. */
  readonly continueAfter: number | null;
}

/** Small enough for the gateway and the function. */
const MAX_PART_BYTES = 4 * 1024 * 1024;
const PAGE = 500;

/** Exports only complete entries, up to the end of the chain at the last read. */
export async function exportAudit(
  deps: Pick<ReadAuditDeps, 'audit'>,
  org: OrgId,
  afterSeq: number,
): Promise<AuditPart> {
  const lines: string[] = [];
  let bytes = 0;
  let last = afterSeq;
  for (;;) {
    const entries = await deps.audit.entries(org, last, PAGE);
    if (entries.length === 0) return { lines: lines.join(''), continueAfter: null };
    for (const entry of entries) {
      const line = `${JSON.stringify(entry)}\n`;
      bytes += byteLength(line);
      if (bytes > MAX_PART_BYTES && lines.length > 0) return { lines: lines.join(''), continueAfter: last };
      lines.push(line);
      last = entry.seq;
    }
  }
}

export interface CurrentHead {
  readonly head: PublishedHead;
  /** The number of the chain's last entry now. The next head covers entries after this head. */
  readonly chainSeq: number;
}

/** The last published head; null before the first one. */
export async function currentHead(
  deps: Pick<ReadAuditDeps, 'audit' | 'heads'>,
  org: OrgId,
): Promise<CurrentHead | null> {
  const [head, tail] = await Promise.all([deps.heads.last(org), deps.audit.tail(org)]);
  return head === null ? null : { head, chainSeq: tail.head.seq };
}

export interface HistoryEntry extends Actor {
  /** Null until the entry has a number in the chain. */
  readonly seq: number | null;
  readonly at: number;
  readonly kind: string;
  readonly data: AuditData;
}

/**
 * Null if there is no such request. Entries in the chain come first, then entries on their way to it: an operator who
 * has just turned a key must see that.
 */
export async function requestHistory(deps: ReadAuditDeps, org: OrgId, id: RequestId): Promise<HistoryEntry[] | null> {
  // The record is read first: entries that are removed from it before the chain is read are already in the chain.
  const loaded = await deps.requests.load(org, id);
  if (loaded === null) return null;
  const { journal } = loaded.request;
  // Marks are read first, so that an entry recorded in between is shown twice instead of left out.
  const underway = (await unrecorded(deps.audit, org, id, journal)).flatMap((record) => record.entries);
  const entries = await deps.audit.ofSubject(org, id);
  return [
    ...entries.map(({ seq, at, kind, actor, actor_kind, data }: AuditEntry) => ({
      ...{ seq, at, kind, actor, actor_kind, data },
    })),
    ...underway.map(({ atMs, kind, actor, actor_kind, data = {} }) => ({
      ...{ seq: null, at: atMs, kind, actor, actor_kind, data },
    })),
  ];
}

/** Counted from the request's first entry. A line with a hash has about 90 bytes, so this is 90 KB. */
export const MAX_PROOF_ENTRIES = 1000;

/**
 * `audit.ndjson` of a proof: the entries about the request and its keys, and only the hashes of other entries between
 * and after the request's entries. So the request's part of the chain has no gap until the end of the chain
 * (docs/decisions/signed-turns.md).
 *
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

/** As often as heads are published, unless the deployment says otherwise. */
const FRESH_MS = 300_000;
/** A JWS has about 300 bytes. */
const MAX_ORGS = 10_000;

/** Caches the signature of each organization's last head, so that a post needs no lookup. Null before the first. */
export function recentHeads(store: Pick<HeadStore, 'last'>, clock: Clock): (org: OrgId) => Promise<string | null> {
  const known = new Map<OrgId, { readonly jws: Promise<string | null>; readonly untilMs: number }>();
  return (org) => {
    const found = known.get(org);
    if (found !== undefined && clock.nowMs() < found.untilMs) return found.jws;
    if (known.size >= MAX_ORGS) known.clear();
    const jws = store.last(org).then((head) => head?.jws ?? null);
    known.set(org, { jws, untilMs: clock.nowMs() + FRESH_MS });
    // A failure is not remembered, so the next post reads again.
    jws.catch(() => known.delete(org));
    return jws;
  };
}
