/** The timers queue. */
import type { TimerMessage } from '../../app/ports/due';
import { type FireDueDeps, fireDue } from '../../app/transport/fire-due';
import { eachMessage, type SqsHandler } from './batch';

export function createTimerHandler(deps: FireDueDeps): SqsHandler {
  return eachMessage<TimerMessage>(deps.log, (message) => fireDue(deps, message));
}
