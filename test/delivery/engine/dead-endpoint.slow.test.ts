/** An endpoint that accepts nothing for hours: people are told once, and each of its events keeps its schedule. */
import { watchEndpoints } from '../../../src/app/delivery/endpoint-health';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { ORG } from '../../support/builders';
import { openDeliveryWorld } from '../../support/delivery-world';
import { runs } from '../../support/runs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Each is attempted 76 times in 72 hours. */
const EVENTS = runs('EVENTS', 20);
type World = Awaited<ReturnType<typeof openDeliveryWorld>>;

const statesOf = async (world: World, all: readonly Delivery[]) =>
  new Set((await Promise.all(all.map((one) => world.load(one)))).map(({ state }) => state));

describe('an endpoint that accepts nothing', () => {
  describe('an endpoint with many events', () => {
    const PER_MINUTE = 40;
    const busy = async (minutes: number) => {
      const world = await openDeliveryWorld();
      await world.fire(minutes * PER_MINUTE, { spreadOverMs: minutes * MINUTE });
      return world;
    };

    test('an endpoint with many events is failing since its first refusal, within a minute', async () => {
      const world = await busy(10);
      await world.pass(8 * MINUTE);
      expect(world.found()).toEqual(['endpoint.failing']);
      const { failingSinceMs } = await world.endpoint();
      expect(Math.abs(failingSinceMs! - Date.UTC(2026, 0, 1, 12))).toBeLessThan(MINUTE);
      const [watched] = await watchEndpoints(world.deps, ORG);
      expect(watched!.health).toMatchObject({ health: 'failing', failingSinceMs });
    });

    test('an endpoint is not failing if it accepts some events in each five minutes', async () => {
      const world = await busy(20);
      for (let turn = 0; turn < 5; turn++) {
        world.answers.status = 200;
        await world.pass(3000);
        world.answers.status = 503;
        await world.pass(4 * MINUTE - 3000);
      }
      expect(world.found()).toEqual([]);
    });
  });
});

describe('many events for an endpoint that accepts nothing for 72 hours', () => {
  const WINDOW = 72 * HOUR;
  let world: World;
  let all: Delivery[];
  beforeAll(async () => {
    world = await openDeliveryWorld();
    all = await world.fire(EVENTS);
    for (let minute = 0; minute < (WINDOW + 5 * MINUTE) / MINUTE; minute++) await world.pass(MINUTE);
  }, 120_000);

  test('many failing events each wait at most an hour between two attempts, and fail at 72 hours', async () => {
    const last = new Map(all.map((one) => [one.id, 0]));
    const planned = world.made.filter(({ nextAtMs }) => nextAtMs !== null);
    const waits = planned.map(({ endedAtMs, nextAtMs }) => (nextAtMs! - endedAtMs) / 1000);
    for (const { id, endedAtMs } of world.made) last.set(id, Math.max(last.get(id)!, endedAtMs));
    expect(Math.max(...waits)).toBeLessThanOrEqual(3600);
    const ends = all.map(({ id, untilMs }) => last.get(id)! - untilMs);
    // A loop waits for whole seconds, and the clock here moves by them.
    expect([Math.min(...ends) >= 0, Math.max(...ends) <= 1000]).toEqual([true, true]);
    expect(await statesOf(world, all)).toEqual(new Set(['failed']));
    console.log(`${EVENTS} events, ${world.made.length} attempts, longest wait ${Math.max(...waits)} s`);
  });

  test('the attempts of many failing events are made when they were planned, by a loop that never has to be started again', () => {
    const plannedFor = new Map<string, number>();
    const late = world.made.map(({ id, endedAtMs, nextAtMs }) => {
      const expected = plannedFor.get(id) ?? endedAtMs;
      if (nextAtMs !== null) plannedFor.set(id, nextAtMs);
      return endedAtMs - expected;
    });
    expect(Math.max(...late)).toBeLessThanOrEqual(1000);
    expect(world.counts.loops).toBe(EVENTS);
  });

  test('admins are told once of an endpoint that fails many events', () => {
    expect(world.found()).toEqual(['endpoint.failing']);
  });
});

describe('an endpoint that is back after hours', () => {
  test('an endpoint that works again after hours gets everything within an hour, each event once', async () => {
    const world = await openDeliveryWorld();
    const all = await world.fire(EVENTS);
    await world.pass(6 * HOUR);
    world.answers.status = 200;
    await world.pass(HOUR + MINUTE);
    expect(await statesOf(world, all)).toEqual(new Set(['delivered']));
    expect(world.counts.arrived).toBe(all.length);
    expect(world.found()).toEqual(['endpoint.failing', 'endpoint.working']);
  });
});
