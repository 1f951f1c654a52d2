/** POST /v1/requests/{id}/execution: reportExecution. */

import type { RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import type { LiveKey } from '../../configuration/ports';
import type { Report } from '../../request/rules/claim-entries';
import { type ReceiptFault, receiptFault } from '../../request/rules/receipt';
import { reportExecution as judgeReport, type ReportRefusal } from '../rules/claim';
import { type Written, writeLedger } from './write-ledger';

/** Who reports: the facts of the API key, and the intent if it was read together with the key. */
export type Reporter = Pick<LiveKey, 'org' | 'signingKey' | 'intent'>;

export type ReportProblem =
  | ReportRefusal
  | { readonly reason: 'not_found' }
  | { readonly reason: 'bad_receipt'; readonly fault: ReceiptFault };

/** One conditional write. A repeated report finds itself recorded and gets the same answer. */
export async function reportExecution(
  deps: CommandDeps,
  { org, signingKey, intent }: Reporter,
  id: RequestId,
  report: Report,
): Promise<Result<Written, ReportProblem>> {
  const fault = report.receipt === undefined ? null : receiptFault(report.receipt, report, id, signingKey);
  if (fault !== null) return err({ reason: 'bad_receipt', fault });
  const writeId = deps.random.hex(12);
  const written = await writeLedger<ReportRefusal>(deps.clock, {
    write: (nowMs) => deps.requests.report(org, id, report, { id: writeId, nowMs, intent }),
    judge: (current, nowMs) => {
      const judged = judgeReport(current, report, nowMs);
      if (!judged.ok) return judged;
      return ok(judged.value.entries.length === 0 ? 'done' : 'again');
    },
  });
  return written ?? err({ reason: 'not_found' });
}
