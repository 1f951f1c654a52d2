/** The retry loop's task. */
import type { LoopStep } from '../app/first-attempt';
import type { DeliveryTask } from '../app/ports';
import { attemptDeps } from './aws/attempt-deps';
import { lazily } from './aws/lazily';
import { createDeliverTryHandler } from './events/handlers';

export const handler = lazily<DeliveryTask, LoopStep>(async () =>
  createDeliverTryHandler(await attemptDeps('deliver-try')),
);
