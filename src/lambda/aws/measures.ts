/** What the functions measure of what customers get. The canary is no customer, and would be most of a small deployment. */
import { createMetrics, METRICS, POSTED_WITHIN_MS, type RecordMetrics } from '../../adapters/system/metrics';
import type { Delivery } from '../../service/delivery/rules/delivery';
import type { Notice } from '../../service/notice/rules/notices';
import { isOpen, outcomeOf, type Request } from '../../service/request/rules/request';
import type { Clock } from '../../service/system/ports';
import { CANARY_ORG } from '../canary/names';
import { readEnv } from '../env';

export const metricsOf = (clock: Clock): RecordMetrics =>
  createMetrics(readEnv(['metricsNamespace']).metricsNamespace, clock);

export function measures(record: RecordMetrics) {
  return {
    /** A change of a request, as the stream has it. */
    onChange(before: Request | null, after: Request): void {
      if (after.org === CANARY_ORG || before === null || !isOpen(before) || isOpen(after)) return;
      const values = { [METRICS.verdicts]: 1, [METRICS.verdictMs]: after.verdictAtMs - after.createdAtMs };
      record(values, { outcome: outcomeOf(after)! });
    },
    /** The first post of a delivery, when it begins: how long the receiver takes is not ours. */
    onFirstPost({ org, eventType, eventAtMs }: Delivery, startedAtMs: number): void {
      if (org === CANARY_ORG) return;
      const lagMs = startedAtMs - eventAtMs;
      record({ [METRICS.firstPostMs]: lagMs }, { event_type: eventType });
      record({ [METRICS.postedLate]: lagMs > POSTED_WITHIN_MS ? 1 : 0 });
    },
    /** A mail that follows at once from a change. Reminders follow from time. */
    onMailed(request: Request, { kind }: Notice, nowMs: number): void {
      const changedAtMs =
        kind === 'asked' ? request.createdAtMs : kind === 'settled' && !isOpen(request) ? request.verdictAtMs : null;
      if (request.org !== CANARY_ORG && changedAtMs !== null) record({ [METRICS.mailMs]: nowMs - changedAtMs });
    },
  };
}
