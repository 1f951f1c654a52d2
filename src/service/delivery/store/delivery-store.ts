/** Deliveries and all their attempts (docs/design.md#delivery). All state of a retry loop is in the item. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, writeIf } from '../../../adapters/dynamodb/conditions';
import { packPendingRevision } from '../../../adapters/dynamodb/config-item';
import { batchGet, getItem, type Item } from '../../../adapters/dynamodb/items';
import { attemptKey, DELIVERY_SK, deliveryKey, dueShardOf, receiverPk } from '../../../adapters/dynamodb/keys';
import { allItems, queryPage } from '../../../adapters/dynamodb/pages';
import type { EndpointId, OrgId } from '../../../protocol/identifiers';
import { CHECK_AFTER_MS } from '../../request/rules/limits';
import type { DeliveryStore, Page, PageQuery } from '../ports';
import type { Delivery } from '../rules/delivery';
import type { Span } from '../rules/owed-deliveries';
import {
  fromAttemptItem,
  fromItem,
  nobodyElseHoldsIt,
  ofThisGeneration,
  onlyAttemptAttributes,
  onlyAttemptOf,
  toAttemptItem,
  toItem,
  unpackPosted,
} from './delivery-item';
import { restart } from './restart-delivery';

const isPending = '#state = :pending';
const isTime = '(attribute_not_exists(next_attempt_at) OR next_attempt_at <= :now)';
const createdBetween = 'created_at BETWEEN :since AND :until';
const stillHeld = 'try_until = :held AND generation = :generation';

export function createDeliveryStore(tables: Tables): DeliveryStore {
  const { client, main: TableName } = tables;
  return {
    async create(delivery) {
      const put = new PutCommand({
        TableName,
        Item: toItem(delivery),
        ConditionExpression: isNew,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const created = await writeIf(client.send(put));
      return created.written ? { kind: 'created' } : { kind: 'exists', delivery: fromItem(created.stored!) };
    },

    async load(org, id) {
      const item = await getItem(tables, deliveryKey(org, id));
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
      const items = await allItems(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': deliveryKey(org, id).pk },
        // Attempts are read after the delivery, and none that the delivery counts may be missing.
        ConsistentRead: true,
      });
      const attempts = items.flatMap((item) =>
        item.sk === DELIVERY_SK ? (onlyAttemptOf(item) ?? []) : fromAttemptItem(item),
      );
      return [...new Map(attempts.map((attempt) => [attempt.n, attempt])).values()];
    },

    async takeAttempt({ org, id, generation, nowMs, holdMs, unstored }) {
      if (unstored !== undefined) {
        const taken = { ...unstored, attempts: 1, heldUntilMs: nowMs + holdMs };
        if (await putTaken(tables, taken)) return taken;
      }
      const take = new UpdateCommand({
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
      });
      const taken = await writeIf(client.send(take));
      return taken.written ? fromItem(taken.answer.Attributes!) : null;
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
      // Even if its hold was lost, the attempt was made. It is stored before the delivery counts it.
      const record = () => client.send(new PutCommand({ TableName, Item: toAttemptItem(after, attempt, posted) }));
      if (!isOnly) await record();
      const recorded = await putHeld(tables, item, after);
      if (isOnly && !recorded) await record();
      return recorded;
    },

    restart: (from, patch, nowMs) => restart(tables, from, patch, nowMs),
    ofEndpoint: (org, endpoint, query) => pageOfEndpoint(tables, org, endpoint, query),
  };
}

/**
 * The first attempt stores its delivery. It has no due entry: until the attempt is recorded, the check of the request
 * finds the delivery (`findUndelivered` in service/transport/use-cases/dispatch.ts). Returns false if the delivery is already stored.
 */
async function putTaken(tables: Tables, taken: Delivery): Promise<boolean> {
  const { due_pk: _, due_at: __, ...Item } = toItem(taken);
  const put = new PutCommand({ TableName: tables.main, Item, ConditionExpression: isNew });
  return (await writeIf(tables.client.send(put))).written;
}

/** Writes the result of an attempt to its delivery, if this actor still holds the attempt. */
async function putHeld(tables: Tables, item: Item, after: Delivery): Promise<boolean> {
  const put = new PutCommand({
    TableName: tables.main,
    Item: item,
    ConditionExpression: stillHeld,
    ExpressionAttributeValues: { ':held': after.heldUntilMs, ':generation': after.generation },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const result = await writeIf(tables.client.send(put));
  return result.written || (result.stored !== null && isFinished(result.stored, after));
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

/**
 * True if this is our own write, whose answer was lost: only this actor uses this attempt number, and nobody holds the
 * attempt now.
 */
function isFinished(stored: Item, { generation, attempts }: Delivery): boolean {
  return stored.generation === generation && stored.attempts === attempts && stored.try_until === undefined;
}
