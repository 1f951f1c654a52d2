/** The queue's first attempt; only a failed one starts the retry loop (docs/design.md#the-first-attempt-is-direct). */

import type { Delivery } from '../core/delivery/delivery';
import { wholeSecond } from '../core/delivery/schedule';
import type { DeliveryId, OrgId } from '../protocol/identifiers';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery';
import type { DeliveryMessage } from './dispatch';
import type { DeliveryLoop, DeliveryTask } from './ports';

export interface FirstAttemptDeps extends AttemptDeps {
  readonly loop: DeliveryLoop;
}

export async function firstAttempt(deps: FirstAttemptDeps, message: DeliveryMessage): Promise<void> {
  const attempted = await attemptDelivery(deps, {
    org: message.org as OrgId,
    id: message.delivery_id as DeliveryId,
    generation: message.generation,
  });
  // A message that came twice must not start the loop for the attempt that is in flight: it would wait for that
  // attempt's hold to run out, and whoever makes the attempt would find its name taken. If that actor dies, the
  // delivery's due time finds it.
  if (!attempted.done && !attempted.held) await startLoop(deps, attempted.delivery, attempted.nextAttemptAtMs);
}

/** The result of the retry loop's task: its input for the next turn, and whether there is one. */
export interface LoopStep extends DeliveryTask {
  readonly done: boolean;
}

export async function loopStep(deps: AttemptDeps, task: DeliveryTask): Promise<LoopStep> {
  const { org, delivery_id, generation } = task;
  const attempted = await attemptDelivery(deps, { org: org as OrgId, id: delivery_id as DeliveryId, generation });
  if (attempted.done) return { ...task, done: true };
  // A second later at least: to an instance whose clock is behind, the instant that was waited for has not come yet,
  // and the loop would turn at full speed until it has.
  const nextMs = Math.max(attempted.nextAttemptAtMs, Date.parse(task.next_attempt_at) + 1000);
  return { done: false, org, delivery_id, generation, next_attempt_at: wholeSecond(nextMs) };
}

/** A name stays taken long after its execution closed; a delivery whose loop has died goes on under the next one. */
async function startLoop(deps: FirstAttemptDeps, delivery: Delivery, nextAttemptAtMs: number): Promise<void> {
  const started = await deps.loop.start(`${delivery.id}-${delivery.generation}`, {
    org: delivery.org,
    delivery_id: delivery.id,
    generation: delivery.generation,
    next_attempt_at: wholeSecond(nextAttemptAtMs),
  });
  if (started !== 'closed') return;
  // Its loop ended while the delivery had not: the due index finds it five minutes late and raises the generation.
  deps.log.warn('a retry loop ended before its delivery; it is started again when it is due', {
    delivery: delivery.id,
  });
}
