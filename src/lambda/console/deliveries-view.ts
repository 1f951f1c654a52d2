/** Deliveries with all attempts, in the form of the history. */

import type { components } from '../../../generated/console';
import type { OrgId } from '../../protocol/identifiers';
import type { DeliveryStore, Page } from '../../service/delivery/ports';
import { type Attempt, attemptsAsOf, type Delivery } from '../../service/delivery/rules/delivery';
import type { Clock } from '../../service/system/ports';
import { reply } from '../http/answer';

type Schemas = components['schemas'];

export interface DeliveryViewDeps {
  readonly clock: Clock;
  readonly deliveries: DeliveryStore;
}

export async function deliveriesBody(deps: DeliveryViewDeps, org: OrgId, page: Page<Delivery>) {
  const deliveries = await Promise.all(
    page.items.map(async (delivery) => render(delivery, await deps.deliveries.attempts(org, delivery.id))),
  );
  return reply(200, { server_now: deps.clock.nowMs(), deliveries, cursor: page.cursor });
}

export async function deliveryView(deps: DeliveryViewDeps, delivery: Delivery) {
  const attempts = delivery.attempts === 0 ? [] : await deps.deliveries.attempts(delivery.org, delivery.id);
  return reply(202, { server_now: deps.clock.nowMs(), delivery: render(delivery, attempts) });
}

function render(delivery: Delivery, attempts: readonly Attempt[]): Schemas['Delivery'] {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    request_id: delivery.requestId,
    receiver: delivery.receiver,
    state: delivery.state,
    reason: delivery.reason,
    test: delivery.test,
    created_at: delivery.createdAtMs,
    next_attempt_at: delivery.state === 'pending' ? delivery.nextAttemptAtMs : null,
    tries: attemptsAsOf(delivery, attempts).map(attemptView),
  };
}

function attemptView({
  n,
  startedAtMs,
  finishedAtMs,
  status,
  outcome,
  error,
  trigger,
}: Attempt): Schemas['DeliveryTry'] {
  return { n, started_at: startedAtMs, finished_at: finishedAtMs, status, outcome, error, trigger };
}
