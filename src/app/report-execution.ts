/** POST /v1/requests/{id}/execution: reportExecution. */
import { reportExecution as judgeReport, type Report, type ReportRefusal } from '../core/execution/claim';
import type { OrgId, RequestId } from '../protocol/identifiers';
import { err, ok, type Result } from '../protocol/result';
import type { Clock, Random, RequestStore, StoredIntent } from './ports';
import { type Written, writeLedger } from './support/write-ledger';

export interface ReportDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly requests: RequestStore;
}

/** One conditional write. The same report again finds itself recorded and gets the same answer as the first one. */
export async function reportExecution(
  deps: ReportDeps,
  org: OrgId,
  id: RequestId,
  report: Report,
  intent?: StoredIntent,
): Promise<Result<Written, ReportRefusal | { readonly reason: 'not_found' }>> {
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
