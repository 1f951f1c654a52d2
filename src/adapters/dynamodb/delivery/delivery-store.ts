/**
 * Deliveries and all attempts of them, on DynamoDB (docs/design.md#delivery). All state of a retry loop is in the item.
 */
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryStore, Page, PageQuery } from '../../../app/ports';
import {
  type Attempt,
  type AttemptOutcome,
  type Delivery,
  LOST_LOOP_AFTER_MS,
  type Posted,
  type Receiver,
  type Trigger,
} from '../../../core/delivery/delivery';
import type { Span } from '../../../core/delivery/recover';
import { CHECK_AFTER_MS } from '../../../core/request/limits';
import type { EventType } from '../../../protocol/event-types';
import type { DeliveryId, EndpointId, EventId, OrgId, RequestId } from '../../../protocol/identifiers';
import { packPendingRevision } from '../administration/config-item';
import { batchGet } from '../batch-get';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import { type Item, withoutNulls } from '../item';
import { attemptKey, DELIVERY_SK, deliveryKey, dueShardOf, entriesKey, type Key, receiverPk } from '../keys';
import { queryAll, queryPage } from '../pages';
import { packPosted, unpackPosted } from './posted';

const isNew = 'attribute_not_exists(pk)';
const isPending = '#state = :pending';
const ofThisGeneration = 'generation = :generation';
const nobodyElseHoldsIt = '(attribute_not_exists(try_until) OR try_until <= :now)';
const isTime = '(attribute_not_exists(next_attempt_at) OR next_attempt_at <= :now)';
/**
 * No attempt was started or finished since: the complete item is written, and must not undo what an attempt recorded.
 */
const asItWasRead = 'attempts = :attempts AND #state = :state';
const createdBetween = 'created_at BETWEEN :since AND :until';
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
      const item = await read(tables, deliveryKey(org, id));
      return item === null ? null : fromItem(item);
    },

    async loadMany(org, ids) {
      const items = await batchGet(
        tables,
        ids.map((id) => deliveryKey(org, id)),
      );
      return items.map((item) => ({ ...fromItem(item), watched: item.due_at !== undefined }));
    },

    async attempts(org, id) {
      const attempts = new Map<number, Attempt>();
      for await (const item of queryAll(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': deliveryKey(org, id).pk },
        // Read after the delivery, whose last attempt must not be missing.
        ConsistentRead: true,
      })) {
        const attempt = item.sk === DELIVERY_SK ? onlyAttemptOf(item) : fromAttemptItem(item);
        if (attempt !== null) attempts.set(attempt.n, attempt);
      }
      return [...attempts.values()];
    },

    async takeAttempt({ org, id, generation, nowMs, holdMs, unstored }) {
      if (unstored !== undefined) {
        const taken = { ...unstored, attempts: 1, heldUntilMs: nowMs + holdMs };
        if (await putTaken(tables, taken)) return taken;
      }
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
      const keys = [attemptKey(org, id, n), ...(n === 1 ? [deliveryKey(org, id)] : [])];
      const posted = (await batchGet(tables, keys)).find((item) => item.posted !== undefined)?.posted;
      return posted === undefined ? null : unpackPosted(posted as string);
    },

    async finishAttempt(after, attempt, entries, posted) {
      const revision = after.revision + (entries.length > 0 ? 1 : 0);
      const isOnly = after.state === 'delivered' && attempt.n === 1;
      const item = {
        ...toItem({ ...after, heldUntilMs: null, revision }),
        ...(isOnly ? onlyAttemptAttributes(attempt, posted) : {}),
        ...(entries.length === 0
          ? {}
          : {
              journal: [packPendingRevision({ revision, entries })],
              due_pk: dueShardOf(deliveryKey(after.org, after.id)),
              due_at: attempt.finishedAtMs + CHECK_AFTER_MS,
            }),
      };
      // The attempt was made, even if its hold was lost. It is in the history before the delivery mentions it.
      const record = () => client.send(new PutCommand({ TableName, Item: toAttemptItem(after, attempt, posted) }));
      if (!isOnly) await record();
      const recorded = await putHeld(tables, item, after);
      if (isOnly && !recorded) await record();
      return recorded;
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
      await keepOnlyAttempt(tables, from);
      await keepJournal(tables, from);
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

    ofEndpoint: (org, endpoint, query) => pageOfEndpoint(tables, org, endpoint, query),
  };
}

