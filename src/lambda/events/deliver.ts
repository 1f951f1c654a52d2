/** First attempts from the events queue. */
import { type FirstAttemptDeps, firstAttempt } from '../../service/delivery/use-cases/first-attempt';
import type { DeliveryMessage } from '../../service/delivery/use-cases/hand-over';
import { eachMessage, type SqsHandler } from './batch';

/** First attempts. A failing receiver does not fail the message, because the retry loop makes the retries. */
export function createDeliverHandler(deps: FirstAttemptDeps): SqsHandler {
  return eachMessage<DeliveryMessage>(deps.log, (message) => firstAttempt(deps, message));
}
