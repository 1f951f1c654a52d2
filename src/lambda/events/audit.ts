/** The writer of the audit chains: by direct calls of dispatch, and behind the audit queue (docs/design.md#audit-chain). */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type RecordAuditDeps, recordAudit, rememberMarked } from '../../app/audit/record-audit';
import type { AuditEvent, AuditMessage, AuditMessages } from '../../app/ports';
import { grouped } from '../../app/support/grouped';
import { auditMessage, type Queues } from '../../app/transport/hand-over';
import type { OrgId } from '../../protocol/identifiers';
import { describe } from '../describe';
import { bodyOf } from './batch';

export interface AuditHandlerDeps extends RecordAuditDeps {
  readonly queues: Pick<Queues, 'audit'>;
}

/** A direct call that loses this many races leaves its entries to the queue, which has one writer at a time. */
const DIRECT_ATTEMPTS = 3;

/** What one of them has may belong to several organizations. A failure of one does not affect the others. */
export function createAuditHandler(given: AuditHandlerDeps) {
  const deps = { marked: rememberMarked(), ...given };
  return async (event: SQSEvent | AuditEvent): Promise<SQSBatchResponse> =>
    'entries' in event ? recordDirect(deps, event.entries) : recordQueued(deps, event);
}

async function recordDirect(deps: AuditHandlerDeps, entries: readonly AuditMessage[]): Promise<SQSBatchResponse> {
  await Promise.all(
    [...grouped(entries, ({ org }) => org)].map(async ([org, messages]) => {
      try {
        await recordAudit(deps, org, messages, DIRECT_ATTEMPTS);
      } catch (error) {
        deps.log.warn('a direct call could not add its audit entries; they go through the queue', {
          org,
          ...describe(error),
        });
        await sendOn(deps, org, messages);
      }
    }),
  );
  return { batchItemFailures: [] };
}

/** Ten messages of a crowd become few, in the group of their organization, which has one writer. */
async function recordQueued(deps: AuditHandlerDeps, { Records }: SQSEvent): Promise<SQSBatchResponse> {
  const received = Records.map(({ messageId, ...record }) => {
    const { crowd, messages } = read(bodyOf(record as SQSRecord));
    return { messageId, crowd, messages };
  });
  const failures = await Promise.all(
    [...grouped(received, ({ messages }) => messages[0]!.org)].map(async ([org, own]) => {
      const outcomes = await Promise.all(
        [false, true].map(async (crowd) => {
          const some = own.filter((one) => one.crowd === crowd);
          const messages = some.flatMap((one) => one.messages);
          try {
            if (crowd) await sendOn(deps, org, messages);
            else await recordAudit(deps, org, messages);
            return [];
          } catch (error) {
            deps.log.error('audit entries failed; they are handed out again', { org, ...describe(error) });
            return some;
          }
        }),
      );
      return outcomes.flat();
    }),
  );
  return { batchItemFailures: failures.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/** To the queue, as few messages as they fit into. */
async function sendOn({ queues }: AuditHandlerDeps, org: OrgId, messages: readonly AuditMessage[]): Promise<void> {
  await queues.audit.send(messages.map(({ subject, revision, facts }) => auditMessage(org, subject, revision, facts)));
}

/** A message of either form, and whether it is one of a crowd. */
function read(body: AuditMessage | AuditMessages): { readonly crowd: boolean; readonly messages: AuditMessage[] } {
  if (!('causes' in body)) return { crowd: false, messages: [body] };
  const { org, causes, crowd = false } = body;
  return { crowd, messages: causes.map((cause) => ({ org, ...cause })) };
}
