/** The writer of the audit chains: by direct calls of dispatch, and behind the audit queue (docs/design.md#audit-chain). */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { auditMessage, type Queues } from '../../app/hand-over';
import type { AuditEvent, AuditMessage } from '../../app/ports';
import { type RecordAuditDeps, recordAudit } from '../../app/record-audit';
import type { OrgId } from '../../protocol/identifiers';
import { bodyOf, describe } from './batch';

export interface AuditHandlerDeps extends RecordAuditDeps {
  readonly queues: Pick<Queues, 'audit'>;
}

/** A direct call that loses this many races leaves its entries to the queue, which has one writer at a time. */
const DIRECT_ATTEMPTS = 3;

/** What one of them has may belong to several organizations. A failure of one does not affect the others. */
export function createAuditHandler(deps: AuditHandlerDeps) {
  return async (event: SQSEvent | AuditEvent): Promise<SQSBatchResponse> =>
    'entries' in event ? recordDirect(deps, event.entries) : recordQueued(deps, event);
}

async function recordDirect(deps: AuditHandlerDeps, entries: readonly AuditMessage[]): Promise<SQSBatchResponse> {
  await Promise.all(
    byOrganization(entries, (message) => message).map(async ([org, messages]) => {
      try {
        await recordAudit(deps, org, messages, DIRECT_ATTEMPTS);
      } catch (error) {
        deps.log.warn('a direct call could not add its audit entries; they go through the queue', {
          org,
          ...describe(error),
        });
        await deps.queues.audit.send(
          messages.map(({ subject, revision, facts }) => auditMessage(org, subject, revision, facts)),
        );
      }
    }),
  );
  return { batchItemFailures: [] };
}

async function recordQueued(deps: AuditHandlerDeps, { Records }: SQSEvent): Promise<SQSBatchResponse> {
  const messageOf = (record: (typeof Records)[number]) => bodyOf<AuditMessage>(record);
  const failures = await Promise.all(
    byOrganization(Records, messageOf).map(async ([org, records]) => {
      try {
        await recordAudit(deps, org, records.map(messageOf));
        return [];
      } catch (error) {
        deps.log.error('audit entries failed; they are handed out again', { org, ...describe(error) });
        return records;
      }
    }),
  );
  return { batchItemFailures: failures.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

function byOrganization<T>(all: readonly T[], messageOf: (one: T) => AuditMessage): [OrgId, T[]][] {
  const found = new Map<OrgId, T[]>();
  for (const one of all) {
    const { org } = messageOf(one);
    found.set(org, [...(found.get(org) ?? []), one]);
  }
  return [...found];
}
