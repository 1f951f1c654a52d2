/** The one writer of an organization's audit chain (design: audit chain). */
import { type AuditEntry, append } from '../core/audit/chain';
import type { OrgId } from '../protocol/identifiers';
import type { AuditMessage, AuditStore, Log, Pause } from './ports';

export interface RecordAuditDeps {
  readonly audit: AuditStore;
  readonly pause: Pause;
  readonly log: Log;
}

/** DynamoDB's limit for one transaction, less the head. */
const MAX_ITEMS = 99;
const MAX_ATTEMPTS = 20;

/** Adds what the chain does not hold yet; a repeated message adds nothing, however late it comes. */
export async function recordAudit(deps: RecordAuditDeps, org: OrgId, messages: readonly AuditMessage[]): Promise<void> {
  let left = distinct(messages);
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === MAX_ATTEMPTS) throw new Error(`audit chain of ${org}: lost ${MAX_ATTEMPTS} races in a row`);
    const [head, recorded] = await Promise.all([deps.audit.head(org), recordedCauses(deps, org, left)]);
    left = left.filter((message) => !recorded.has(causeOf(message)));
    warnOfGaps(deps, left, recorded);
    const batch = fitting(left);
    const entries = append(
      head,
      batch.flatMap((message) => message.facts),
    );
    if (await deps.audit.append(org, head, share(batch, entries))) left = left.slice(batch.length);
    else await deps.pause.beforeRetry(attempt);
  }
}

function causeOf({ subject, revision }: { subject: string; revision: number }): string {
  return `${subject}#${revision}`;
}

function distinct(messages: readonly AuditMessage[]): AuditMessage[] {
  return [...new Map(messages.map((message) => [causeOf(message), message])).values()];
}

/** With the causes just before them, to notice a gap in a subject's revisions. */
function recordedCauses(deps: RecordAuditDeps, org: OrgId, messages: readonly AuditMessage[]) {
  const causes = messages.flatMap(({ subject, revision }) => [
    { subject, revision },
    ...(revision > 1 ? [{ subject, revision: revision - 1 }] : []),
  ]);
  return deps.audit.recorded(org, causes);
}

function warnOfGaps(deps: RecordAuditDeps, messages: readonly AuditMessage[], recorded: ReadonlySet<string>): void {
  const present = new Set([...recorded, ...messages.map(causeOf)]);
  for (const { subject, revision } of messages) {
    if (revision > 1 && !present.has(causeOf({ subject, revision: revision - 1 }))) {
      deps.log.warn('audit gap: a revision is recorded before the one it follows', { subject, revision });
    }
  }
}

/** As many messages as one transaction takes: each with its entries and a cause item. */
function fitting(messages: readonly AuditMessage[]): AuditMessage[] {
  const batch: AuditMessage[] = [];
  let items = 0;
  for (const message of messages) {
    items += message.facts.length + 1;
    if (items > MAX_ITEMS && batch.length > 0) break;
    batch.push(message);
  }
  return batch;
}

function share(batch: readonly AuditMessage[], entries: readonly AuditEntry[]) {
  let from = 0;
  return batch.map((message) => {
    const own = entries.slice(from, from + message.facts.length);
    from += message.facts.length;
    return { message, entries: own };
  });
}
