import { type House, openHouse } from '../../support/house';
import { openReceiver, type Receiver } from '../../support/receiver';

const ENDPOINTS = 20;
const VERDICTS = 20;
/**
 * Only a few verdicts at a time, because one process makes all posts here and a post may take ten seconds of real time. The
 * tables are in memory: with the embedded database, a delivery takes five times as long.
 */
const WAVE = 2;
const EVENTS = ENDPOINTS * VERDICTS;

describe('the retry loop', () => {
  let house: House;
  let receiver: Receiver;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await house?.stop();
    await receiver?.close();
  });

  const decide = async (fields: object = {}) => {
    const { id } = (await house.propose(fields)).body.request;
    await house.api('op_bravo', 'POST', `/api/requests/${id}/refuse`);
  };

  it('hundreds of events that are accepted at the first attempt start no retry loop, and each is posted once', async () => {
    await Promise.all(
      Array.from({ length: ENDPOINTS }, () => house.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url })),
    );
    for (let decided = 0; decided < VERDICTS; decided += WAVE) {
      await Promise.all(Array.from({ length: WAVE }, () => decide()));
      // Answered when nothing is in progress any more.
      await house.messages('op_bravo');
    }
    const distinct = (header: string) => new Set(receiver.posts.map(({ headers }) => headers[header])).size;
    expect([receiver.posts.length, distinct('service-event-id'), distinct('service-delivery-id')]).toEqual([
      EVENTS,
      VERDICTS,
      EVENTS,
    ]);
    expect(house.running.loopStats()).toMatchObject({ started: 0, transitions: 0 });
  }, 90_000);

  it('a delivery whose first attempt failed starts one retry loop', async () => {
    const failing = await openReceiver();
    try {
      failing.answer(503);
      await decide({ callback_url: failing.url });
      await house.messages('op_bravo');
      expect(house.running.loopStats().started).toBe(1);
      failing.answer(200);
      await house.advance(5000);
      expect(failing.posts).toHaveLength(2);
      expect(house.running.loopStats().started).toBe(1);
    } finally {
      await failing.close();
    }
  });
});
