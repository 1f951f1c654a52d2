/** The retry loop's task. */
import { attemptDeps } from './aws/attempt-deps';
import { createDeliverTryHandler } from './events/handlers';

export const handler = createDeliverTryHandler(attemptDeps('deliver-try'));
