/** The table's stream. */
import { createBase, withIndexes } from './aws/base';
import { dispatchDeps } from './aws/dispatch-deps';
import { measures, metricsOf } from './aws/measures';
import { serve } from './aws/serve';
import { createDispatchHandler } from './events/dispatch';

export const handler = serve('dispatch', (log) => {
  const base = createBase(log);

  return withIndexes(
    base,
    ['work'],
    createDispatchHandler({ ...dispatchDeps(base), ...measures(metricsOf(base.clock)) }),
  );
});
