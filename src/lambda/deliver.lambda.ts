/** The events' queue: first tries. */

import { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createDeliveryLoop } from '../adapters/stepfunctions/delivery-loop';
import { attemptDeps } from './aws/attempt-deps';
import { lazily } from './aws/lazily';
import { readEnv } from './env';
import { createDeliverHandler } from './events/handlers';

export const handler = lazily<SQSEvent, SQSBatchResponse>(async () => {
  const { deliveryLoopArn } = readEnv(['deliveryLoopArn']);
  return createDeliverHandler({
    ...(await attemptDeps('deliver')),
    loop: createDeliveryLoop(new SFNClient({}), deliveryLoopArn),
  });
});
