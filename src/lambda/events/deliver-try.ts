import type { DeliveryTask } from '../../service/delivery/ports';
import type { AttemptDeps } from '../../service/delivery/use-cases/attempt-delivery';
import { type LoopStep, loopStep } from '../../service/delivery/use-cases/first-attempt';

/** The retry loop's task. */
export function createDeliverTryHandler(deps: AttemptDeps) {
  return (task: DeliveryTask): Promise<LoopStep> => loopStep(deps, task);
}
