/** The events queue, with first attempts, and the retries queue, with hourly ones. */
import { SFNClient } from '@aws-sdk/client-sfn';
import { createDeliveryLoop } from '../adapters/stepfunctions/delivery-loop';
import { attemptDeps } from './aws/attempt-deps';
import { measures, metricsOf } from './aws/measures';
import { retriesQueue } from './aws/queues';
import { serve } from './aws/serve';
import { readEnv } from './env';
import { createDeliverHandler } from './events/deliver';

export const handler = serve('deliver', (log) => {
  const { deliveryLoopArn } = readEnv(['deliveryLoopArn']);

  const deps = attemptDeps(log);

  return createDeliverHandler({
    ...deps,
    ...measures(metricsOf(deps.clock)),
    queues: { retries: retriesQueue() },
    loop: createDeliveryLoop(new SFNClient({}), deliveryLoopArn),
  });
});
