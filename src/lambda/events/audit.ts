/** The writer of the audit chains, behind the audit queue (docs/design.md#audit-chain). */

import type { AuditMessage } from '../../service/audit/ports';
import {
  causesOf,
  type RecordAuditDeps,
  recordAudit,
  rememberMarked,
} from '../../service/audit/use-cases/record-audit';
import { grouped } from '../../service/support/grouped';
import { failureFields } from '../describe';
import { bodyOf, type SqsHandler } from './batch';

/** A batch may contain messages of several organizations. If one fails, the others are not affected. */
export function createAuditHandler(given: RecordAuditDeps): SqsHandler {
  const deps = { marked: rememberMarked(), ...given };
  return async ({ Records }) => {
    const received = Records.map((record) => ({ id: record.messageId, message: bodyOf<AuditMessage>(record) }));
    const failures = await Promise.all(
      [...grouped(received, ({ message }) => message.org)].map(async ([org, own]) => {
        try {
          const causes = own.flatMap(({ message }) => causesOf(message));
          await recordAudit(deps, org, causes);
          return [];
        } catch (error) {
          deps.log.error('audit entries failed; they are handed out again', { org, ...failureFields(error) });
          return own;
        }
      }),
    );
    return { batchItemFailures: failures.flat().map(({ id }) => ({ itemIdentifier: id })) };
  };
}
