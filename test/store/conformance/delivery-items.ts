/** The item of a delivery: its entries in the indexes and the stream, and what an attempt stores in it. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryKey, dueShardOf, receiverPk } from '../../../src/adapters/dynamodb/keys';
import { SET_UP } from '../../../src/protocol/actor';
import type { EndpointId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { pendingEntry } from '../../../src/service/audit/rules/chain';
import type { DeliveryStore } from '../../../src/service/delivery/ports';
import {
  type Attempt,
  type Delivery,
  LOST_LOOP_AFTER_MS,
  type Receiver,
} from '../../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../../src/service/delivery/rules/owed-deliveries';
import { createDeliveryStore } from '../../../src/service/delivery/store/delivery-store';
import { CHECK_AFTER_MS } from '../../../src/service/request/rules/limits';
import { createDueStore } from '../../../src/service/transport/store/due-store';
import { at } from '../../support/builders';
import type { Place } from './stores';

const REQUEST = 'req_00000000000000000000000f' as RequestId;
const ENDPOINT = 'whe_1' as EndpointId;

export function deliveryItemRules(place: Place): void {
  let store: DeliveryStore;
  let org: OrgId;
  beforeEach(() => {
    store = createDeliveryStore(place.tables());
    org = place.org();
  });
  const aDelivery = (patch: Partial<Delivery> = {}, receiver: Receiver = ENDPOINT): Delivery => {
    const event = { type: 'request.authorized', atMs: at('12:00') } as const;
    return { ...newDelivery({ org, id: REQUEST }, event, receiver), ...patch };
  };
  const itemOf = async ({ id }: Delivery) => {
    const { client, main: TableName } = place.tables();
    const Key = deliveryKey(org, id);
    return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item!;
  };
  const indexed = async (delivery: Delivery) => {
    await store.create(delivery);
    const { due_pk, due_at, work_pk, work_at, receiver_pk } = await itemOf(delivery);
    return { due_pk, due_at, work_pk, work_at, receiver_pk };
  };
  const attemptOf = (taken: Delivery, patch: Partial<Attempt> = {}): Attempt => ({
    n: taken.attempts,
    startedAtMs: at('12:01'),
    finishedAtMs: at('12:01:02'),
    status: 500,
    outcome: 'refused',
    error: null,
    trigger: 'first',
    ...patch,
  });
  const taken = async (patch: Partial<Delivery> = {}): Promise<Delivery> => {
    const delivery = aDelivery(patch);
    await store.create(delivery);
    const { id, generation } = delivery;
    return (await store.takeAttempt({ org, id, generation, nowMs: at('12:01'), holdMs: 60_000 }))!;
  };

  test('a delivery is read as it was stored, with everything that it may have', async () => {
    const full = aDelivery({
      state: 'failed',
      reason: 'late',
      test: true,
      attempts: 3,
      failures: 2,
      generation: 4,
      trigger: 'manual',
      nextAttemptAtMs: at('12:30'),
      revision: 1,
    });
    for (const delivery of [full, aDelivery({}, 'callback'), aDelivery({}, 'integration')]) {
      await store.create(delivery);
      expect(await store.load(org, delivery.id)).toEqual(delivery);
      expect(Object.values(await itemOf(delivery))).not.toContain(null);
    }
    expect(await itemOf(aDelivery({}, 'callback'))).not.toHaveProperty('test');
  });

  test('a delivery to an endpoint is in the list of the endpoint, and a callback and the integration’s call are in none', async () => {
    expect((await indexed(aDelivery())).receiver_pk).toBe(receiverPk(org, ENDPOINT));
    for (const receiver of ['callback', 'integration'] as const)
      expect((await indexed(aDelivery({}, receiver))).receiver_pk).toBeUndefined();
  });

  test.each<[string, Partial<Delivery>, number | undefined]>([
    ['pending', {}, at('12:00') + LOST_LOOP_AFTER_MS],
    ['waiting for its next attempt', { nextAttemptAtMs: at('12:30') }, at('12:30') + LOST_LOOP_AFTER_MS],
    ['delivered', { state: 'delivered' }, undefined],
    ['failed', { state: 'failed' }, undefined],
  ])('a delivery that is %s is due when its attempt must have been lost, or not at all', async (_, patch, dueAt) => {
    const delivery = aDelivery(patch);
    const due_pk = dueAt === undefined ? undefined : dueShardOf(deliveryKey(org, delivery.id));
    expect(await indexed(delivery)).toMatchObject({ due_pk, due_at: dueAt, work_pk: undefined, work_at: undefined });
  });

  test('a delivery keeps the entries of its end until a check has found them in the chain', async () => {
    const held = await taken();
    const entries = [pendingEntry(at('12:01:02'), 'delivery.failed', held.id, SET_UP, { reason: 'late' })];
    const after = { ...held, state: 'failed', reason: 'late' } as const;
    expect(await store.finishAttempt(after, attemptOf(held), entries, null)).toBe(true);
    const item = await itemOf(held);
    expect(item).toMatchObject({ revision: 1, due_at: at('12:01:02') + CHECK_AFTER_MS, due_pk: expect.any(String) });
    expect(item.due_pk).toBe(dueShardOf(deliveryKey(org, held.id)));
    const due = { kind: 'delivery', org, id: held.id, dueAtMs: item.due_at as number } as const;
    const unchecked = [{ revision: 1, entries }];
    expect(await createDueStore(place.tables()).configJournal(due)).toEqual({
      org,
      subject: held.id,
      revision: 1,
      unchecked,
    });
    expect(await store.load(org, held.id)).toEqual({ ...after, heldUntilMs: null, revision: 1 });
  });

  test('a delivery without entries has no journal, no revision more, and no check', async () => {
    const held = await taken();
    expect(await store.finishAttempt({ ...held, state: 'failed' }, attemptOf(held), [], null)).toBe(true);
    const item = await itemOf(held);
    expect(item).toMatchObject({ revision: 0 });
    for (const name of ['journal', 'due_pk', 'due_at', 'try_until']) expect(item).not.toHaveProperty(name);
  });

  test.each<[string, Partial<Attempt>]>([
    ['without an answer', { status: null, outcome: 'unreachable', error: 'The connection was refused' }],
    ['that was answered', { status: 503, trigger: 'manual' }],
  ])('a delivery gives an attempt %s as it was', async (_, patch) => {
    const held = await taken();
    const attempt = attemptOf(held, patch);
    await store.finishAttempt({ ...held, failures: 1 }, attempt, [], null);
    expect(await store.attempts(org, held.id)).toEqual([attempt]);
    const other = await taken({ id: `${held.id}x` as Delivery['id'] });
    const only = { ...attempt, outcome: 'delivered', status: 204 } as const;
    await store.finishAttempt({ ...other, state: 'delivered' }, only, [], null);
    expect(await store.attempts(org, other.id)).toEqual([only]);
    expect(await store.attempts('org_nobody' as OrgId, other.id)).toEqual([]);
  });

  test('a delivery that was delivered by an attempt that had lost its hold has that attempt in its history', async () => {
    const slow = await taken();
    const { id, generation } = slow;
    const next = (await store.takeAttempt({ org, id, generation, nowMs: at('12:02'), holdMs: 60_000 }))!;
    const delivered = attemptOf(slow, { outcome: 'delivered', status: 200 });
    const posted = { headers: {}, body: '{}' };
    expect(await store.finishAttempt({ ...slow, state: 'delivered' }, delivered, [], posted)).toBe(false);
    expect(await store.load(org, id)).toEqual(next);
    expect(await store.attempts(org, id)).toEqual([delivered]);
    expect(await store.posted(org, id, 1)).toEqual(posted);
  });

  test('a delivery is finished for nobody else’s attempt: another number, another generation, or a delivery that is not stored', async () => {
    const held = await taken();
    const finished = { ...held, state: 'failed', reason: 'late' } as const;
    expect(await store.finishAttempt(finished, attemptOf(held), [], null)).toBe(true);
    expect(await store.finishAttempt(finished, attemptOf(held), [], null)).toBe(true);
    for (const patch of [{ attempts: 2 }, { generation: 2 }])
      expect(await store.finishAttempt({ ...finished, ...patch }, attemptOf(held), [], null)).toBe(false);
    const unstored = { ...finished, id: 'dlv_none' as Delivery['id'] };
    expect(await store.finishAttempt(unstored, attemptOf(held), [], null)).toBe(false);
  });

  test('a delivery that was delivered without a post that could be kept is started again with its attempt in the history', async () => {
    const held = await taken();
    const only = attemptOf(held, { outcome: 'delivered', status: 200 });
    await store.finishAttempt({ ...held, state: 'delivered' }, only, [], null);
    const delivered = (await store.load(org, held.id))!;
    const patch = { trigger: 'manual', untilMs: at('20:00'), failures: 0 } as const;
    const again = await store.restart(delivered, patch, at('12:03'));
    expect(again).toMatchObject({ ...patch, generation: 2, state: 'pending', nextAttemptAtMs: at('12:03') });
    expect(await store.attempts(org, held.id)).toEqual([only]);
    expect(await store.posted(org, held.id, 1)).toBeNull();
    // A second restart with the delivery as it was read before the first one.
    expect(await store.restart(delivered, patch, at('12:03'))).toBeNull();
    expect(await store.restart({ ...delivered, generation: 2 }, patch, at('12:03'))).toBeNull();
  });
}
