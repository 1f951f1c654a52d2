/** When an endpoint is noted as failing, and when it works again. */
import { attemptDelivery } from '../../../src/app/delivery/attempt-delivery';
import { judgeEndpoint } from '../../../src/app/delivery/judge-endpoint';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { ORG } from '../../support/builders';
import { openedForEach } from '../../support/opened';
import { aDelivery, answered, HOOK, NOW, openStage } from '../stage';

const MINUTE = 60_000;
const stage = openedForEach(openStage);

const entry = async () => (await stage.storedEndpoint()).journal.at(-1)?.entries.at(-1);
/** The turn that somebody's report made due now. */
async function judge(reported: 'failed' | 'succeeded' = 'failed'): Promise<void> {
  await stage.deps.health.report(ORG, HOOK, reported, NOW);
  await judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW });
}
/** Attempts of one delivery that were refused, a millisecond apart. */
async function refused(count: number, firstAtMs: number): Promise<void> {
  stage.outcome = answered(500);
  const delivery: Delivery = aDelivery({ createdAtMs: firstAtMs });
  await stage.owes(delivery);
  for (let n = 0; n < count; n++) {
    stage.nowMs = firstAtMs + n;
    const { delivery: stored } = await stage.read(delivery);
    const restarted =
      n === 0 ? stored : await stage.deps.deliveries.restart(stored, { ...stored, failures: 0 }, stage.nowMs);
    await attemptDelivery(stage.deps, { org: ORG, id: delivery.id, generation: restarted!.generation });
  }
  stage.nowMs = NOW;
}

it('an endpoint is failing after five refused attempts, the first of them five minutes ago', async () => {
  await refused(5, NOW - 5 * MINUTE);
  await judge();
  const since = NOW - 5 * MINUTE;
  expect((await stage.storedEndpoint()).failingSinceMs).toBe(since);
  expect(await entry()).toEqual({
    at: NOW,
    kind: 'endpoint.failing',
    subject: HOOK,
    actor: 'deliveries',
    data: { since, attempts: 5 },
  });
});

it.each<[string, number, number]>([
  ['four attempts', 4, NOW - 5 * MINUTE],
  ['less than five minutes', 5, NOW - 5 * MINUTE + 1],
])('an endpoint is not failing after %s', async (_, count, firstAtMs) => {
  await refused(count, firstAtMs);
  await judge();
  expect(await entry()).toBeUndefined();
});

it('a disabled endpoint is not noted as failing', async () => {
  await refused(5, NOW - 9 * MINUTE);
  await stage.endpoint({ enabled: false });
  await judge();
  expect(await entry()).toBeUndefined();
});

it('an endpoint that is failing works again after one success since then, and not after an earlier one', async () => {
  await stage.endpoint({ failingSinceMs: NOW });
  await judge('succeeded');
  expect((await stage.storedEndpoint()).failingSinceMs).toBe(NOW);
  await stage.endpoint({ failingSinceMs: NOW - 10 * MINUTE });
  await stage.deps.health.report(ORG, HOOK, 'succeeded', NOW + 1);
  await judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW + 1 });
  expect((await stage.storedEndpoint()).failingSinceMs).toBeNull();
  expect(await entry()).toMatchObject({ kind: 'endpoint.working', data: { failing_since: NOW - 10 * MINUTE } });
});

it('a turn is taken by one actor, comes back after 50 seconds if that actor stops, and ends with an endpoint that is gone', async () => {
  const taken = jest.spyOn(stage.deps.health, 'takeTurn');
  await stage.deps.health.report(ORG, HOOK, 'failed', NOW);
  const turns = [1, 2].map(() => judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW }));
  await Promise.all(turns);
  expect(taken.mock.calls[0]).toEqual([ORG, HOOK, { dueAtMs: NOW, nextMs: NOW + 50_000 }]);
  const answers = await Promise.all(taken.mock.results.map(({ value }) => value));
  expect(answers.filter((turn) => turn !== null)).toHaveLength(1);
  const gone = 'whe_gone' as typeof HOOK;
  await stage.deps.health.report(ORG, gone, 'failed', NOW);
  await judgeEndpoint(stage.deps, { org: ORG, id: gone, dueAtMs: NOW });
  expect(await stage.deps.health.takeTurn(ORG, gone, { dueAtMs: NOW + 50_000, nextMs: NOW + 1 })).toBeNull();
});
