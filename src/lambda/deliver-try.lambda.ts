/** The retry loop's task. */
import { attemptDeps } from './aws/attempt-deps';
import { serve } from './aws/serve';
import { createDeliverTryHandler } from './events/deliver';

export const handler = serve('deliver-try', (log) => createDeliverTryHandler(attemptDeps(log)));
