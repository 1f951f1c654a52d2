/** The consumers of the queues, the retry loop and the schedule. They only translate. */

import type { AttemptDeps } from '../../app/delivery/attempt-delivery';
import { type FirstAttemptDeps, firstAttempt, type LoopStep, loopStep } from '../../app/delivery/first-attempt';
import { sendDigest } from '../../app/notice/send-digest';
import { type SendNoticeDeps, sendNotices } from '../../app/notice/send-notice';
import type { DeliveryTask, DigestMessage, Log, NoticeMessage, TimerMessage } from '../../app/ports';
import { type FireDueDeps, fireDue } from '../../app/transport/fire-due';
import type { DeliveryMessage } from '../../app/transport/hand-over';
import { type ShardPlace, type SweepDeps, sweep } from '../../app/transport/sweep';
import { allOf } from '../../core/support/all-of';
import { eachMessage, type SqsHandler } from './batch';

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

/** `besides` also tells people in other ways than by mail. */
export function createNoticeHandler(
  deps: SendNoticeDeps & { readonly log: Log },
  besides: readonly Tell[] = [],
): SqsHandler {
  return eachMessage<NoticeMessage | DigestMessage>(deps.log, (message) =>
    'digest_for' in message
      ? sendDigest(deps, message)
      : // A failed mail does not delay the chat, nor a failed post the mail. What was sent is not sent again.
        allOf([sendNotices(deps, message), ...besides.map((tell) => tell(message))]),
  );
}

type Tell = (message: NoticeMessage) => Promise<void>;

/**
 * Returns the number of due items and how late the oldest was, for the alarm. Remembers the progress of earlier sweeps.
 * A new instance looks at everything again, and a repeated timer fires once.
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
