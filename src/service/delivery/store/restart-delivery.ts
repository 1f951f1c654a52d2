/** Starts a delivery again in the next generation. Loops of older generations stop. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { writeIf } from '../../../adapters/dynamodb/conditions';
import { getItem } from '../../../adapters/dynamodb/items';
import { deliveryKey, dueShardOf, entriesKey } from '../../../adapters/dynamodb/keys';
import type { DeliveryStore } from '../ports';
import type { Delivery } from '../rules/delivery';
import { nobodyElseHoldsIt, ofThisGeneration, onlyAttemptOf, toAttemptItem, toItem } from './delivery-item';

/**
 * No attempt was started or finished since the read. The write replaces the complete item and must not overwrite what
 * an attempt recorded.
 */
const asItWasRead = 'attempts = :attempts AND #state = :state';

export async function restart(
  tables: Tables,
  from: Delivery,
  patch: Parameters<DeliveryStore['restart']>[1],
  nowMs: number,
): Promise<Delivery | null> {
  const restarted: Delivery = {
    ...from,
    ...patch,
    state: 'pending',
    reason: null,
    // The current time and not null: the lateness of the delivery's message counts from here, even if the delivery is
    // old.
    nextAttemptAtMs: nowMs,
    generation: from.generation + 1,
    heldUntilMs: null,
  };
  await keepOnlyAttempt(tables, from);
  await keepJournal(tables, from);
  const put = new PutCommand({
    TableName: tables.main,
    Item: toItem(restarted),
    ConditionExpression: [ofThisGeneration, asItWasRead, nobodyElseHoldsIt].join(' AND '),
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':generation': from.generation,
      ':attempts': from.attempts,
      ':state': from.state,
      ':now': nowMs,
    },
  });
  return (await writeIf(tables.client.send(put))).written ? restarted : null;
}

/** Moves the only attempt to an item of its own before the delivery's item is written again. */
async function keepOnlyAttempt(tables: Tables, delivery: Delivery): Promise<void> {
  if (delivery.state !== 'delivered') return;
  const item = await getItem(tables, deliveryKey(delivery.org, delivery.id));
  const attempt = item === null ? null : onlyAttemptOf(item);
  if (attempt === null) return;
  const posted = item?.posted === undefined ? {} : { posted: item.posted };
  const Item = { ...toAttemptItem(delivery, attempt, null), ...posted };
  await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
}

/**
 * Keeps the entries of a failure that no check has found in the audit chain yet. They get an item of their own, whose
 * check continues.
 */
async function keepJournal(tables: Tables, { org, id, state, revision }: Delivery): Promise<void> {
  if (state !== 'failed' || revision === 0) return;
  const item = await getItem(tables, deliveryKey(org, id));
  if (item?.due_at === undefined || item.state !== 'failed') return;
  const { subject, revision: last, journal, due_at } = item;
  const key = entriesKey(org, id, last as number);
  const Item = { ...key, org, subject, revision: last, journal, due_pk: dueShardOf(key), due_at };
  await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
}
