import type { AttemptDeps } from '../../app/delivery/attempt-delivery';
import { type LoopStep, loopStep } from '../../app/delivery/first-attempt';
import type { DeliveryTask } from '../../app/ports/delivery';

/** The retry loop's task. */
export function createDeliverTryHandler(deps: AttemptDeps) {
  return (task: DeliveryTask): Promise<LoopStep> => loopStep(deps, task);
}
