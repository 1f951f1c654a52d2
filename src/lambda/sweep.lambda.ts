/** Runs every minute: the sweep. */

import { DUE_SHARDS } from '../adapters/dynamodb/table';
import { createDueStore } from '../adapters/dynamodb/transport/due-store';
import { createBase } from './aws/base';
import { timersQueue } from './aws/queues';
import { withIndexes } from './aws/with-indexes';
import { createSweepHandler } from './events/handlers';

const base = createBase('sweep');

const sweep = createSweepHandler({
  ...base,
  due: createDueStore(base.tables),
  queues: { timers: timersQueue() },
  shards: DUE_SHARDS,
});

export const handler = withIndexes(base, ['due'], () => sweep());
