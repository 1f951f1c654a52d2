/**
 * Signs the end of an organization's audit chain and publishes it outside the table (docs/decisions/published-heads.md).
 *
 * The signer trusts nothing that it reads from the table: a chain that does not hold the last published head, or that
 * does not follow from it, is refused. Somebody who can write the table and rewrites the chain gets no head for it, and
 * `verify-audit --heads` names the first entry that differs.
 *
 * Two publishers at once sign for the same `n`, and one of them finds its object taken:
 *
 *   A reads head 7 ──► signs 8 (entries 41–60) ──► puts 8
 *   B reads head 7 ──► signs 8 (entries 41–65) ──► 8 is there ──► reads head 8: entries 61–65 wait for the interval
 */

import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { PublishedHead } from '../../../protocol/statements/head';
import type { Clock, Log, Queue } from '../../system/ports';
import type { AuditStore, HeadSigner, HeadStore, RefusedHead } from '../ports';
import { type AuditEntry, type ChainFault, firstFaultAfter, genesis } from '../rules/chain';
import { headAfter } from '../rules/heads';

export interface PublishHeadDeps {
  readonly clock: Clock;
  readonly audit: Pick<AuditStore, 'entries' | 'tail'>;
  readonly heads: HeadStore;
  readonly headSigner: HeadSigner;
  readonly log: Log;
  readonly queues: { readonly timers: Queue<RefusedHead> };
  /** The shortest time between two publications of an organization. */
  readonly headIntervalMs: number;
}

/** Entries without a head. Publish again at `dueAtMs`, unless a head covers `upTo` by then. */
export interface Uncovered {
  readonly upTo: number;
  readonly dueAtMs: number;
}

/** `published` is empty if nothing was added since the last head or the interval has not ended. */
export type HeadOutcome = Result<
  { readonly published: readonly PublishedHead[]; readonly uncovered: Uncovered | null },
  ChainFault
>;

/** `upTo`: publish only if no head covers this entry yet. Absent: the end of the chain. */
export type HeadPublisher = (org: OrgId, upTo?: number) => Promise<HeadOutcome>;

/** The alarm on refused heads counts this message (infra/constructs/alarms/audit.ts). */
export const HEAD_REFUSED = 'the audit chain does not extend its last published head; no head was signed';

/** Entries in one read and hashes in one head (35 KB). A longer part of the chain gets several heads. */
const PAGE = 500;
/** Without its body, a head in memory has about 1 KB. */
type LastHead = Omit<PublishedHead, 'hashes' | 'ended'>;
const MAX_REMEMBERED = 10_000;

/**
 * Remembers the last heads of the organizations that it published for last, `most` of them, so that the next one needs no
 * lookup.
 */
export function createHeadPublisher(deps: PublishHeadDeps, most = MAX_REMEMBERED): HeadPublisher {
  const remembered = new Map<OrgId, LastHead>();
  return async (org, upTo) => {
    try {
      return await publishHeads(deps, remembered, org, upTo);
    } catch (error) {
      // A put whose answer was lost may have published a head.
      remembered.delete(org);
      throw error;
    } finally {
      // A map keeps the order in which its entries were set.
      for (const oldest of remembered.keys()) {
        if (remembered.size <= most) break;
        remembered.delete(oldest);
      }
    }
  };
}

async function publishHeads(
  deps: PublishHeadDeps,
  remembered: Map<OrgId, LastHead>,
  org: OrgId,
  upTo: number | undefined,
): Promise<HeadOutcome> {
  const published: PublishedHead[] = [];
  for (;;) {
    const last: LastHead | null = remembered.get(org) ?? (await deps.heads.last(org));
    const next = await entriesAfter(deps, org, last);
    if (!next.ok) {
      await report(deps, org, next.error, last?.seq ?? 0);
      return next;
    }
    if (next.value.length === 0) return ok({ published, uncovered: null });
    // The interval is between publications, not between the heads of one publication.
    const isOwn = last?.jws === published.at(-1)?.jws;
    if (last !== null && !isOwn && deps.clock.nowMs() < last.at + deps.headIntervalMs) {
      return ok({ published, uncovered: await uncovered(deps, org, last, upTo) });
    }
    const head = await signedHead(deps, org, last, next.value);
    if (await deps.heads.publish(head)) {
      published.push(head);
      const { hashes: _hashes, ended: _ended, ...withoutBody } = head;
      remembered.delete(org);
      remembered.set(org, withoutBody);
      // Later entries have a stream record of their own.
      if (next.value.length < PAGE) return ok({ published, uncovered: null });
    } else {
      remembered.delete(org);
    }
  }
}

async function uncovered(
  { audit, headIntervalMs }: PublishHeadDeps,
  org: OrgId,
  last: LastHead,
  upTo: number | undefined,
): Promise<Uncovered | null> {
  const wanted = upTo ?? (await audit.tail(org)).head.seq;
  return last.seq >= wanted ? null : { upTo: wanted, dueAtMs: last.at + headIntervalMs };
}

/**
 * The signer may not write the table. So the function behind the timers writes the entry, once, and people are told.
 */
async function report(deps: PublishHeadDeps, org: OrgId, { seq, fault }: ChainFault, published: number): Promise<void> {
  deps.log.error(HEAD_REFUSED, { org, seq, fault, published_seq: published });
  const at = deps.clock.nowMs();
  const body = { kind: 'refused_head', org, seq, fault, published_seq: published, at } as const;
  await deps.queues.timers.send([{ body, groupId: org }]);
}

/** A page of entries after the published head, if the chain still contains that head. */
async function entriesAfter(
  deps: PublishHeadDeps,
  org: OrgId,
  last: LastHead | null,
): Promise<Result<readonly AuditEntry[], ChainFault>> {
  if (last === null) {
    const page = await deps.audit.entries(org, 0, PAGE);
    const fault = firstFaultAfter(genesis(org), page, null);
    return fault === null ? ok(page) : err(fault);
  }
  // The published entry itself is read again: it must still be there, and have the hash that was published.
  const page = await deps.audit.entries(org, last.seq - 1, PAGE + 1);
  const fault = firstFaultAfter({ seq: last.seq - 1, hash: page[0]?.prev ?? '' }, page, last);
  return fault === null ? ok(page.slice(1)) : err(fault);
}

async function signedHead(
  deps: PublishHeadDeps,
  org: OrgId,
  last: LastHead | null,
  entries: readonly AuditEntry[],
): Promise<PublishedHead> {
  const { payload, body } = headAfter(last, org, entries, deps.clock.nowMs());
  return { ...payload, ...body, ...(await deps.headSigner.sign(payload)) };
}
