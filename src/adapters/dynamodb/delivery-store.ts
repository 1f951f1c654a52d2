/**
 * Deliveries and all attempts of them, on DynamoDB (docs/design.md#delivery). All state of a retry loop is in the item.
 */
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryStore, Page, PageQuery } from '../../app/ports';
import {
  type Attempt,
  type AttemptOutcome,
  type Delivery,
  LOST_LOOP_AFTER_MS,
  type Posted,
  type Receiver,
  type Trigger,
} from '../../core/delivery/delivery';
import { CHECK_AFTER_MS } from '../../core/request/limits';
import type { EventType } from '../../protocol/event-types';
import type { DeliveryId, EventId, OrgId, RequestId } from '../../protocol/identifiers';
import { batchGet } from './batch-get';
import type { Tables } from './client';
import { conflictImage } from './conditions';
import { packPendingRevision } from './config-item';
import { ATTEMPT_PREFIX, attemptKey, deliveryKey, dueShardOf, receiverPk, requestDeliveriesPk } from './keys';
import { queryAll, queryPage } from './pages';
import { packPosted, unpackPosted } from './posted';
import { type Item, withoutNulls } from './request-item';

const isNew = 'attribute_not_exists(pk)';
const isPending = '#state = :pending';
const ofThisGeneration = 'generation = :generation';
const nobodyElseHoldsIt = '(attribute_not_exists(try_until) OR try_until <= :now)';
const isTime = '(attribute_not_exists(next_attempt_at) OR next_attempt_at <= :now)';
/**
 * No attempt was started or finished since: the complete item is written, and must not undo what an attempt recorded.
 */
const asItWasRead = 'attempts = :attempts AND #state = :state';
const stillHeld = 'try_until = :held AND generation = :generation';

