/** The events queue: first attempts. */
import { SFNClient } from '@aws-sdk/client-sfn';
import { createDeliveryLoop } from '../adapters/stepfunctions/delivery-loop';
import { attemptDeps } from './aws/attempt-deps';
import { serve } from './aws/serve';
import { readEnv } from './env';
import { createDeliverHandler } from './events/deliver';

export const handler = serve('deliver', (log) => {
  const { deliveryLoopArn } = readEnv(['deliveryLoopArn']);

  return createDeliverHandler({
    ...attemptDeps(log),
    loop: createDeliveryLoop(new SFNClient({}), deliveryLoopArn),
  });
});
