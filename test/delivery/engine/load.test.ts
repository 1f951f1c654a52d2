import Stripe from 'stripe';
import type { DeliveryMessage } from '../../../src/app/dispatch';
import { createDeliverHandler } from '../../../src/lambda/events/handlers';
import { Activity } from '../../../src/local/platform/activity';
import { createLocalQueue } from '../../../src/local/platform/queue';
import { RunnerClock } from '../../../src/local/platform/runner-clock';
import { type House, openHouse } from '../../support/house';
import { openReceiver, type Receiver } from '../../support/receiver';

describe('events in numbers', () => {
  let house: House;
  let receiver: Receiver;
  beforeAll(async () => {
    house = await openHouse();
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await house?.stop();
    await receiver.close();
  });

  it('start no execution when a thousand are all taken at the first try, each once', async () => {
    const endpoints = await Promise.all(
      Array.from({ length: 20 }, () => house.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url })),
    );
    const proposed = await Promise.all(Array.from({ length: 50 }, () => house.propose()));
    const refuse = (id: string) => house.api('op_bravo', 'POST', `/api/requests/${id}/refuse`);
    await Promise.all(proposed.map(({ body }) => refuse(body.request.id)));
    for (let waits = 0; waits < 30 && receiver.posts.length < 1000; waits++) await house.messages('op_bravo');
    const distinct = (header: string) => new Set(receiver.posts.map(({ headers }) => headers[header])).size;
    expect([receiver.posts.length, distinct('service-event-id'), distinct('service-delivery-id')]).toEqual([
      1000, 50, 1000,
    ]);
    expect(house.running.loopStats()).toMatchObject({ started: 0, transitions: 0 });
    await Promise.all(
      endpoints.map(({ body }) => house.api('op_alpha', 'DELETE', `/api/webhooks/${body.endpoint.id}`)),
    );
  }, 90_000);

  it('are verified by the unmodified library of a payment company, two signatures included', async () => {
    const own = await openReceiver();
    try {
      const added = await house.api('op_alpha', 'POST', '/api/webhooks', { url: own.url });
      const { endpoint, secret } = added.body;
      const deny = async () => {
        const proposed = await house.propose();
        await house.api('op_bravo', 'POST', `/api/requests/${proposed.body.request.id}/refuse`);
        await house.messages('op_bravo');
        return own.posts.at(-1)!;
      };
      const verify = (post: { body: string; headers: object }, key: string) =>
        Stripe.webhooks.constructEvent(post.body, (post.headers as Record<string, string>)['service-signature']!, key);
      const first = await deny();
      expect(verify(first, secret)).toMatchObject({ type: 'request.denied' });
      expect(() => verify({ ...first, body: `${first.body} ` }, secret)).toThrow();

      const rotated = await house.api('op_alpha', 'POST', `/api/webhooks/${endpoint.id}/rotate`, {
        overlap_seconds: 3600,
      });
      const both = await deny();
      expect(String(both.headers['service-signature']).match(/v1=/g)).toHaveLength(2);
      expect(verify(both, secret).id).toBe(verify(both, rotated.body.secret).id);
      await house.advance(3600_000);
      const after = await deny();
      expect(String(after.headers['service-signature']).match(/v1=/g)).toHaveLength(1);
    } finally {
      await own.close();
    }
  });

  it('of one organization, a thousand to a receiver that hangs, do not hold up another’s first try', async () => {
    const clock = new RunnerClock();
    const activity = new Activity();
    const tried: string[] = [];
    let answer = (_: null) => {};
    const hangs = new Promise<null>((resolve) => {
      answer = resolve;
    });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    // The deployed consumer, over a store in which only the receivers' speed matters.
    const deliveries = {
      takeTry: async ({ org }: { org: string }) => {
        tried.push(org);
        return org === 'org_slow' ? hangs : null;
      },
      load: async () => null,
    };
    const handler = createDeliverHandler({ clock, log, deliveries } as unknown as Parameters<
      typeof createDeliverHandler
    >[0]);
    const queue = createLocalQueue<DeliveryMessage>({
      name: 'events',
      clock,
      activity,
      visibilityTimeoutMs: 180_000,
      maxReceiveCount: 5,
      batchSize: 10,
      maxConcurrency: 10,
      handler,
    });
    const message = (org: string, n: number) => ({
      body: { org, delivery_id: `dlv_${n}`, generation: 1 },
      groupId: org,
    });
    await queue.send(Array.from({ length: 1000 }, (_, n) => message('org_slow', n)));
    const started = performance.now();
    await queue.send([message('org_quick', 1)]);
    while (!tried.includes('org_quick')) {
      if (performance.now() - started > 3000) throw new Error('the other organization waits behind the first');
      await new Promise((resolve) => setImmediate(resolve));
    }
    answer(null);
    await queue.stop();
    clock.stop();
  });
});
