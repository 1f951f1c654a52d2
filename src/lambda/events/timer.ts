/** Timers: the sweep of each minute puts due ones into the queue, and the function of the queue fires them. */

import type { Log } from '../../service/system/ports';
import type { TimerMessage } from '../../service/transport/ports';
import { type FireDueDeps, fireDue } from '../../service/transport/use-cases/fire-due';
import { type ShardPlace, type SweepDeps, sweep } from '../../service/transport/use-cases/sweep';
import { eachMessage, type SqsHandler } from './batch';

/**
 * Returns the number of due items and how late the oldest was, for the alarm. Remembers the progress of earlier sweeps.
 * A new instance looks at everything again, and a repeated timer fires once.
 */
export function createSweepHandler(deps: SweepDeps & { readonly log: Log }) {
  let places: readonly ShardPlace[] = [];
  return async (): Promise<{ readonly sent: number; readonly oldestLatenessMs: number }> => {
    const swept = await sweep(deps, places);
    places = swept.places;
    const { sent, oldestLatenessMs, errors } = swept;
    const unfinished = places.filter(({ cursor }) => cursor !== null).length;
    deps.log.info('swept', { sent, oldest_lateness_ms: oldestLatenessMs, unfinished_shards: unfinished });
    if (errors.length > 0) throw errors[0];
    return { sent, oldestLatenessMs };
  };
}

export function createTimerHandler(deps: FireDueDeps): SqsHandler {
  return eachMessage<TimerMessage>(deps.log, (message) => fireDue(deps, message));
}
