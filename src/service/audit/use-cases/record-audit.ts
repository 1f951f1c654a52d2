/** The only writer of an organization's audit chain (docs/design.md#audit-chain; docs/design.md#audit-chain). */

import type { OrgId } from '../../../protocol/identifiers';
import { byteLength } from '../../support/byte-length';
import type { Log, Pause } from '../../system/ports';
import type { AuditMessage, AuditStore, AuditTail, Cause, CauseLocation, PendingCause } from '../ports';
import { type AuditEntry, type AuditHead, append } from '../rules/chain';

export interface RecordAuditDeps {
  readonly audit: AuditStore;
  readonly pause: Pause;
  readonly log: Log;
  /** The limits of one block. */
  readonly limits?: BlockLimits;
  /** Used by an instance that adds many blocks. Without it, every call reads the marks of the last block. */
  readonly marked?: MarkedBlocks;
}

/** For each chain, the last block whose causes this instance knows to be marked. */
export interface MarkedBlocks {
  has(org: OrgId, block: number): boolean;
  add(org: OrgId, block: number): void;
}

/** How many chains are remembered. A forgotten chain costs one read. */
const MARKED_CHAINS = 1000;

/** Marks are never deleted, so a marked block needs no second check. */
export function rememberMarked(): MarkedBlocks {
  const last = new Map<OrgId, number>();
  return {
    has: (org, block) => last.get(org) === block,
    add(org, block) {
      if (!last.has(org) && last.size >= MARKED_CHAINS) last.clear();
      last.set(org, block);
    },
  };
}

export interface BlockLimits {
  readonly entries: number;
  readonly bytes: number;
}

/** A block is one item, which may have 400 KB in DynamoDB. */
const BLOCK_LIMITS: BlockLimits = { entries: 400, bytes: 200 * 1024 };
/** What the chain adds to an entry (its number and two hashes) and to a cause (its place), in bytes. */
const ADDED_BYTES = { entry: 180, cause: 130 };
const MAX_ATTEMPTS = 20;

/**
 * Adds entries that the chain does not have yet. A repeated message adds nothing, no matter how late it arrives.
 *
 * The order guarantees this. The end of the chain is read before the marks, so a block that another writer adds in
 * between takes the key of this writer's block. The causes of the last block are marked before another block follows,
 * by the writer of that other block, because the first writer may have died before it marked them.
 */
export async function recordAudit(deps: RecordAuditDeps, org: OrgId, causes: readonly PendingCause[]): Promise<void> {
  let left: readonly PendingCause[] = distinct(causes);
  for (let lost = 0; left.length > 0; ) {
    if (lost === MAX_ATTEMPTS) throw new Error(`audit chain of ${org}: lost ${MAX_ATTEMPTS} races in a row`);
    const tail = await deps.audit.tail(org);
    const recorded = await markTail(deps, org, tail, left);
    left = left.filter((cause) => !recorded.has(causeOf(cause)));
    if (left.length === 0) return;
    warnOfGaps(deps, left, recorded);
    const batch = fitting(left, deps.limits ?? BLOCK_LIMITS);
    if (await addBlock(deps, org, tail.head, batch)) {
      left = left.slice(batch.length);
      lost = 0;
    } else await deps.pause.beforeRetry(lost++);
  }
}

/** The revisions of a journal that the chain does not have yet. */
export async function unrecorded<R extends { readonly revision: number }>(
  audit: Pick<AuditStore, 'recorded'>,
  org: OrgId,
  subject: string,
  journal: readonly R[],
): Promise<R[]> {
  const recorded = await audit.recorded(
    org,
    journal.map(({ revision }) => ({ subject, revision })),
  );
  return journal.filter(({ revision }) => !recorded.has(causeOf({ subject, revision })));
}

/** The causes in a message for the chain. */
export function causesOf({ journals }: AuditMessage): PendingCause[] {
  return journals.flatMap(({ subject, revisions }) => revisions.map((revision) => ({ subject, ...revision })));
}

/**
 * Reads which causes are in the chain: these, the ones just before them (to detect a gap), and those of the last block.
 */
