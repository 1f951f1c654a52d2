/** Converts a delivery, its attempts and what they posted to items and back. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Item, withoutNulls } from '../../../adapters/dynamodb/items';
import {
  attemptKey,
  deliveryKey,
  dueShardOf,
  type Key,
  receiverPk,
  retryShardOf,
} from '../../../adapters/dynamodb/keys';
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
import { isHourly } from '../rules/schedule';

export const ofThisGeneration = 'generation = :generation';
export const nobodyElseHoldsIt = '(attribute_not_exists(try_until) OR try_until <= :now)';

export function toItem(delivery: Delivery): Item {
  const key = deliveryKey(delivery.org, delivery.id);
  const isEndpoint = delivery.receiver !== 'callback' && delivery.receiver !== 'integration';
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
    ...(delivery.state === 'pending' ? dueOf(key, delivery) : {}),
  });
}

/**
 * An hourly attempt is due itself. Any other is made by a message or the retry loop: if it does not come, that was lost, and
 * the due index finds the delivery.
 */
function dueOf(key: Key, { failures, nextAttemptAtMs, createdAtMs }: Delivery) {
  if (isHourly(failures) && nextAttemptAtMs !== null) return { due_pk: retryShardOf(key), due_at: nextAttemptAtMs };
  return { due_pk: dueShardOf(key), due_at: (nextAttemptAtMs ?? createdAtMs) + LOST_LOOP_AFTER_MS };
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

/** An item has at most 400 KB, and the attempt must be recorded even if its post is too large. */
const MAX_CHARS = 350_000;

/**
 * What an attempt posted, as one attribute of its item. Null if the post is too large to keep.
 *
 * A write costs one unit for each kilobyte, and every delivery writes an attempt. The post is compressed with a
 * dictionary of the words that every post contains: a usual post then takes half a kilobyte instead of one and a half,
 * and the attempt stays within one unit (test/infra/lifecycle.slow.test.ts). The result is text, because no item has a
 * binary attribute.
 */
export function packPosted({ headers, body }: Posted): string | null {
  const text = `${JSON.stringify(headers)}\n${body}`;
  const packed = deflateRawSync(text, { level: 9, dictionary: DICTIONARY }).toString('base64');
  return packed.length <= MAX_CHARS ? packed : null;
}

export function unpackPosted(packed: string): Posted {
  const text = inflateRawSync(Buffer.from(packed, 'base64'), { dictionary: DICTIONARY });
  const [headers = '', ...body] = text.toString('utf8').split('\n');
  return { headers: JSON.parse(headers) as Posted['headers'], body: body.join('\n') };
}

/**
 * Never change it: posts that were compressed with it could no longer be read. The first that replaces it needs a prefix that
 * names it, with a character that base64 has not.
 */
const DICTIONARY = Buffer.from(
  [
    'request.failedrequest.executedrequest.execution_failedrequest.expiredrequest.aborted"expired""aborted""failed"',
    '"state":"claimed","claimed_at":179"state":"pending""v":1,"alg":"A256GCM","kid":"","nonce":"","ciphertext":"',
    '"intent":"sha256:","amount":"","currency":"EUR","USD","reason":"","note":"","Idempotency-Key":"req_',
    '"state":"denied","live":false,"outcome":"denied","approvers":[],"request.denied"',
    '{"Content-Type":"application/json","Service-Event-Id":"evt_","Service-Event-Type":"request.authorized",',
    '"Service-Delivery-Id":"dlv_","Service-Signature":"t=179,v1=","Service-Audit-Head":"',
    'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJvcmciOiJvcmdf","}\n{"id":"evt_","type":"request.authorized",',
    '"created_at":"2026-T:.Z","org":"org_","data":{"request":{"id":"req_","action":"","requester":"op_',
    '","operation_hash":"sha256:","state":"succeeded","live":false,"outcome":"authorized","approvers":["op_","op_"],',
    '"params":{""},"created_at":179,"decided_at":179,"intent":null,"execution":{"state":"none","claimed_at":null,',
    '"lease_expires_at":null,"reported_at":null,"reference":null,"error":null,"execute_by":null}}}}',
  ].join(''),
);
