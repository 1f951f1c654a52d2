/** The audit chains of a restore: whether each is what was published, where it ends, and how it goes on. */

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { auditKey, auditPk, type Key } from '../../src/adapters/dynamodb/keys';
import { allItems } from '../../src/adapters/dynamodb/pages';
import { CANARY_ORG } from '../../src/lambda/canary/names';
import { FAILOVER, RESTORE } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import type { ConfigurationEntryKind } from '../../src/service/administration/rules/entries';
import type { AuditStore, HeadSigner, HeadStore } from '../../src/service/audit/ports';
import {
  type AuditEntry,
  type AuditHead,
  append,
  CHAIN_RESTORED,
  genesis,
  type Lost,
  pendingEntry,
} from '../../src/service/audit/rules/chain';
import { headAfter } from '../../src/service/audit/rules/heads';
import { createAuditStore } from '../../src/service/audit/store';
import { chunksOf } from '../../src/service/support/grouped';
import { type Blur, SKEW_MS } from './copy';
import type { HeadsOf } from './heads';
import { sideBySide } from './survey';
import { type Fault, pagesAfter, type Walked, walk } from './walk';

export interface ChainInput {
  readonly restored: Tables;
  readonly headsOf: HeadsOf;
  /** Everything of before is in the restored table. */
  readonly pointMs: number;
  /** Null if the restored table is as of one instant. */
  readonly blur: Blur | null;
  readonly headIntervalMs: number;
}

/** The first and the last entry of a restored chain that a head should cover, and none does. */
export interface Unpublished {
  readonly from: number;
  readonly to: number;
}

/** Where a restored chain ends. */
export interface ChainEnd extends AuditHead {
  /** Entries from this one on may be younger than what the rest of the table says. */
  readonly doubtedFrom: number;
}

export interface ChainReport {
  readonly org: string;
  readonly entries: number;
  /** Published heads that the restored chain contains, and those of entries after its end. */
  readonly heads: { readonly held: number; readonly later: number };
  /** Null if the restored chain is intact and contains everything that was published until the point. */
  readonly fault: string | null;
  /** Nothing outside of the table shows what these entries were. Null if heads cover all that is old enough. */
  readonly unpublished: Unpublished | null;
  readonly end: ChainEnd;
  /** Whether entries after a gap are in the table too. A backup may have taken a later block and not an earlier one. */
  readonly hasMore: boolean;
}

/**
 * A head follows its entries after one interval. If none came after two, heads are missing: they were lost, were not
 * replicated, or were refused.
 */
const INTERVALS = 2;

export async function checkChain(input: ChainInput, org: string): Promise<ChainReport> {
  const { restored, headsOf, pointMs, blur, headIntervalMs } = input;
  const heads = await headsOf(org);
  let doubtedFrom: number | null = null;
  const dueMs = pointMs - INTERVALS * headIntervalMs;
  let lastDue = 0;
  const walked = await walk({ tables: restored, heads }, org, genesis(org), (page) => {
    if (blur !== null) doubtedFrom ??= page.find(({ at }) => at >= blur.fromMs)?.seq ?? null;
    lastDue = page.findLast(({ at }) => at < dueMs)?.seq ?? lastDue;
  });
  const { end, entries, fault } = walked;
  const hasMore = isGapOfBackup(walked, blur);
  const newest = heads.findLast(isSurelyBefore(pointMs));
  const isShort = newest !== undefined && newest.seq > end.seq;
  const held = heads.filter(({ seq }) => seq <= end.seq).length;
  const covered = coveredIn(heads, end);
  // The canary's heads are in a bucket of their own, for a week (infra/constructs/canary.ts).
  const isUnpublished = lastDue > covered && org !== CANARY_ORG;
  return {
    org,
    entries,
    heads: { held, later: heads.length - held },
    fault: fault !== null && !hasMore ? textOf(fault) : isShort ? tooShort(end, newest) : null,
    unpublished: isUnpublished ? { from: covered + 1, to: lastDue } : null,
    end: { ...end, doubtedFrom: doubtedFrom ?? end.seq + 1 },
    hasMore,
  };
}

/**
 * The last entry of the chain that a head was compared with. The entries before it follow from its hash. Heads that were
 * signed after the point count too, unless all their entries come after the end.
 */
function coveredIn(heads: readonly PublishedHead[], end: AuditHead): number {
  const [first, last] = [heads[0], heads.at(-1)];
  return first === undefined || first.from >= end.seq ? 0 : Math.min(last!.seq, end.seq);
}

/** By the clock of the function that signs. */
export const isSurelyBefore =
  (pointMs: number) =>
  ({ at }: Pick<PublishedHead, 'at'>): boolean =>
    at < pointMs - SKEW_MS;

/** What was written after the backup is not in it, and an entry is never written before its time. */
const isGapOfBackup = ({ afterGap }: Walked, blur: Blur | null): boolean =>
  blur !== null && afterGap !== null && afterGap.at <= blur.untilMs;

const tooShort = (end: AuditHead, { n }: PublishedHead): string =>
  `entry ${end.seq + 1}: cut_short; published head ${n}, which was signed before the point, has it`;

const textOf = (fault: Fault): string =>
  `entry ${fault.seq}: ${fault.fault}${'head' in fault ? `; published head ${fault.head} says otherwise` : ''}`;

/** Nothing shows what was in a gap, so the chain ends before it. */
export async function cutAfter(restored: Tables, { org, end }: ChainReport): Promise<void> {
  const keys = await allItems(restored, {
    KeyConditionExpression: 'pk = :pk AND sk > :end',
    ExpressionAttributeValues: { ':pk': auditPk(org), ':end': auditKey(org, end.seq).sk },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  });
  await removeItems(restored, keys as unknown as readonly Key[]);
}

