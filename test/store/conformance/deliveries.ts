/** Deliveries: one actor makes an attempt, and what an attempt recorded stays. */
import { randomBytes } from 'node:crypto';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import type { DeliveryId, EndpointId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import type { DeliveryStore } from '../../../src/service/delivery/ports';
import type { Attempt, Delivery, Posted, Receiver } from '../../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../../src/service/delivery/rules/owed-deliveries';
import { createDeliveryStore } from '../../../src/service/delivery/store/delivery-store';
import { at } from '../../support/builders';
import type { Place } from './stores';

const REQUEST = 'req_00000000000000000000000a' as RequestId;
const OTHER_ORG = 'org_nobody' as OrgId;
const HOLD_MS = 60_000;
const POSTED: Posted = { headers: { 'Service-Signature': 't=1,v1=ab' }, body: '{"name":"Zoë"}' };

export function deliveryRules(place: Place): void {
  let store: DeliveryStore;
  let org: OrgId;
  beforeEach(() => {
    store = createDeliveryStore(place.tables());
    org = place.org();
  });

  const aDelivery = (n = 0, receiver: Receiver = 'callback', request = REQUEST): Delivery =>
    newDelivery({ org, id: request }, { type: EVENT_TYPES[n]!, atMs: at(`12:0${n}`) }, receiver);
  const created = async (patch: Partial<Delivery> = {}) => {
    const delivery = { ...aDelivery(), ...patch };
    await store.create(delivery);
    return delivery;
  };
  const take = ({ id }: Delivery, time: string, generation = 1) =>
    store.takeAttempt({ org, id, generation, nowMs: at(time), holdMs: HOLD_MS });
  const attemptOf = (taken: Delivery, time: string, outcome: Attempt['outcome']): Attempt => {
    const status = outcome === 'delivered' ? 200 : 500;
    const finishedAtMs = at(time);
    return {
      n: taken.attempts,
      startedAtMs: finishedAtMs,
      finishedAtMs,
      status,
      outcome,
      error: null,
      trigger: 'first',
    };
  };
  const deliver = (taken: Delivery, time: string) =>
    store.finishAttempt({ ...taken, state: 'delivered' }, attemptOf(taken, time, 'delivered'), [], POSTED);
  const fail = (taken: Delivery, time: string) =>
    store.finishAttempt({ ...taken, state: 'failed', reason: 'late' }, attemptOf(taken, time, 'refused'), [], null);

  test('the delivery store creates an id once, and answers a second create with what is stored', async () => {
    const delivery = aDelivery();
    const both = await Promise.all([store.create(delivery), store.create({ ...delivery, trigger: 'manual' })]);
    expect(both.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    const stored = await store.load(org, delivery.id);
    expect(both.find(({ kind }) => kind === 'exists')).toEqual({ kind: 'exists', delivery: stored });
    expect(await store.load(OTHER_ORG, delivery.id)).toBeNull();
    expect(await store.loadMany(org, [delivery.id, 'dlv_none' as DeliveryId])).toEqual([{ ...stored, watched: true }]);
    expect(await store.loadMany(OTHER_ORG, [delivery.id])).toEqual([]);
  });

  test('the delivery store keeps what each attempt posted, for its own organization', async () => {
    const delivery = await created();
    await fail((await take(delivery, '12:01'))!, '12:01');
    const again = await store.restart(
      (await store.load(org, delivery.id))!,
      { trigger: 'manual', untilMs: at('13:00'), failures: 0 },
      at('12:02'),
    );
    await deliver((await take(again!, '12:02', 2))!, '12:02');
    expect(await store.posted(org, delivery.id, 1)).toBeNull();
    expect(await store.posted(org, delivery.id, 2)).toEqual(POSTED);
    expect(await store.posted(org, delivery.id, 3)).toBeNull();
    expect(await store.posted(OTHER_ORG, delivery.id, 2)).toBeNull();
    expect((await store.attempts(org, delivery.id)).map(({ n }) => n)).toEqual([1, 2]);
  });

  test('the delivery store records an attempt whose post is too large to keep', async () => {
    const taken = (await take(await created(), '12:01'))!;
    const body = randomBytes(500_000).toString('base64');
    const finished = { ...taken, state: 'delivered' as const };
    const attempt = attemptOf(taken, '12:01', 'delivered');
    expect(await store.finishAttempt(finished, attempt, [], { headers: {}, body })).toBe(true);
    expect(await store.attempts(org, taken.id)).toEqual([attempt]);
    expect(await store.posted(org, taken.id, 1)).toBeNull();
  });

  test('the delivery store gives an attempt to one of many, and null to the others', async () => {
    const delivery = await created();
    const takes = await Promise.all([1, 2, 3, 4, 5].map(() => take(delivery, '12:01')));
    const winners = takes.filter((taken) => taken !== null);
    expect(winners).toHaveLength(1);
    expect(winners[0]).toEqual({ ...delivery, attempts: 1, heldUntilMs: at('12:02') });
    expect(await store.load(org, delivery.id)).toEqual(winners[0]);
  });

  test('the delivery store stores a delivery with its first attempt, once, and without a due time until the attempt is recorded', async () => {
    const unstored = aDelivery();
    const begin = (time: string) =>
      store.takeAttempt({ org, id: unstored.id, generation: 1, nowMs: at(time), holdMs: HOLD_MS, unstored });
    const takes = (await Promise.all([1, 2, 3].map(() => begin('12:01')))).filter((taken) => taken !== null);
    expect(takes).toEqual([{ ...unstored, attempts: 1, heldUntilMs: at('12:02') }]);
    expect(await store.loadMany(org, [unstored.id])).toEqual([{ ...takes[0], watched: false }]);
    // The actor that took the attempt died, and the message arrives again.
    expect(await begin('12:01:59.999')).toBeNull();
    const again = (await begin('12:02'))!;
    expect(again).toEqual({ ...unstored, attempts: 2, heldUntilMs: at('12:03') });
    const next = { ...again, failures: 1, nextAttemptAtMs: at('12:03') };
    expect(await store.finishAttempt(next, attemptOf(again, '12:02:01', 'refused'), [], null)).toBe(true);
    expect(await store.loadMany(org, [unstored.id])).toEqual([{ ...next, heldUntilMs: null, watched: true }]);
    // A message that comes late does not store it again.
    expect(await begin('12:02:30')).toBeNull();
    expect(await begin('12:03')).toMatchObject({ attempts: 3, failures: 1 });
  });

  test('the delivery store keeps the only attempt of a delivery, also when the delivery is started again', async () => {
    const unstored = aDelivery();
    const task = { org, id: unstored.id, generation: 1, nowMs: at('12:01'), holdMs: HOLD_MS };
    const taken = (await store.takeAttempt({ ...task, unstored }))!;
    const only = attemptOf(taken, '12:01:01', 'delivered');
    expect([await deliver(taken, '12:01:01'), await deliver(taken, '12:01:01')]).toEqual([true, true]);
    const delivered = (await store.load(org, taken.id))!;
    const patch = { trigger: 'manual', untilMs: at('20:00'), failures: 0 } as const;
    for (const again of [false, true]) {
      if (again) {
        const restarted = (await store.restart(delivered, patch, at('12:03')))!;
        await fail((await take(restarted, '12:03', 2))!, '12:03');
      }
      const attempts = await store.attempts(org, taken.id);
      expect(attempts.map(({ n }) => n)).toEqual(again ? [1, 2] : [1]);
      expect(attempts[0]).toEqual(only);
      expect(await store.posted(org, taken.id, 1)).toEqual(POSTED);
      expect(await store.posted(org, taken.id, 2)).toBeNull();
    }
  });

  test('the delivery store gives an attempt again when its hold ends, and not a moment before', async () => {
    const delivery = await created();
    await take(delivery, '12:01');
    expect(await take(delivery, '12:01:59.999')).toBeNull();
    expect(await take(delivery, '12:02')).toMatchObject({ attempts: 2, heldUntilMs: at('12:03') });
  });

  test('the delivery store gives no attempt before its time, of another generation, or of a finished delivery', async () => {
    const delivery = await created({ nextAttemptAtMs: at('12:05') });
    expect(await take(delivery, '12:04:59.999')).toBeNull();
    expect(await take(delivery, '12:05', 2)).toBeNull();
    const taken = (await take(delivery, '12:05'))!;
    expect(await deliver(taken, '12:05:01')).toBe(true);
    expect(await take(delivery, '12:30')).toBeNull();
    expect(await take(aDelivery(1), '12:30')).toBeNull();
  });

  test('the delivery store does not let an actor that outlived its hold overwrite the attempt of the next one', async () => {
    const delivery = await created();
    const slow = (await take(delivery, '12:01'))!;
    const next = (await take(delivery, '12:02'))!;
    expect(await fail(slow, '12:02:01')).toBe(false);
    expect(await store.load(org, delivery.id)).toEqual(next);
    expect(await deliver(next, '12:02:02')).toBe(true);
    expect(await fail(slow, '12:02:03')).toBe(false);
    expect(await store.load(org, delivery.id)).toMatchObject({ state: 'delivered', reason: null, attempts: 2 });
    // Both attempts were made, so both are in the history.
    const outcomes = (await store.attempts(org, delivery.id)).map(({ n, outcome }) => [n, outcome]);
    expect(outcomes).toEqual([
      [1, 'refused'],
      [2, 'delivered'],
    ]);
  });

  test('the delivery store answers the same when an attempt is finished twice, because the first answer may be lost', async () => {
    const taken = (await take(await created(), '12:01'))!;
    expect([await deliver(taken, '12:01:01'), await deliver(taken, '12:01:01')]).toEqual([true, true]);
    expect(await store.attempts(org, taken.id)).toEqual([attemptOf(taken, '12:01:01', 'delivered')]);
  });

  test('the delivery store restarts a delivery once, under the next generation, and not while an attempt is held', async () => {
    const patch = { trigger: 'manual', untilMs: at('20:00'), failures: 0 } as const;
    const taken = (await take(await created(), '12:01'))!;
    expect(await store.restart(taken, patch, at('12:01:30'))).toBeNull();
    await fail(taken, '12:01:31');
    const failed = (await store.load(org, taken.id))!;
    expect(await store.restart({ ...failed, attempts: 0 }, patch, at('12:03'))).toBeNull();
    const both = await Promise.all([1, 2].map(() => store.restart(failed, patch, at('12:03'))));
    expect(both.filter((restarted) => restarted !== null)).toHaveLength(1);
    const again = { ...failed, ...patch, state: 'pending', reason: null, generation: 2, nextAttemptAtMs: at('12:03') };
    expect(await store.load(org, taken.id)).toEqual(again);
    expect(await take(taken, '12:03', 1)).toBeNull();
    expect(await take(taken, '12:03', 2)).not.toBeNull();
  });

  test('the delivery store lists the deliveries of an endpoint, the newest first, page by page', async () => {
    const [mine, other] = ['end_1', 'end_2'] as EndpointId[];
    const another = 'req_00000000000000000000000b' as RequestId;
    const made = [aDelivery(1, mine), aDelivery(2, mine), aDelivery(3, mine), aDelivery(4, other)];
    await Promise.all([...made, aDelivery(5, mine, another)].map((delivery) => store.create(delivery)));
    const newest = await store.ofEndpoint(org, mine!, { limit: 2, cursor: null });
    const older = await store.ofEndpoint(org, mine!, { limit: 3, cursor: newest.cursor });
    expect([newest.items, older.items]).toEqual([
      [aDelivery(5, mine, another), made[2]],
      [made[1], made[0]],
    ]);
    expect((await store.ofEndpoint(OTHER_ORG, mine!, { limit: 3, cursor: null })).items).toEqual([]);
  });
}
