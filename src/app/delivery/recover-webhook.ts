/** POST /api/webhooks/{id}/recover: recoverWebhook. */
import { type Endpoint, edited } from '../../core/administration/config';
import type { Delivery } from '../../core/delivery/delivery';
import { newDelivery } from '../../core/delivery/owed-deliveries';
import { type OwedEvent, owedEvents, type Span, selectRecovery } from '../../core/delivery/recover';
import { GIVE_UP_AFTER_MS } from '../../core/delivery/schedule';
import type { DeliveryId, EndpointId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import type { DispatchDeps } from '../transport/dispatch';
import { createDeliveries, deliveryMessage, type Queues } from '../transport/hand-over';
import { isDeleted } from './manage-webhooks';

export type RecoverDeps = Pick<DispatchDeps, 'clock' | 'config' | 'requests' | 'deliveries'> & {
  readonly queues: Pick<Queues, 'events'>;
};

export type RecoverRefusal = EditRefusal | { readonly reason: 'endpoint_disabled' };

export interface Recovered {
  readonly resent: number;
  readonly created: number;
  readonly cursor: string | null;
}

/**
 * Requests are found by when they were created, and events by when they happened. Between the two are at most a day of
 * waiting, 30 days of execution window, and a lease. To recover an even later report, use a time span that contains it.
 */
const LONGEST_LIFE_MS = 32 * 24 * 3600_000;
/** How many requests one call reads. */
const PAGE = 100;

/** One page of work; the cursor continues it. Ids are deterministic, so a repetition sends nothing twice. */
export async function recoverWebhook(
  deps: RecoverDeps,
  org: OrgId,
  id: EndpointId,
  span: Span & { readonly cursor: string | null },
  by: string,
): Promise<Result<Recovered, RecoverRefusal>> {
  const noted = await noteRecovery(deps, org, id, span, by);
  if (!noted.ok) return noted;
  const page = await deps.requests.recent(org, {
    sinceMs: Math.max(0, span.sinceMs - LONGEST_LIFE_MS),
    untilMs: span.untilMs,
    limit: PAGE,
    cursor: span.cursor,
  });
  const owed = owedEvents(noted.value, await deps.requests.loadMany(org, page.ids), span);
  const { create, restart } = selectRecovery(owed, await knownDeliveries(deps, org, owed));
  const nowMs = deps.clock.nowMs();
  const untilMs = nowMs + GIVE_UP_AFTER_MS;
  await createDeliveries(
    deps,
    // The delivery is created now. With the event's own age, the sweep would take it for one whose message was lost.
    create.map((event) => ({ ...recoveredDelivery(event, noted.value), createdAtMs: nowMs, untilMs })),
  );
  const resent = await restartAll(deps, restart, untilMs);
  return ok({ resent, created: create.length, cursor: page.cursor });
}

/** The first call of a recovery is an entry of the audit chain. Later calls that continue it are not. */
function noteRecovery(
  deps: RecoverDeps,
  org: OrgId,
  id: EndpointId,
  { sinceMs, untilMs, cursor }: Span & { readonly cursor: string | null },
  actor: string,
): Promise<Result<Endpoint, RecoverRefusal>> {
  const at = deps.clock.nowMs();
  const entry = { at, kind: 'endpoint.recovered', subject: id, actor, data: { since: sinceMs, until: untilMs } };
  return editConfig<Endpoint, RecoverRefusal>({
    load: () => deps.config.endpoint(org, id),
    decide: (endpoint) => {
      if (isDeleted(endpoint)) return err({ reason: 'not_found' });
      if (!endpoint.enabled) return err({ reason: 'endpoint_disabled' });
      return ok(cursor === null ? edited(endpoint, {}, [entry]) : endpoint);
    },
    save: (endpoint) => deps.config.saveEndpoint(endpoint),
  });
}

async function knownDeliveries(deps: RecoverDeps, org: OrgId, owed: readonly OwedEvent[]) {
  const stored = await deps.deliveries.loadMany(
    org,
    owed.map((event) => event.deliveryId),
  );
  return new Map<DeliveryId, Delivery>(stored.map((delivery) => [delivery.id, delivery]));
}

function recoveredDelivery({ request, event }: OwedEvent, endpoint: Endpoint): Delivery {
  return newDelivery(request, event, endpoint.id, 'recover');
}

async function restartAll(deps: RecoverDeps, failed: readonly Delivery[], untilMs: number): Promise<number> {
  const patch = { trigger: 'recover', untilMs, failures: 0 } as const;
  const restarted = await Promise.all(
    failed.map((delivery) => deps.deliveries.restart(delivery, patch, deps.clock.nowMs())),
  );
  const messages = restarted.flatMap((delivery) => (delivery === null ? [] : [deliveryMessage(delivery)]));
  await deps.queues.events.send(messages);
  return messages.length;
}
