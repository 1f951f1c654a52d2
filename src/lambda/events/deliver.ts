/** The two functions that make attempts: the first and the hourly ones from their queues, and those of the retry loop. */

import type { DeliveryTask } from '../../service/delivery/ports';
import {
  type AttemptDeps,
  type FirstAttemptDeps,
  firstAttempt,
  hourlyAttempt,
  type LoopStep,
  loopStep,
} from '../../service/delivery/use-cases/attempt-delivery';
import type { DeliveryMessage, RetryMessage } from '../../service/delivery/use-cases/hand-over';
import { eachMessage, type SqsHandler } from './batch';

/** Messages of both queues. A failing receiver does not fail the message, because the delivery knows its next attempt. */
export function createDeliverHandler(deps: FirstAttemptDeps): SqsHandler {
  return eachMessage<DeliveryMessage | RetryMessage>(deps.log, (message) =>
    'due_at' in message ? hourlyAttempt(deps, message) : firstAttempt(deps, message),
  );
}

/** The retry loop's task. */
export function createDeliverTryHandler(deps: AttemptDeps) {
  return (task: DeliveryTask): Promise<LoopStep> => loopStep(deps, task);
}