async function markTail(
  deps: RecordAuditDeps,
  org: OrgId,
  { block }: AuditTail,
  causes: readonly PendingCause[],
): Promise<Set<string>> {
  const last = new Set(block.map(causeOf));
  const unknown = causes.filter((cause) => !last.has(causeOf(cause)));
  const number = block[0]?.block;
  const isMarked = number !== undefined && deps.marked?.has(org, number) === true;
  const recorded = await deps.audit.recorded(org, [...unknown.flatMap(withPrevious), ...(isMarked ? [] : block)]);
  if (!isMarked) {
    const unmarked = block.filter((share) => !recorded.has(causeOf(share)));
    await deps.audit.mark(org, unmarked);
    if (number !== undefined) deps.marked?.add(org, number);
  }
  return new Set([...recorded, ...last]);
}

function withPrevious({ subject, revision }: PendingCause): Cause[] {
  return [{ subject, revision }, ...(revision > 1 ? [{ subject, revision: revision - 1 }] : [])];
}

/** False if another writer added a block. */
async function addBlock(
  deps: RecordAuditDeps,
  org: OrgId,
  head: AuditHead,
  batch: readonly PendingCause[],
): Promise<boolean> {
  const entries = append(
    head,
    batch.flatMap(({ facts }) => facts),
  );
  const locations = locate(batch, head.seq + 1);
  if (entries.length > 0 && !(await deps.audit.append(org, entries, locations))) return false;
  raiseAlarms(deps, org, entries);
  await deps.audit.mark(org, locations);
  if (entries.length > 0) deps.marked?.add(org, head.seq + 1);
  return true;
}

/** The alarms on a rescue and on a loosened policy count these messages (infra/constructs/alarms/audit.ts). */
export const RESCUE_USED = 'a rescue changed the configuration without a second admin';
export const POLICY_LOOSENED = 'a policy was loosened';

/** Runs once for each entry, because only the writer that adds the block calls it. */
function raiseAlarms({ log }: RecordAuditDeps, org: OrgId, entries: readonly AuditEntry[]): void {
  for (const { kind, subject, seq, data } of entries) {
    if (kind === 'rescue.used') log.warn(RESCUE_USED, { org, seq, subject });
    if (data.loosened !== undefined) log.warn(POLICY_LOOSENED, { org, seq, subject });
  }
}

function locate(batch: readonly PendingCause[], block: number): CauseLocation[] {
  let first = block;
  return batch.map(({ subject, revision, facts }) => {
    const location = { subject, revision, block, first, count: facts.length };
    first += facts.length;
    return location;
  });
}

function causeOf({ subject, revision }: Cause): string {
  return `${subject}#${revision}`;
}

function distinct(causes: readonly PendingCause[]): PendingCause[] {
  return [...new Map(causes.map((cause) => [causeOf(cause), cause])).values()];
}

function warnOfGaps(deps: RecordAuditDeps, causes: readonly PendingCause[], recorded: ReadonlySet<string>): void {
  const present = new Set([...recorded, ...causes.map(causeOf)]);
  for (const { subject, revision } of causes) {
    if (revision > 1 && !present.has(causeOf({ subject, revision: revision - 1 }))) {
      deps.log.warn('audit gap: a revision is recorded before the one it follows', { subject, revision });
    }
  }
}

/** As many causes as fit into one block, but at least one. */
function fitting(causes: readonly PendingCause[], limits: BlockLimits): readonly PendingCause[] {
  let [entries, bytes] = [0, 0];
  const tooMany = causes.findIndex(({ facts }, index) => {
    entries += facts.length;
    bytes += sizeOf(facts);
    return index > 0 && (entries > limits.entries || bytes > limits.bytes);
  });
  return tooMany < 0 ? causes : causes.slice(0, tooMany);
}

function sizeOf(facts: PendingCause['facts']): number {
  const text = byteLength(JSON.stringify(facts));
  return text + ADDED_BYTES.cause + facts.length * ADDED_BYTES.entry;
}
