/** Runs every minute: the sweep. */

import { DUE_SHARDS } from '../adapters/dynamodb/table';
import { createDueStore } from '../service/transport/store/due-store';
import { createBase } from './aws/base';
import { timersQueue } from './aws/queues';
import { serve } from './aws/serve';
import { withIndexes } from './aws/with-indexes';
import { createSweepHandler } from './events/sweep';

export const handler = serve('sweep', (log) => {
  const base = createBase(log);

  const sweep = createSweepHandler({
    ...base,
    due: createDueStore(base.tables),
    queues: { timers: timersQueue() },
    shards: DUE_SHARDS,
  });

  return withIndexes(base, ['due'], () => sweep());
});
