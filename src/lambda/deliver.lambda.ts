/** Direct calls, and the events queue: first attempts. */
import { SFNClient } from '@aws-sdk/client-sfn';
import { QUEUES } from '../adapters/sqs/queue-table';
import { createDeliveryLoop } from '../adapters/stepfunctions/delivery-loop';
import { attemptDeps } from './aws/attempt-deps';
import { eventsQueue } from './aws/queues';
import { readEnv } from './env';
import { alsoDirectly } from './events/directly';
import { createDeliverHandler } from './events/handlers';

const { deliveryLoopArn } = readEnv(['deliveryLoopArn']);

const attempt = createDeliverHandler({
  ...attemptDeps('deliver'),
  loop: createDeliveryLoop(new SFNClient({}), deliveryLoopArn),
});

export const handler = alsoDirectly(attempt, eventsQueue(), QUEUES.events);
