/** The events queue: first attempts. */
import { SFNClient } from '@aws-sdk/client-sfn';
import { createDeliveryLoop } from '../adapters/stepfunctions/delivery-loop';
import { attemptDeps } from './aws/attempt-deps';
import { readEnv } from './env';
import { createDeliverHandler } from './events/handlers';

const { deliveryLoopArn } = readEnv(['deliveryLoopArn']);

export const handler = createDeliverHandler({
  ...attemptDeps('deliver'),
  loop: createDeliveryLoop(new SFNClient({}), deliveryLoopArn),
});
