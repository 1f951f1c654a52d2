/** When a delivery that a recovery makes begins and ends, and which date its event keeps (operation recoverWebhook). */

import { deliveryId, eventId } from '../../src/protocol/identifiers';
import { GIVE_UP_AFTER_MS } from '../../src/service/delivery/rules/schedule';
import { recover } from '../../src/service/delivery/use-cases/send-by-hand';
import { at } from '../support/builders';
import { aDelivery, DENIED, HOOK, NOW, openStage } from '../support/stage';

const HOUR = 3_600_000;
/** After the window in which the event itself would have been retried. */
const LATE = NOW + GIVE_UP_AFTER_MS + HOUR;
const SPAN = { sinceMs: at('12:00'), untilMs: NOW, cursor: null };
const EVENT = eventId(DENIED.id, 'request.denied');
const ID = deliveryId(EVENT, HOOK);

describe('a delivery that a recovery', () => {
  it('makes is dated now, because with the date of its event it would look lost, and is retried for 72 hours from now', async () => {
    const stage = await openStage();
    stage.nowMs = LATE;
    expect(await recover(stage.deps, await stage.storedEndpoint(), SPAN)).toEqual({
      created: 1,
      resent: 0,
      cursor: null,
    });
    const { delivery } = await stage.read({ id: ID });
    expect(delivery).toMatchObject({
      ...{ eventId: EVENT, receiver: HOOK, trigger: 'recover', state: 'pending', failures: 0 },
      createdAtMs: LATE,
      untilMs: LATE + GIVE_UP_AFTER_MS,
      eventAtMs: at('12:29'),
    });
    expect(stage.messages.map(({ body }) => body)).toMatchObject([{ delivery_id: ID }]);
  });

  it('starts again is retried for 72 hours from now too, and keeps both its dates', async () => {
    const stage = await openStage();
    await stage.deps.deliveries.create(aDelivery({ id: ID, state: 'failed', reason: 'gave_up', failures: 9 }));
    const before = (await stage.read({ id: ID })).delivery;
    stage.nowMs = LATE;
    expect(await recover(stage.deps, await stage.storedEndpoint(), SPAN)).toEqual({
      created: 0,
      resent: 1,
      cursor: null,
    });
    expect((await stage.read({ id: ID })).delivery).toMatchObject({
      ...{ trigger: 'recover', state: 'pending', reason: null, failures: 0, generation: before.generation + 1 },
      untilMs: LATE + GIVE_UP_AFTER_MS,
      createdAtMs: before.createdAtMs,
      eventAtMs: at('12:29'),
    });
  });
});
