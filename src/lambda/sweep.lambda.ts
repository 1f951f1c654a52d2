/** The schedule, every minute. */

import { DUE_SHARDS } from '../adapters/dynamodb/table';
import { createDueStore } from '../adapters/dynamodb/transport/due-store';
import { timerRoute } from '../app/transport/timer-route';
import { createBase } from './aws/base';
import { timerCall } from './aws/calls';
import { timersQueue } from './aws/queues';
import { createSweepHandler } from './events/handlers';

const base = createBase('sweep');

export const handler = createSweepHandler({
  ...base,
  due: createDueStore(base.tables),
  queues: { timers: timerRoute({ ...base, call: timerCall(), queue: timersQueue() }) },
  shards: DUE_SHARDS,
});