async function read(tables: Tables, key: Key): Promise<Item | null> {
  const { Item } = await tables.client.send(new GetCommand({ TableName: tables.main, Key: key, ConsistentRead: true }));
  return Item ?? null;
}

/**
 * The first attempt stores its delivery. There is no due entry: until the attempt is recorded, the check of the request
 * answers for the delivery (`findUndelivered` in app/transport/dispatch.ts). False if the delivery is stored already.
 */
async function putTaken(tables: Tables, taken: Delivery): Promise<boolean> {
  const { due_pk: _, due_at: __, ...Item } = toItem(taken);
  try {
    await tables.client.send(new PutCommand({ TableName: tables.main, Item, ConditionExpression: isNew }));
    return true;
  } catch (error) {
    if (conflictImage(error) !== undefined) return false;
    throw error;
  }
}

/** Writes what an attempt means for its delivery, if the attempt is still held. */
async function putHeld(tables: Tables, item: Item, after: Delivery): Promise<boolean> {
  try {
    await tables.client.send(
      new PutCommand({
        TableName: tables.main,
        Item: item,
        ConditionExpression: stillHeld,
        ExpressionAttributeValues: { ':held': after.heldUntilMs, ':generation': after.generation },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    const stored = conflictImage(error);
    if (stored === undefined) throw error;
    return stored !== null && isFinished(stored, after);
  }
}

/** Before the delivery's item is written again, its only attempt gets an item of its own. */
async function keepOnlyAttempt(tables: Tables, delivery: Delivery): Promise<void> {
  if (delivery.state !== 'delivered') return;
  const item = await read(tables, deliveryKey(delivery.org, delivery.id));
  const attempt = item === null ? null : onlyAttemptOf(item);
  if (attempt === null) return;
  const posted = item?.posted === undefined ? {} : { posted: item.posted };
  const Item = { ...toAttemptItem(delivery, attempt, null), ...posted };
  await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
}

/** The entries of a failure that no check has found in the chain yet: their check goes on with an item of its own. */
async function keepJournal(tables: Tables, { org, id, state, revision }: Delivery): Promise<void> {
  if (state !== 'failed' || revision === 0) return;
  const item = await read(tables, deliveryKey(org, id));
  if (item?.due_at === undefined || item.state !== 'failed') return;
  const { subject, revision: last, journal, due_at } = item;
  const key = entriesKey(org, id, last as number);
  const Item = { ...key, org, subject, revision: last, journal, due_pk: dueShardOf(key), due_at };
  await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
}

async function pageOfEndpoint(
  tables: Tables,
  org: OrgId,
  endpoint: EndpointId,
  query: PageQuery & { readonly created?: Span },
): Promise<Page<Delivery>> {
  const value = receiverPk(org, endpoint);
  const { created } = query;
  const { items, cursor } = await queryPage(
    tables,
    {
      IndexName: 'receiver',
      ScanIndexForward: false,
      KeyConditionExpression: `receiver_pk = :pk${created === undefined ? '' : ` AND ${createdBetween}`}`,
      ExpressionAttributeValues: {
        ':pk': value,
        ...(created === undefined ? {} : { ':since': created.sinceMs, ':until': created.untilMs }),
      },
    },
    { partition: 'receiver_pk', partitionValue: value, sort: 'created_at' },
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
    // A pending delivery whose attempt does not come has lost its message or its loop. The due index finds it.
    ...(delivery.state === 'pending' ? { due_pk: dueShardOf(key), due_at: expectedMs + LOST_LOOP_AFTER_MS } : {}),
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

/**
 * A delivery that succeeds at once has one attempt, and its item has it too: one write instead of two. Its number is
 * always 1.
 */
function onlyAttemptAttributes(attempt: Attempt, posted: Posted | null): Item {
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

function onlyAttemptOf(item: Item): Attempt | null {
  if (item.only_try === undefined) return null;
  const [startedAtMs, finishedAtMs, status, outcome, error, trigger] = JSON.parse(
    item.only_try as string,
  ) as PackedAttempt;
  return { n: 1, startedAtMs, finishedAtMs, status, outcome, error, trigger };
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
