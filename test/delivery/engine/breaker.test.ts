/** What an endpoint costs that accepts nothing, and how its events reach it when it is back (docs/decisions/endpoint-breaker.md). */
import { watchEndpoints } from '../../../src/app/delivery/endpoint-health';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { ORG } from '../../support/builders';
import { openDeliveryWorld } from '../../support/delivery-world';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 5 s, 10 s, … 2560 s: the first attempt and ten retries. */
const SHORT_STEPS = 11;
type World = Awaited<ReturnType<typeof openDeliveryWorld>>;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const statesOf = async (world: World, all: readonly Delivery[]) =>
  (await Promise.all(all.map((one) => world.load(one)))).map(({ state }) => state);

describe('an endpoint that accepts nothing', () => {
  test('is failing after five minutes and five attempts, and not before; its first success ends that', async () => {
    const world = await openDeliveryWorld({ breaker: true });
    await world.fire(1);
    await world.pass(4 * MINUTE);
    expect(world.found).toEqual([]);
    await world.pass(10 * MINUTE);
    const failing = await world.endpoint();
    expect(world.found).toEqual(['endpoint.failing']);
    expect(failing.failingSinceMs).toBe(Date.UTC(2026, 0, 1, 12, 0, 2));
    world.answers.status = 200;
    await world.fire(1);
    await world.pass(3 * MINUTE);
    expect(world.found).toEqual(['endpoint.failing', 'endpoint.working']);
    expect((await world.endpoint()).failingSinceMs).toBeNull();
  });

  describe('however many events it gets', () => {
    const PER_MINUTE = 40;
    const busy = async (minutes: number) => {
      const world = await openDeliveryWorld({ breaker: true });
      await world.fire(minutes * PER_MINUTE, { spreadOverMs: minutes * MINUTE });
      return world;
    };

    test('is failing since its first refusal, give or take a minute, and its breaker opens', async () => {
      const world = await busy(10);
      await world.pass(8 * MINUTE);
      expect(world.found).toEqual(['endpoint.failing']);
      const { failingSinceMs } = await world.endpoint();
      expect(Math.abs(failingSinceMs! - Date.UTC(2026, 0, 1, 12))).toBeLessThan(MINUTE);
      const [watched] = await watchEndpoints(world.deps as never, ORG);
      expect(watched!.health).toMatchObject({ health: 'failing', failingSinceMs });
      await world.pass(3 * HOUR);
      expect(world.found).toEqual(['endpoint.failing', 'endpoint.breaker_opened']);
    });

    test('is not failing if it accepts some in each five minutes', async () => {
      const world = await busy(20);
      for (let turn = 0; turn < 5; turn++) {
        world.answers.status = 200;
        await world.pass(3000);
        world.answers.status = 503;
        await world.pass(4 * MINUTE - 3000);
      }
      expect(world.found).toEqual([]);
    });
  });

  test('that refuses some events and accepts others is not failing', async () => {
    const world = await openDeliveryWorld({ breaker: true });
    await world.fire(1);
    for (let minute = 0; minute < 60; minute++) {
      world.answers.status = 200;
      await world.fire(1);
      await world.pass(5000);
      world.answers.status = 503;
      await world.pass(55_000);
    }
    expect(world.found).toEqual([]);
  });
});

describe('the breaker', () => {
  test('leaves a hundred deliveries their hourly attempts, and people are told of the endpoint once', async () => {
    const world = await openDeliveryWorld({ breaker: true });
    await world.fire(100);
    await world.pass(4 * HOUR);
    expect(sum(await world.pass(HOUR))).toBeGreaterThanOrEqual(100);
    expect(world.found).toEqual(['endpoint.failing']);
  });

  test('takes nothing from the window: a last attempt of each is made when it ends, and is the delivery’s failure', async () => {
    const world = await openDeliveryWorld({ breaker: true });
    const all = await world.fire(101, { windowMs: 7 * HOUR });
    await world.pass(7 * HOUR - MINUTE);
    expect(new Set(await statesOf(world, all))).toEqual(new Set(['pending']));
    expect(sum(await world.pass(5 * MINUTE))).toBeGreaterThanOrEqual(101);
    expect(new Set(await statesOf(world, all))).toEqual(new Set(['failed']));
  });

  describe('of an endpoint with more than a hundred', () => {
    const COUNT = 170;
    let world: World;
    let all: Delivery[];
    beforeAll(async () => {
      world = await openDeliveryWorld({ breaker: true });
      all = await world.fire(COUNT);
    });

    test('never holds a first attempt or a short step, and of the hourly ones lets one through each minute', async () => {
      await world.pass(2 * HOUR);
      expect(world.counts.posts).toBeGreaterThanOrEqual(COUNT * SHORT_STEPS);
      await world.pass(2 * HOUR);
      expect(world.found).toEqual(['endpoint.failing', 'endpoint.breaker_opened']);
      all.push(...(await world.fire(1)));
      await world.pass(HOUR + 40 * MINUTE);
      expect(await world.load(all.at(-1)!)).toMatchObject({ failures: SHORT_STEPS, parked: true });
      const hour = await world.pass(HOUR);
      expect([Math.max(...hour), sum(hour) > 50]).toEqual([1, true]);
    });

    test('leaves a callback URL alone: it gets every hourly attempt', async () => {
      const [called] = await world.fire(1, { receiver: 'callback', windowMs: 4 * HOUR });
      await world.pass(5 * HOUR);
      expect((await world.load(called!)).attempts).toBeGreaterThanOrEqual(SHORT_STEPS + 2);
    });

    test('lets go of more each minute once one arrives, and of few again while the endpoint refuses', async () => {
      world.answers.status = 200;
      const minutes = await world.pass(4 * MINUTE);
      expect(minutes).toEqual([1, 10, 20, 40]);
      world.answers.status = 503;
      await world.pass(2 * MINUTE);
      expect(Math.max(...(await world.pass(3 * MINUTE)))).toBeLessThanOrEqual(10);
    });

    test('closes when each has arrived, exactly once', async () => {
      world.answers.status = 200;
      await world.pass(HOUR + 15 * MINUTE);
      expect(new Set(await statesOf(world, all))).toEqual(new Set(['delivered']));
      expect(world.counts.arrived).toBe(all.length);
      expect(world.found.at(-1)).toBe('endpoint.breaker_closed');
      const { turns } = world.counts;
      await world.pass(HOUR);
      expect(world.counts.turns - turns).toBeLessThan(10);
    });
  });

  test('lets the deliveries of an endpoint that was disabled fail at their next attempt', async () => {
    const world = await openDeliveryWorld({ breaker: true });
    const all = await world.fire(101);
    await world.pass(4 * HOUR);
    const endpoint = await world.endpoint();
    await world.deps.config.saveEndpoint({ ...endpoint, enabled: false, revision: endpoint.revision + 1 });
    const { posts } = world.counts;
    await world.pass(HOUR + 10 * MINUTE);
    expect(world.counts.posts).toBe(posts);
    expect(new Set(await statesOf(world, all))).toEqual(new Set(['failed']));
  });
});
