/** The consumers behind the queues, the retry loop and the schedule: each only translates. */
import type { AttemptDeps } from '../../app/attempt-delivery';
import { type FireDueDeps, fireDue } from '../../app/fire-due';
import { type FirstAttemptDeps, firstAttempt, type LoopStep, loopStep } from '../../app/first-attempt';
import type { DeliveryMessage } from '../../app/hand-over';
import type { AuditMessage, DeliveryTask, DigestMessage, Log, NoticeMessage, TimerMessage } from '../../app/ports';
import { type RecordAuditDeps, recordAudit } from '../../app/record-audit';
import { sendDigest } from '../../app/send-digest';
import { type SendNoticeDeps, sendNotices } from '../../app/send-notice';
import { type ShardPlace, type SweepDeps, sweep } from '../../app/sweep';
import type { OrgId } from '../../protocol/identifiers';
import { bodyOf, describe, eachMessage, type SqsHandler } from './batch';

/** First attempts. A failing receiver does not fail the message, because the retry loop makes the retries. */
export function createDeliverHandler(deps: FirstAttemptDeps): SqsHandler {
  return eachMessage<DeliveryMessage>(deps.log, (message) => firstAttempt(deps, message));
}

/** The retry loop's task. */
export function createDeliverTryHandler(deps: AttemptDeps) {
  return (task: DeliveryTask): Promise<LoopStep> => loopStep(deps, task);
}

export function createTimerHandler(deps: FireDueDeps): SqsHandler {
  return eachMessage<TimerMessage>(deps.log, (message) => fireDue(deps, message));
}

export function createNoticeHandler(deps: SendNoticeDeps & { readonly log: Log }): SqsHandler {
  return eachMessage<NoticeMessage | DigestMessage>(deps.log, (message) =>
    'digest_for' in message ? sendDigest(deps, message) : sendNotices(deps, message),
  );
}

/**
 * Answers how much there was and how late the oldest was: what the alarm watches. Remembers how far the previous sweeps
 * came; a new instance looks at everything again, and a timer that comes twice fires once.
 */
export function createSweepHandler(deps: SweepDeps & { readonly log: Log }) {
  let places: readonly ShardPlace[] = [];
  return async (): Promise<{ readonly sent: number; readonly oldestLatenessMs: number }> => {
    const swept = await sweep(deps, places);
    places = swept.places;
    const { sent, oldestLatenessMs, errors } = swept;
    const unfinished = places.filter(({ cursor }) => cursor !== null).length;
    deps.log.info('swept', { sent, oldest_lateness_ms: oldestLatenessMs, unfinished_shards: unfinished });
    if (errors.length > 0) throw errors[0];
    return { sent, oldestLatenessMs };
  };
}

/** A batch contains several organizations. Each has its own writer, and a failure of one does not affect the others. */
export function createAuditHandler(deps: RecordAuditDeps): SqsHandler {
  return async ({ Records }) => {
    const byOrg = new Map<OrgId, typeof Records>();
    for (const record of Records) {
      const { org } = bodyOf<AuditMessage>(record);
      byOrg.set(org, [...(byOrg.get(org) ?? []), record]);
    }
    const failures = await Promise.all(
      [...byOrg].map(async ([org, records]) => {
        try {
          await recordAudit(
            deps,
            org,
            records.map((record) => bodyOf<AuditMessage>(record)),
          );
          return [];
        } catch (error) {
          deps.log.error('audit entries failed; they are handed out again', { org, ...describe(error) });
          return records;
        }
      }),
    );
    return { batchItemFailures: failures.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}
