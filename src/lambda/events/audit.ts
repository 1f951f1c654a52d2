/** The writer of the audit chains, behind the audit queue (docs/design.md#audit-chain). */

import type { SQSRecord } from 'aws-lambda';
import type { OrgId } from '../../protocol/identifiers';
import type { AuditMessage } from '../../service/audit/ports';
import { singleMessages } from '../../service/audit/use-cases/audit-messages';
import {
  causesOf,
  type RecordAuditDeps,
  recordAudit,
  rememberMarked,
} from '../../service/audit/use-cases/record-audit';
import { grouped } from '../../service/support/grouped';
import type { Queue } from '../../service/system/ports';
import { failureFields } from '../describe';
import { bodyOf, type SqsHandler } from './batch';

type Deps = RecordAuditDeps & { readonly queues: { readonly audit: Queue<AuditMessage> } };

interface Received {
  readonly record: SQSRecord;
  readonly message: AuditMessage;
}

/** What fails once may be the database. A message that fails this often may have a journal that always fails. */
const FAILS_TOGETHER = 2;

/** A batch may contain messages of several organizations. If one fails, the others are not affected. */
export function createAuditHandler(given: Deps): SqsHandler {
  const deps = { marked: rememberMarked(), ...given };
  return async ({ Records }) => {
    const received = Records.map((record): Received => ({ record, message: bodyOf<AuditMessage>(record) }));
    const failures = await Promise.all(
      [...grouped(received, ({ message }) => message.org)].map(async ([org, own]) => {
        const together = own.filter((each) => !isAlone(each));
        return [...(await recordTogether(deps, org, together)), ...(await recordEach(deps, org, own.filter(isAlone)))];
      }),
    );
    return { batchItemFailures: failures.flat().map(({ record }) => ({ itemIdentifier: record.messageId })) };
  };
}

const isAlone = ({ message }: Received): boolean => message.alone === true;

/** Returns what is handed out again. Messages that failed twice are not: their journals are, each by itself. */
async function recordTogether(deps: Deps, org: OrgId, all: readonly Received[]): Promise<readonly Received[]> {
  try {
    const causes = all.flatMap(({ message }) => causesOf(message));
    await recordAudit(deps, org, causes);
    return [];
  } catch (error) {
    deps.log.error('audit entries failed; they are handed out again', { org, ...failureFields(error) });
  }
  const twice = all.filter(({ record }) => Number(record.attributes.ApproximateReceiveCount) >= FAILS_TOGETHER);
  try {
    await deps.queues.audit.send(twice.flatMap(({ message }) => singleMessages(message)));
    return all.filter((each) => !twice.includes(each));
  } catch (error) {
    deps.log.error('journals of audit messages could not be sent by themselves', { org, ...failureFields(error) });
    return all;
  }
}

/** One after the other, because two writers of a chain delay each other. */
async function recordEach(deps: Deps, org: OrgId, alone: readonly Received[]): Promise<readonly Received[]> {
  const failed: Received[] = [];
  for (const each of alone) {
    try {
      await recordAudit(deps, org, causesOf(each.message));
    } catch (error) {
      const { subject } = each.message.journals[0]!;
      deps.log.error('audit entries failed; they are handed out again', { org, subject, ...failureFields(error) });
      failed.push(each);
    }
  }
  return failed;
}
