/**
 * Checks the audit chains of a restore: whether each restored chain equals the heads that were published until the point,
 * and what was decided after it.
 */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createAuditStore } from '../../src/adapters/dynamodb/audit/audit-store';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { CONFIG_PREFIX } from '../../src/adapters/dynamodb/keys';
import type { AuditStore, HeadSigner, HeadStore } from '../../src/app/ports';
import type { ConfigurationEntryKind } from '../../src/core/administration/entries';
import {
  type AuditEntry,
  append,
  CHAIN_RESTORED,
  firstFault,
  firstFaultAfter,
  genesis,
  type Lost,
  pendingEntry,
} from '../../src/core/audit/chain';
import { firstConflict, headAfter, publishedIn } from '../../src/core/audit/heads';
import type { OrgId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';

export interface ChainsInput {
  readonly restored: Tables;
  readonly source: Tables;
  /** Every published head of an organization, verified, oldest first. */
  readonly headsOf: (org: string) => Promise<readonly PublishedHead[]>;
}

export interface ChainReport {
  readonly org: string;
  readonly entries: number;
  /** Published heads that the restored chain contains, and those of entries after the point. */
  readonly heads: { readonly held: number; readonly later: number };
  /** Null if the restored chain is intact and contains everything that was published up to its end. */
  readonly fault: string | null;
  /**
   * Entries of the lost table after the end of the restored chain, up to the first that differs from what was
   * published.
   */
  readonly later: readonly AuditEntry[];
  /** All that the lost table has after the end of the restored chain, provable or not. */
  readonly lost: readonly AuditEntry[];
  /** Where the lost table's chain contradicts what was published; null if it does not. */
  readonly laterFault: string | null;
}

export async function checkChains(input: ChainsInput): Promise<ChainReport[]> {
  const orgs = new Set([...(await organizations(input.restored)), ...(await organizations(input.source))]);
  const reports: ChainReport[] = [];
  for (const org of [...orgs].sort()) reports.push(await checkChain(input, org));
  return reports;
}

async function checkChain({ restored, source, headsOf }: ChainsInput, org: string): Promise<ChainReport> {
  const entries = await entriesAfter(restored, org, 0);
  const end = entries.at(-1)?.seq ?? 0;
  const heads = await headsOf(org);
  const held = heads.filter(({ seq }) => seq <= end);
  const published = publishedIn(heads);
  const broken = firstFault(org, entries, null, published);
  const conflict = firstConflict(entries, held);
  const fault =
    broken !== null
      ? `entry ${broken.seq}: ${broken.fault}`
      : conflict !== null
        ? `entry ${conflict.seq}: ${conflict.fault}; published head ${conflict.head.n} says otherwise`
        : null;
  return {
    org,
    entries: entries.length,
    heads: { held: held.length, later: heads.length - held.length },
    fault,
    ...provable(org, entries, await entriesAfter(source, org, end), heads),
  };
}

/**
 * The part of the lost table's chain after the point that follows the restored chain and contains what was published of
 * it.
 */
function provable(
  org: string,
  restored: readonly AuditEntry[],
  lost: readonly AuditEntry[],
  heads: readonly PublishedHead[],
): Pick<ChainReport, 'later' | 'lost' | 'laterFault'> {
  const fault = firstFaultAfter(restored.at(-1) ?? genesis(org), lost, null, publishedIn(heads));
  const conflict = firstConflict([...restored, ...lost], heads);
  const first = [fault, conflict].flatMap((each) => (each === null ? [] : [each])).sort((a, b) => a.seq - b.seq)[0];
  if (first === undefined) return { later: lost, lost, laterFault: null };
  return { later: lost.filter(({ seq }) => seq < first.seq), lost, laterFault: `entry ${first.seq}: ${first.fault}` };
}

async function entriesAfter(tables: Tables, org: string, afterSeq: number): Promise<AuditEntry[]> {
  const store = createAuditStore(tables);
  const all: AuditEntry[] = [];
  for (let last = afterSeq; ; last = all.at(-1)!.seq) {
    const page = await store.entries(org as OrgId, last, 500);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** Every organization has an operator. Reads the complete table once. */
async function organizations({ client, main }: Tables): Promise<Set<string>> {
  const found = new Set<string>();
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: main,
        ProjectionExpression: 'pk',
        FilterExpression: 'begins_with(sk, :operator)',
        ExpressionAttributeValues: { ':operator': CONFIG_PREFIX.operator },
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const { pk } of Items) found.add(pk as string);
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return found;
}

/** Small enough for one item, whatever the entries contain. */
const BLOCK = 20;
const RESTORED: ConfigurationEntryKind = CHAIN_RESTORED;

/**
 * The chain continues: what was decided after the point stays in it, followed by the restore itself. Otherwise the
 * published numbers would be used a second time. The causes are not marked, because the requests will have these
 * revisions again.
 */
export async function carryOver(restored: Tables, { org, later }: ChainReport, at: Date, nowMs: number): Promise<void> {
  const store = createAuditStore(restored);
  for (let from = 0; from < later.length; from += BLOCK) await add(store, org, later.slice(from, from + BLOCK));
  const chain = await entriesAfter(restored, org, 0);
  const last = chain.at(-1);
  const to = at.toISOString();
  // The entry of an earlier restore names another point. The entry of this one exists if the command is repeated.
  if (last === undefined || chain.some(({ kind, data }) => kind === RESTORED && data.to === to)) return;
  await add(store, org, append(last, [pendingEntry(nowMs, RESTORED, org, 'restore', { to })]));
}

/**
 * For another region, without the lost table: continues the chain after the last replicated head. Missing entries up to
 * that head are named, so that no number is used twice. The head of this entry is published here, because the function
 * that publishes heads signs nothing after a gap.
 */
export async function continueChain(
  { imported, headsOf, signer, publish, at, nowMs }: Continuation,
  org: string,
): Promise<Lost | null> {
  const store = createAuditStore(imported);
  const [chain, heads] = [await entriesAfter(imported, org, 0), await headsOf(org)];
  const before = chain.find(({ kind, data }) => kind === RESTORED && data.to === at);
  const end = chain.at(-1) ?? genesis(org);
  const head = heads.at(-1) ?? null;
  const lost = before === undefined && head !== null && head.seq > end.seq ? { from: end.seq + 1, to: head.seq } : null;
  const data = { to: at, ...(lost === null ? {} : { lost_from: lost.from, lost_to: lost.to }) };
  const entry = pendingEntry(nowMs, RESTORED, org, 'failover', data);
  const added = before ?? append(lost === null ? end : head!, [entry])[0]!;
  if (before === undefined) await add(store, org, [added]);
  const named = lostOf(added);
  if (named === null || head === null || head.seq >= added.seq) return named;
  const { payload, body } = headAfter(head, org, [added], nowMs);
  if (!(await publish({ ...payload, ...body, ...(await signer.sign(payload)) })))
    throw new Error(`${org}: somebody else published head ${payload.n}. Two regions must never decide together.`);
  return named;
}

export interface Continuation {
  readonly imported: Tables;
  readonly headsOf: ChainsInput['headsOf'];
  readonly signer: HeadSigner;
  readonly publish: HeadStore['publish'];
  /** The time of the export. */
  readonly at: string;
  readonly nowMs: number;
}

const lostOf = ({ data: { lost_from: from, lost_to: to } }: AuditEntry): Lost | null =>
  typeof from === 'number' && typeof to === 'number' ? { from, to } : null;

async function add(store: AuditStore, org: string, entries: readonly AuditEntry[]): Promise<void> {
  if (await store.append(org as OrgId, entries, [])) return;
  throw new Error(`${org}: something else writes to the restored table. Restore again under another --suffix.`);
}
