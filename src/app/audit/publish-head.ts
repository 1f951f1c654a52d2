/**
 * Signs the end of an organization's audit chain and publishes it outside the table (docs/design.md#audit-chain).
 *
 * The signer trusts nothing that it reads from the table: a chain that does not hold the last published head, or that
 * does not follow from it, is refused. Somebody who can write the table and rewrites the chain gets no head for it, and
 * `verify-audit --heads` names the first entry that differs.
 */
import { type AuditEntry, type AuditHead, type ChainFault, firstFaultAfter, genesis } from '../../core/audit/chain';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { AuditStore, Clock, HeadSigner, HeadStore, Log, SignedHead } from '../ports';
import type { Queues } from '../transport/hand-over';

export interface PublishHeadDeps {
  readonly clock: Clock;
  readonly audit: Pick<AuditStore, 'entries'>;
  readonly heads: HeadStore;
  readonly headSigner: HeadSigner;
  readonly log: Log;
  readonly queues: Pick<Queues, 'timers'>;
}

/** `published` is empty where the last published head is the end of the chain. */
export type HeadOutcome = Result<{ readonly published: readonly SignedHead[] }, ChainFault>;

/** The alarm on refused heads counts this message (infra/constructs/alarms.ts). */
export const HEAD_REFUSED = 'the audit chain does not extend its last published head; no head was signed';

/** Entries in one read, and hashes in one head: 35 KB of them. A longer stretch of the chain gets several heads. */
const PAGE = 500;

export async function publishHead(deps: PublishHeadDeps, org: OrgId): Promise<HeadOutcome> {
  const published: SignedHead[] = [];
  let last: AuditHead | null = await deps.heads.last(org);
  for (;;) {
    const next = await entriesAfter(deps, org, last);
    if (!next.ok) {
      await report(deps, org, next.error, last?.seq ?? 0);
      return next;
    }
    if (next.value.length === 0) return ok({ published });
    last = await publish(deps, org, next.value);
    published.push(last as SignedHead);
  }
}

/** The signer may not write the table: the function behind the timers leaves the entry, once, and people are told. */
async function report(deps: PublishHeadDeps, org: OrgId, { seq, fault }: ChainFault, published: number): Promise<void> {
  deps.log.error(HEAD_REFUSED, { org, seq, fault, published_seq: published });
  const at = deps.clock.nowMs();
  const body = { kind: 'refused_head', org, seq, fault, published_seq: published, at } as const;
  await deps.queues.timers.send([{ body, groupId: org }]);
}

/** A page of entries that follow from the published head, if the chain still holds that head. */
async function entriesAfter(
  deps: PublishHeadDeps,
  org: OrgId,
  last: AuditHead | null,
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

async function publish(deps: PublishHeadDeps, org: OrgId, entries: readonly AuditEntry[]): Promise<SignedHead> {
  const { seq, hash } = entries.at(-1)!;
  const at = deps.clock.nowMs();
  const signed = await deps.headSigner.sign({ org, seq, hash, at });
  const head: SignedHead = { org, seq, hash, at, hashes: entries.map((entry) => entry.hash), ...signed };
  await deps.heads.publish(head);
  return head;
}