export async function removeItems({ client, main }: Tables, keys: readonly Key[]): Promise<void> {
  await sideBySide(keys, ({ pk, sk }) => client.send(new DeleteCommand({ TableName: main, Key: { pk, sk } })));
}

/** What the lost table has after the end of a restored chain. */
export interface LateEntries {
  readonly source: Tables;
  readonly headsOf: HeadsOf;
}

/** `proven`: whether the entries follow the restored chain and contain what was published. Returns where that ends, or null. */
export async function lateEntries(
  { source, headsOf }: LateEntries,
  org: string,
  end: AuditHead,
  visit: (entries: readonly AuditEntry[], isProven: boolean) => void | Promise<void>,
): Promise<string | null> {
  const heads = await headsOf(org);
  const tell = (isProven: boolean) => (entries: readonly AuditEntry[]) => visit(entries, isProven);
  const walked = await walk({ tables: source, heads }, org, end, tell(true), tell(false));
  if (walked.fault !== null) return `entry ${walked.fault.seq}: ${walked.fault.fault}`;
  const last = walked.end.seq;
  return (heads.at(-1)?.seq ?? 0) > last ? `entry ${last + 1}: cut_short` : null;
}

/** Small enough for one item, whatever the entries contain. */
const BLOCK = 20;
const RESTORED: ConfigurationEntryKind = CHAIN_RESTORED;

export interface CarryInput extends LateEntries {
  readonly restored: Tables;
  /** What somebody accepted of this chain. */
  readonly accepted: Unpublished | null;
  readonly at: string;
  readonly nowMs: number;
}

/**
 * The chain continues: what was decided after the point stays in it, followed by the restore itself. Otherwise the
 * published numbers would be used a second time. The causes are not marked, because the requests will have these
 * revisions again. Returns how many entries were carried over by all runs.
 */
export async function carryOver(input: CarryInput, org: string, end: AuditHead): Promise<number> {
  const { restored, at, nowMs, accepted } = input;
  const store = createAuditStore(restored);
  // A run before this one may have carried over some of them, or everything.
  for await (const page of pagesAfter(restored, org, end.seq)) {
    const own = page.find(({ kind, data }) => kind === RESTORED && data.to === at);
    if (own !== undefined) return own.seq - 1 - end.seq;
  }
  let { head: last } = await store.tail(org as OrgId);
  await lateEntries(input, org, last, async (entries, isProven) => {
    if (!isProven) return;
    for (const block of chunksOf(entries, BLOCK)) await add(store, org, block);
    last = entries.at(-1) ?? last;
  });
  const data = { to: at, ...acceptedIn(accepted) };
  if (last.seq > 0) await add(store, org, append(last, [pendingEntry(nowMs, RESTORED, org, RESTORE, data)]));
  return last.seq - end.seq;
}

const acceptedIn = (accepted: Unpublished | null): Readonly<Record<string, number>> =>
  accepted === null ? {} : { unpublished_from: accepted.from, unpublished_to: accepted.to };

/**
 * Without the lost table: continues the chain after the last published head. Missing entries up to
 * that head are named, so that no number is used twice. The head of this entry is published here, because the function
 * that publishes heads signs nothing after a gap.
 */
export async function continueChain(
  { restored, headsOf, signer, publish, at, nowMs, accepted }: Continuation,
  org: string,
): Promise<Lost | null> {
  const store = createAuditStore(restored);
  const [{ head: end }, heads] = [await store.tail(org as OrgId), await headsOf(org)];
  // Nothing else writes this table yet, so the entry of a run before this one is the last.
  const [tail] = end.seq === 0 ? [] : await store.entries(org as OrgId, end.seq - 1, 1);
  const before = tail?.kind === RESTORED && tail.data.to === at ? tail : undefined;
  const head = heads.at(-1) ?? null;
  const lost = before === undefined && head !== null && head.seq > end.seq ? { from: end.seq + 1, to: head.seq } : null;
  const named: Readonly<Record<string, number>> = lost === null ? {} : { lost_from: lost.from, lost_to: lost.to };
  const data = { to: at, ...named, ...acceptedIn(accepted) };
  const entry = pendingEntry(nowMs, RESTORED, org, FAILOVER, data);
  const added = before ?? append(lost === null ? end : head!, [entry])[0]!;
  if (before === undefined) await add(store, org, [added]);
  const missing = lostOf(added);
  if (missing === null || head === null || head.seq >= added.seq) return missing;
  const { payload, body } = headAfter(head, org, [added], nowMs);
  if (!(await publish({ ...payload, ...body, ...(await signer.sign(payload)) })))
    throw new Error(`${org}: somebody else published head ${payload.n}. Two regions must never decide together.`);
  return missing;
}

export interface Continuation {
  readonly restored: Tables;
  readonly headsOf: HeadsOf;
  readonly signer: HeadSigner;
  readonly publish: HeadStore['publish'];
  /** The point. */
  readonly at: string;
  readonly nowMs: number;
  readonly accepted: Unpublished | null;
}

const lostOf = ({ data: { lost_from: from, lost_to: to } }: AuditEntry): Lost | null =>
  typeof from === 'number' && typeof to === 'number' ? { from, to } : null;

async function add(store: AuditStore, org: string, entries: readonly AuditEntry[]): Promise<void> {
  if (await store.append(org as OrgId, entries, [])) return;
  throw new Error(`${org}: something else writes to the restored table. Restore again under another --suffix.`);
}
