/** Converts a delivery and its attempts to items and back. */

import { type Item, withoutNulls } from '../../../adapters/dynamodb/item';
import { attemptKey, deliveryKey, dueShardOf, receiverPk } from '../../../adapters/dynamodb/keys';
import type { EventType } from '../../../protocol/event-types';
import type { DeliveryId, EventId, OrgId, RequestId } from '../../../protocol/identifiers';
import {
  type Attempt,
  type AttemptOutcome,
  type Delivery,
  LOST_LOOP_AFTER_MS,
  type Posted,
  type Receiver,
  type Trigger,
} from '../rules/delivery';
import { packPosted } from './posted';

export const ofThisGeneration = 'generation = :generation';
export const nobodyElseHoldsIt = '(attribute_not_exists(try_until) OR try_until <= :now)';

export function toItem(delivery: Delivery): Item {
  const key = deliveryKey(delivery.org, delivery.id);
  const isEndpoint = delivery.receiver !== 'callback' && delivery.receiver !== 'integration';
  const expectedMs = delivery.nextAttemptAtMs ?? delivery.createdAtMs;
  return withoutNulls({
    ...key,
    org: delivery.org,
    id: delivery.id,
    subject: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    request_id: delivery.requestId,
    receiver: delivery.receiver,
    state: delivery.state,
    reason: delivery.reason,
    test: delivery.test || null,
    created_at: delivery.createdAtMs,
    event_at: delivery.eventAtMs,
    until: delivery.untilMs,
    attempts: delivery.attempts,
    failures: delivery.failures,
    generation: delivery.generation,
    trigger: delivery.trigger,
    try_until: delivery.heldUntilMs,
    next_attempt_at: delivery.nextAttemptAtMs,
    revision: delivery.revision,
    ...(isEndpoint ? { receiver_pk: receiverPk(delivery.org, delivery.receiver) } : {}),
    // If the attempt of a pending delivery does not come, its message or its loop was lost. The due index then finds
    // it.
    ...(delivery.state === 'pending' ? { due_pk: dueShardOf(key), due_at: expectedMs + LOST_LOOP_AFTER_MS } : {}),
  });
}

export function fromItem(item: Item): Delivery {
  return {
    org: item.org as OrgId,
    id: item.id as DeliveryId,
    eventId: item.event_id as EventId,
    eventType: item.event_type as EventType,
    requestId: item.request_id as RequestId,
    receiver: item.receiver as Receiver,
    state: item.state as Delivery['state'],
    reason: (item.reason as string | undefined) ?? null,
    test: item.test === true,
    createdAtMs: item.created_at as number,
    eventAtMs: item.event_at as number,
    untilMs: item.until as number,
    attempts: item.attempts as number,
    failures: item.failures as number,
    generation: item.generation as number,
    trigger: item.trigger as Trigger,
    heldUntilMs: (item.try_until as number | undefined) ?? null,
    nextAttemptAtMs: (item.next_attempt_at as number | undefined) ?? null,
    revision: item.revision as number,
  };
}

export function toAttemptItem(delivery: Delivery, attempt: Attempt, posted: Posted | null): Item {
  return withoutNulls({
    ...attemptKey(delivery.org, delivery.id, attempt.n),
    n: attempt.n,
    started_at: attempt.startedAtMs,
    finished_at: attempt.finishedAtMs,
    status: attempt.status,
    outcome: attempt.outcome,
    error: attempt.error,
    trigger: attempt.trigger,
    posted: posted === null ? null : packPosted(posted),
  });
}

/**
 * A delivery that succeeds at once has one attempt, always number 1. Its item holds that attempt too, which saves a
 * write.
 */
export function onlyAttemptAttributes(attempt: Attempt, posted: Posted | null): Item {
  const { startedAtMs, finishedAtMs, status, outcome, error, trigger } = attempt;
  const packed: PackedAttempt = [startedAtMs, finishedAtMs, status, outcome, error, trigger];
  return withoutNulls({ only_try: JSON.stringify(packed), posted: posted === null ? null : packPosted(posted) });
}

type PackedAttempt = [
  startedAtMs: number,
  finishedAtMs: number,
  status: number | null,
  outcome: AttemptOutcome,
  error: string | null,
  trigger: Trigger,
];

export function onlyAttemptOf(item: Item): Attempt | null {
  if (item.only_try === undefined) return null;
  const [startedAtMs, finishedAtMs, status, outcome, error, trigger] = JSON.parse(
    item.only_try as string,
  ) as PackedAttempt;
  return { n: 1, startedAtMs, finishedAtMs, status, outcome, error, trigger };
}

export function fromAttemptItem(item: Item): Attempt {
  return {
    n: item.n as number,
    startedAtMs: item.started_at as number,
    finishedAtMs: item.finished_at as number,
    status: (item.status as number | undefined) ?? null,
    outcome: item.outcome as AttemptOutcome,
    error: (item.error as string | undefined) ?? null,
    trigger: item.trigger as Trigger,
  };
}
