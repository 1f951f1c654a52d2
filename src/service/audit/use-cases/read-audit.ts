/** Reading the audit chain: listAudit, exportAudit, auditHead, requestHistory. */

import type { Actor } from '../../../protocol/actor';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { PublishedHead } from '../../../protocol/statements/head';
import type { RequestStore } from '../../request/ports/ledger';
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
