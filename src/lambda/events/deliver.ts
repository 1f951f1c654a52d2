/** The two functions that make attempts: the first ones from the events queue, and the retry loop's. */

import type { DeliveryTask } from '../../service/delivery/ports';
import {
  type AttemptDeps,
  type FirstAttemptDeps,
  firstAttempt,
  type LoopStep,
  loopStep,
} from '../../service/delivery/use-cases/attempt-delivery';
import type { DeliveryMessage } from '../../service/delivery/use-cases/hand-over';
import { eachMessage, type SqsHandler } from './batch';

/** A failing receiver does not fail the message, because the retry loop makes the retries. */
export function createDeliverHandler(deps: FirstAttemptDeps): SqsHandler {
  return eachMessage<DeliveryMessage>(deps.log, (message) => firstAttempt(deps, message));
}

/** The retry loop's task. */
export function createDeliverTryHandler(deps: AttemptDeps) {
  return (task: DeliveryTask): Promise<LoopStep> => loopStep(deps, task);
}
