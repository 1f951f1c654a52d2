/** Runs every minute: the sweep. */

import { DUE_SHARDS } from '../adapters/dynamodb/table';
import { createDueStore } from '../service/transport/store/due-store';
import { createBase, withIndexes } from './aws/base';
import { retriesQueue, timersQueue } from './aws/queues';
import { serve } from './aws/serve';
import { createSweepHandler } from './events/timer';

export const handler = serve('sweep', (log) => {
  const base = createBase(log);

  const sweep = createSweepHandler({
    ...base,
    due: createDueStore(base.tables),
    queues: { timers: timersQueue(), retries: retriesQueue() },
    shards: DUE_SHARDS,
  });

  return withIndexes(base, ['due'], () => sweep());
});
