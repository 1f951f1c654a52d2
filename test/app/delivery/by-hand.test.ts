/** Deliveries that an admin starts, and their queue messages. */
import { redeliver, testWebhook } from '../../../src/app/delivery/send-by-hand';
import {
  continueDelivery,
  createDeliveries,
  deliveryMessage,
  sendDeliveries,
  sendNotices,
  unstoredDelivery,
} from '../../../src/app/transport/hand-over';
import type { Endpoint } from '../../../src/core/configuration/items';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { newDelivery } from '../../../src/core/delivery/owed-deliveries';
import { noticesOf } from '../../../src/core/notice/notices';
import { aRequest, hours, ORG } from '../../support/builders';
import { openedForEach } from '../../support/opened';
import { aDelivery, DENIED, HOOK, NOW, openStage, type Stage } from '../stage';

const stage = openedForEach(openStage);
const bodies = () => stage.messages.map(({ body }) => body);

describe('the messages of deliveries', () => {
  it('the message of a new delivery has all facts of it, so that its first attempt can store it', async () => {
    const delivery = newDelivery(DENIED, { type: 'request.denied', atMs: NOW }, HOOK);
    await sendDeliveries(stage.deps, [delivery]);
    const [{ body, groupId }] = stage.messages as [Stage['messages'][0]];
    expect([groupId, unstoredDelivery(body)]).toEqual([ORG, delivery]);
    expect(() => unstoredDelivery({ ...body, delivery_id: 'dlv_x' })).toThrow(
      `a message names dlv_x and owes ${delivery.id}`,
    );
    expect(unstoredDelivery(deliveryMessage(delivery).body)).toBeUndefined();
  });

  it('a delivery that is created again is sent again only while it is pending and was not attempted', async () => {
    const untried = [aDelivery(), aDelivery()];
    const others = [aDelivery({ attempts: 1 }), aDelivery({ state: 'failed' })];
    for (const each of [untried[1]!, ...others]) await stage.deps.deliveries.create(each);
    await createDeliveries(stage.deps, [...untried, ...others]);
    expect(bodies().map((body) => body.delivery_id)).toEqual(untried.map(({ id }) => id));
  });

  it('a delivery is continued once under its next generation, with its failures, its end and its reason', async () => {
    const delivery = aDelivery({ failures: 3 });
    await stage.owes(delivery);
    for (let n = 0; n < 2; n++) await continueDelivery(stage.deps, delivery, NOW);
    expect(bodies().map((body) => body.generation)).toEqual([2]);
    const { untilMs } = delivery;
    expect((await stage.read(delivery)).delivery).toMatchObject({
      trigger: 'first',
      untilMs,
      failures: 3,
      generation: 2,
    });
  });

  it('ten notices are in one message', async () => {
    const [notice] = noticesOf(aRequest());
    await sendNotices(stage.deps, DENIED, Array(21).fill(notice));
    const sizes = stage.notices.map(({ body, groupId }) => ['notices' in body ? body.notices.length : 0, groupId]);
    expect(sizes).toEqual([
      [10, ORG],
      [10, ORG],
      [1, ORG],
    ]);
  });
});

describe('deliveries that an admin starts', () => {
  it('a test event is about a request that does not exist, and is attempted once', async () => {
    const made = await testWebhook(stage.deps, ORG, HOOK, 'request.expired');
    if (!made.ok) throw new Error(made.error.reason);
    const requestId = expect.stringMatching(/^req_\d{24}$/);
    const expected = { test: true, trigger: 'test', untilMs: NOW, requestId, eventType: 'request.expired' };
    expect((await stage.read(made.value)).delivery).toMatchObject(expected);
    expect(bodies()).toEqual([{ org: ORG, delivery_id: made.value.id, generation: 1 }]);
  });

  it.each<[string, Partial<Endpoint> | null, string | null]>([
    ['does not exist', null, 'not_found'],
    ['was deleted', { deletedAtMs: 1 }, 'not_found'],
    ['is disabled', { enabled: false }, 'endpoint_disabled'],
    ['waits for its token', { enabled: false, sealedToken: 't' }, null],
  ])('a test event for an endpoint that %s is sent or refused (case %#)', async (_, endpoint, reason) => {
    if (endpoint !== null) await stage.endpoint(endpoint);
    const id = endpoint === null ? ('whe_gone' as typeof HOOK) : HOOK;
    const sent = await testWebhook(stage.deps, ORG, id, 'request.denied');
    expect([sent.ok ? null : sent.error.reason, stage.messages.length]).toEqual([reason, reason === null ? 1 : 0]);
  });

  it.each<[string, Partial<Delivery>, number]>([
    ['a failed event is sent again for 72 hours', { state: 'failed' }, NOW + hours(72)],
    ['the call of an integration only in its own window', { receiver: 'integration', untilMs: NOW + 77 }, NOW + 77],
  ])('%s', async (_, fields, untilMs) => {
    const delivery = aDelivery({ failures: 4, ...fields });
    await stage.owes(delivery);
    expect(await redeliver(stage.deps, ORG, delivery.id)).toMatchObject({ ok: true, value: { generation: 2 } });
    expect((await stage.read(delivery)).delivery).toMatchObject({ trigger: 'manual', untilMs, failures: 0 });
    expect(bodies()).toMatchObject([{ generation: 2 }]);
  });

  it.each<[string, Partial<Delivery> | null]>([
    ['not_found', null],
    ['call_ended', { receiver: 'integration', state: 'failed' }],
    ['busy', { heldUntilMs: NOW + 1 }],
  ])('a delivery is not sent again: %s', async (reason, fields) => {
    const delivery = aDelivery(fields ?? {});
    if (fields !== null) await stage.owes(delivery);
    expect(await redeliver(stage.deps, ORG, delivery.id)).toEqual({ ok: false, error: { reason } });
    expect(stage.messages).toEqual([]);
  });
});