export function createDeliveryStore(tables: Tables): DeliveryStore {
  const { client, main: TableName } = tables;
  return {
    async create(delivery) {
      try {
        await client.send(
          new PutCommand({
            TableName,
            Item: toItem(delivery),
            ConditionExpression: isNew,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { kind: 'created' };
      } catch (error) {
        const image = conflictImage(error);
        if (image === undefined || image === null) throw error;
        return { kind: 'exists', delivery: fromItem(image) };
      }
    },

    async load(org, id) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: deliveryKey(org, id), ConsistentRead: true }),
      );
      return Item === undefined ? null : fromItem(Item);
    },

    async attempts(org, id) {
      const attempts: Attempt[] = [];
      for await (const item of queryAll(tables, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :attempt)',
        ExpressionAttributeValues: { ':pk': deliveryKey(org, id).pk, ':attempt': ATTEMPT_PREFIX },
        // Read after the delivery, whose last attempt must not be missing.
        ConsistentRead: true,
      })) {
        attempts.push(fromAttemptItem(item));
      }
      return attempts;
    },

    async exists(org, ids) {
      const items = await batchGet(
        tables,
        ids.map((id) => deliveryKey(org, id)),
      );
      return new Set(items.map((item) => item.id as DeliveryId));
    },

    async takeAttempt({ org, id, generation, nowMs, holdMs }) {
      try {
        const { Attributes } = await client.send(
          new UpdateCommand({
            TableName,
            Key: deliveryKey(org, id),
            UpdateExpression: 'SET try_until = :until, attempts = attempts + :one',
            ConditionExpression: [isPending, ofThisGeneration, nobodyElseHoldsIt, isTime].join(' AND '),
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: {
              ':pending': 'pending',
              ':generation': generation,
              ':now': nowMs,
              ':until': nowMs + holdMs,
              ':one': 1,
            },
            ReturnValues: 'ALL_NEW',
          }),
        );
        return fromItem(Attributes as Item);
      } catch (error) {
        if (conflictImage(error) !== undefined) return null;
        throw error;
      }
    },

    async posted(org, id, n) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: attemptKey(org, id, n), ConsistentRead: true }),
      );
      return Item?.posted === undefined ? null : unpackPosted(Item.posted as string);
    },

    async finishAttempt(after, attempt, entries, posted) {
      const { heldUntilMs: tryUntilMs, ...finished } = after;
      const revision = after.revision + (entries.length > 0 ? 1 : 0);
      const item = {
        ...toItem({ ...finished, heldUntilMs: null, revision }),
        ...(entries.length === 0
          ? {}
          : {
              journal: [packPendingRevision({ revision, entries })],
              due_pk: dueShardOf(deliveryKey(after.org, after.id)),
              due_at: attempt.finishedAtMs + CHECK_AFTER_MS,
            }),
      };
      // The attempt was made, even if its hold was lost. It is in the history before the delivery mentions it.
      await client.send(new PutCommand({ TableName, Item: toAttemptItem(after, attempt, posted) }));
      try {
        await client.send(
          new PutCommand({
            TableName,
            Item: item,
            ConditionExpression: stillHeld,
            ExpressionAttributeValues: { ':held': tryUntilMs, ':generation': after.generation },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return true;
      } catch (error) {
        const stored = conflictImage(error);
        if (stored === undefined) throw error;
        return stored !== null && isFinished(stored, after);
      }
    },

    async restart(from, patch, nowMs) {
      const restarted: Delivery = {
        ...from,
        ...patch,
        state: 'pending',
        reason: null,
        // Now, and not null: the lateness of its message counts from now, however old the delivery is.
        nextAttemptAtMs: nowMs,
        generation: from.generation + 1,
        heldUntilMs: null,
      };
      try {
        await client.send(
          new PutCommand({
            TableName,
            Item: toItem(restarted),
            ConditionExpression: [ofThisGeneration, asItWasRead, nobodyElseHoldsIt].join(' AND '),
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: {
              ':generation': from.generation,
              ':attempts': from.attempts,
              ':state': from.state,
              ':now': nowMs,
            },
          }),
        );
        return restarted;
      } catch (error) {
        if (conflictImage(error) !== undefined) return null;
        throw error;
      }
    },

    ofEndpoint: (org, endpoint, query) =>
      page(tables, org, { index: 'receiver', partition: 'receiver_pk', value: receiverPk(org, endpoint) }, query),
    ofRequest: (org, request, query) =>
      page(tables, org, { index: 'recent', partition: 'recent_pk', value: requestDeliveriesPk(org, request) }, query),
  };
}

async function page(
  tables: Tables,
  org: OrgId,
  { index, partition, value }: { index: string; partition: string; value: string },
  query: PageQuery,
): Promise<Page<Delivery>> {
  const { items, cursor } = await queryPage(
    tables,
    {
      IndexName: index,
      ScanIndexForward: false,
      KeyConditionExpression: `${partition} = :pk`,
      ExpressionAttributeValues: { ':pk': value },
    },
    { partition, partitionValue: value, sort: 'created_at' },
    query,
  );
  const found = await batchGet(
    tables,
    items.map(({ pk, sk }) => ({ pk: pk as string, sk: sk as string })),
  );
  const deliveries = new Map(found.map((item) => [item.pk, fromItem(item)]));
  return {
    items: items.flatMap(({ pk }) => deliveries.get(pk) ?? []).filter((delivery) => delivery.org === org),
    cursor,
  };
}

function toItem(delivery: Delivery): Item {
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
    recent_pk: requestDeliveriesPk(delivery.org, delivery.requestId),
    ...(isEndpoint ? { receiver_pk: receiverPk(delivery.org, delivery.receiver) } : {}),
    // A pending delivery whose attempt does not come has lost its message or its loop. The due index finds it.
    ...(delivery.state === 'pending'
      ? { due_pk: dueShardOf(key), due_at: (delivery.nextAttemptAtMs ?? delivery.createdAtMs) + LOST_LOOP_AFTER_MS }
      : {}),
  });
}

function fromItem(item: Item): Delivery {
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

/** Our own write, whose answer was lost: only this actor uses this attempt number, and nobody holds the attempt now. */
function isFinished(stored: Item, { generation, attempts }: Delivery): boolean {
  return stored.generation === generation && stored.attempts === attempts && stored.try_until === undefined;
}

function toAttemptItem(delivery: Delivery, attempt: Attempt, posted: Posted | null): Item {
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

function fromAttemptItem(item: Item): Attempt {
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
