/** The timers queue. */
import type { TimerMessage } from '../../service/transport/ports';
import { type FireDueDeps, fireDue } from '../../service/transport/use-cases/fire-due';
import { eachMessage, type SqsHandler } from './batch';

export function createTimerHandler(deps: FireDueDeps): SqsHandler {
  return eachMessage<TimerMessage>(deps.log, (message) => fireDue(deps, message));
}
