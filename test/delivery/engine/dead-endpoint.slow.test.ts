/** An endpoint that accepts nothing for hours: people are told once, and each of its events keeps its schedule. */
import { type House, openHouse } from '../../support/house';
import { openedForEach } from '../../support/opened';
import { openReceiver } from '../../support/receiver';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVENTS = 20;

const receiver = openedForEach(openReceiver);
/** With one endpoint, at the receiver. */
const house = openedForEach(async () => {
  const opened: House = await openHouse({ memory: true });
  await opened.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url });
  receiver.answer(503);
  return opened;
});

const fire = async (count = EVENTS) => {
  for (let n = 0; n < count; n++) await house.denied();
};
/** Moves the clock by steps of this length, so that each retry is made soon after it was planned. */
const pass = async (ms: number, stepMs: number) => {
  for (let passed = 0; passed < ms; passed += stepMs) await house.advance(stepMs);
};
const states = async () => {
  const [{ id }] = (await house.api('op_alpha', 'GET', '/api/webhooks')).body.endpoints;
  const { deliveries } = (await house.api('op_alpha', 'GET', `/api/webhooks/${id}/deliveries?limit=100`)).body;
  return deliveries.map(({ state }: { readonly state: string }) => state);
};
/** What was found about the endpoint, in order. */
const entries = async () => {
  await house.messages('op_alpha');
  const lines = String((await house.api('op_alpha', 'GET', '/api/audit/export')).body)
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ kind }) => /^endpoint\.(failing|working)$/.test(kind));
};
const found = async () => (await entries()).map(({ kind }) => kind);

describe('an endpoint that accepts nothing', () => {
  it('an endpoint with many events is failing since its first refusal, five minutes later and within a minute', async () => {
    const begun = await house.advance(0);
    for (let n = 0; n < 9; n++) {
      await fire(4);
      await pass(MINUTE / 2, MINUTE / 2);
    }
    expect(await found()).toEqual([]);
    await pass(MINUTE, MINUTE / 2);
    const [failing] = await entries();
    expect(failing.data.since - begun).toBeLessThan(MINUTE / 2);
    expect(failing.at - failing.data.since).toBeLessThanOrEqual(6 * MINUTE);
  });

  it('an endpoint is not failing if it accepts some events in each five minutes', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await fire(5);
      receiver.answer(200);
      await fire(1);
      receiver.answer(503);
      await pass(4 * MINUTE, MINUTE / 2);
    }
    expect(await found()).toEqual([]);
  });

  it('every event is tried for 72 hours by one retry loop that ends after ten attempts, then at least once an hour, and admins are told once', async () => {
    await fire();
    // Until its first retries have failed, it has not failed for five minutes.
    await pass(10 * MINUTE, MINUTE / 2);
    expect(await found()).toEqual(['endpoint.failing']);
    await pass(70 * HOUR, 10 * MINUTE);
    expect(new Set(await states())).toEqual(new Set(['pending']));
    expect(receiver.posts.length).toBeGreaterThan(EVENTS * 70);
    await pass(2 * HOUR, 10 * MINUTE);
    expect(new Set(await states())).toEqual(new Set(['failed']));
    expect(await found()).toEqual(['endpoint.failing']);
    // Ten attempts, each with a wait, a task and a choice; then the end. The hourly attempts take none.
    expect(house.running.loopStats()).toMatchObject({ started: EVENTS, transitions: EVENTS * 31 });
  });

  it('an endpoint that works again after hours gets everything within an hour, each event once', async () => {
    await fire();
    await pass(6 * HOUR, 10 * MINUTE);
    const before = receiver.posts.length;
    receiver.answer(200);
    await pass(HOUR + MINUTE, 10 * MINUTE);
    expect(await states()).toEqual(Array.from({ length: EVENTS }, () => 'delivered'));
    expect(receiver.posts.length - before).toBe(EVENTS);
    expect(await found()).toEqual(['endpoint.failing', 'endpoint.working']);
  });
});
