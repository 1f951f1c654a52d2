/**
 * The first attempt, made from the queue. Only if it fails does the retry loop start
 * (docs/design.md#the-first-attempt-is-direct).
 */

import type { DeliveryId, OrgId } from '../../../protocol/identifiers';
import type { DeliveryLoop, DeliveryTask } from '../ports';
import type { Delivery } from '../rules/delivery';
import { owedDelivery } from '../rules/owed-deliveries';
import { wholeSecond } from '../rules/schedule';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery';
import type { DeliveryMessage } from './hand-over';

export interface FirstAttemptDeps extends AttemptDeps {
  readonly loop: DeliveryLoop;
}

export async function firstAttempt(deps: FirstAttemptDeps, message: DeliveryMessage): Promise<void> {
  const org = message.org as OrgId;
  const id = message.delivery_id as DeliveryId;
  const unstored = await owedBy(deps, org, message);
  const attempted = await attemptDelivery(deps, { org, id, generation: message.generation, unstored });
  // A message that arrives twice must not start the loop while the attempt is in progress. That loop would wait until
  // the hold ends, and the actor that makes the attempt would find the loop's name taken. If that actor dies, the
  // delivery's due time finds it, or the check of its request.
  if (!attempted.done && !attempted.held) await startLoop(deps, attempted.delivery, attempted.nextAttemptAtMs);
}

/**
 * The unstored delivery, made from the request and not from the message. Undefined if the request does not owe it: then
 * the message can only be about a delivery that is stored.
 */
async function owedBy({ requests }: FirstAttemptDeps, org: OrgId, { delivery_id, owed }: DeliveryMessage) {
  const loaded = owed === undefined ? null : await requests.load(org, owed.request_id);
  if (owed === undefined || loaded === null) return undefined;
  const delivery = owedDelivery(loaded.request, { eventType: owed.event_type, receiver: owed.receiver });
  return delivery?.id === delivery_id ? { delivery, loaded } : undefined;
}

/** The result of the loop's task: the input of its next step, and whether there is one. */
export interface LoopStep extends DeliveryTask {
  readonly done: boolean;
}

export async function loopStep(deps: AttemptDeps, task: DeliveryTask): Promise<LoopStep> {
  const { org, delivery_id, generation } = task;
  const attempted = await attemptDelivery(deps, { org: org as OrgId, id: delivery_id as DeliveryId, generation });
  if (attempted.done) return { ...task, done: true };
  // At least a second later: for an instance whose clock is behind, the instant has not come yet, and the loop would
  // run without a pause until it has.
  const nextMs = Math.max(attempted.nextAttemptAtMs, Date.parse(task.next_attempt_at) + 1000);
  return { done: false, org, delivery_id, generation, next_attempt_at: wholeSecond(nextMs) };
}

/** A name stays taken long after its execution ended. A delivery whose loop has ended continues with the next name. */
async function startLoop(deps: FirstAttemptDeps, delivery: Delivery, nextAttemptAtMs: number): Promise<void> {
  const started = await deps.loop.start(`${delivery.id}-${delivery.generation}`, {
    org: delivery.org,
    delivery_id: delivery.id,
    generation: delivery.generation,
    next_attempt_at: wholeSecond(nextAttemptAtMs),
  });
  if (started !== 'closed') return;
  // The loop ended before its delivery. The due index finds the delivery five minutes later and raises the generation.
  deps.log.warn('a retry loop ended before its delivery; it is started again when it is due', {
    delivery: delivery.id,
  });
}
