/** POST /v1/requests/{id}/execution: reportExecution. */
import { reportExecution as judgeReport, type Report, type ReportRefusal } from '../core/execution/claim';
import type { OrgId, RequestId } from '../protocol/identifiers';
import { err, ok, type Result } from '../protocol/result';
import type { Clock, Loaded, Random, RequestStore } from './ports';

export interface ReportDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly requests: RequestStore;
}

const MAX_ATTEMPTS = 8;

/** One conditional write. The same report again finds itself recorded and gets the same answer as the first one. */
export async function reportExecution(
  deps: ReportDeps,
  org: OrgId,
  id: RequestId,
  report: Report,
): Promise<Result<Loaded & { readonly nowMs: number }, ReportRefusal | { readonly reason: 'not_found' }>> {
  const writeId = deps.random.hex(12);
  let notBeforeMs = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const nowMs = Math.max(deps.clock.nowMs(), notBeforeMs);
    const write = await deps.requests.report(org, id, report, writeId, nowMs);
    if (write === null) return err({ reason: 'not_found' });
    if (write.kind === 'written') return ok({ request: write.request, intent: write.intent, nowMs });
    notBeforeMs = write.current.updatedAtMs;
    const judged = judgeReport(write.current, report, Math.max(nowMs, notBeforeMs));
    if (!judged.ok) return judged;
    if (judged.value.entries.length === 0) {
      return ok({ request: write.current, intent: write.intent, nowMs: Math.max(nowMs, notBeforeMs) });
    }
    // Only our clock was behind the item's. Make the same report again at the item's time.
  }
  throw new Error(`request ${id}: the report did not get through in ${MAX_ATTEMPTS} attempts`);
}
