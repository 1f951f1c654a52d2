/** Runs every minute: the sweep. */

import { DUE_SHARDS } from '../adapters/dynamodb/table';
import { createDueStore } from '../adapters/dynamodb/transport/due-store';
import { createBase } from './aws/base';
import { timersQueue } from './aws/queues';
import { createSweepHandler } from './events/handlers';

const base = createBase('sweep');

export const handler = createSweepHandler({
  ...base,
  due: createDueStore(base.tables),
  queues: { timers: timersQueue() },
  shards: DUE_SHARDS,
});
