/** From which attempts an endpoint is judged (docs/decisions/failing-endpoint.md), over tables in memory. */
import { attemptDelivery } from '../../../src/app/delivery/attempt-delivery';
import { attemptsToJudge, watchEndpoint } from '../../../src/app/delivery/endpoint-health';
import { judgeEndpoint } from '../../../src/app/delivery/judge-endpoint';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { ORG } from '../../support/builders';
import { aDelivery, answered, HOOK, NOW, openStage, type Stage } from './stage';

const [SECOND, MINUTE] = [1000, 60_000];
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});

const endpoint = async () => (await stage.deps.config.endpoint(ORG, HOOK))!;
/** Deliveries that nobody has attempted, each a millisecond older than the one before. */
async function untried(count: number, fromAgeMs: number, fields: Partial<Delivery> = {}): Promise<void> {
  for (let n = 0; n < count; n++) await stage.owes(aDelivery({ createdAtMs: NOW - fromAgeMs - n, ...fields }));
}
/** A delivery that was created then and attempted at once, with these answers. */
async function attempted(ageMs: number, ...answers: readonly (number | Partial<Delivery>)[]): Promise<void> {
  const statuses = answers.filter((one) => typeof one === 'number');
  const fields = answers.find((one) => typeof one === 'object');
  const delivery = aDelivery({ createdAtMs: NOW - ageMs, ...fields });
  await stage.owes(delivery);
  for (const status of statuses) {
    const stored = (await stage.read(delivery)).delivery;
    stage.nowMs = Math.max(NOW - ageMs, stored.nextAttemptAtMs ?? 0);
    stage.outcome = answered(status);
    await attemptDelivery(stage.deps, { org: ORG, id: delivery.id, generation: stored.generation });
  }
  stage.nowMs = NOW;
}
/** How long ago the attempts began from which the endpoint is judged, oldest first. */
const judgedBy = async () => {
  const attempts = await attemptsToJudge(stage.deps, await endpoint(), NOW);
  return attempts.map(({ startedAtMs }) => NOW - startedAtMs).sort((one, other) => other - one);
};

it.each<[string, number, boolean]>([
  ['is six minutes old', 6 * MINUTE, false],
  ['is a millisecond younger than six minutes', 6 * MINUTE - 1, true],
  ['is older than five minutes, because an event also waits for its first attempt', 5 * MINUTE + SECOND, true],
])(
  'an endpoint is judged by the events before its newest 100 or not, where the oldest of these %s',
  async (_, ageMs, looksBack) => {
    await untried(99, 1);
    await untried(1, ageMs);
    await attempted(7 * MINUTE, 500);
    expect(await judgedBy()).toEqual(looksBack ? [7 * MINUTE] : []);
  },
);

it.each<[string, number, boolean]>([
  ['a millisecond less than five minutes ago', 5 * MINUTE - 1, false],
  ['exactly five minutes ago', 5 * MINUTE, true],
])('an endpoint is judged by older events, or not, where one was accepted %s', async (_, ageMs, looksBack) => {
  await untried(99, 1);
  await attempted(ageMs, 200);
  await attempted(7 * MINUTE, 500);
  expect(await judgedBy()).toEqual(looksBack ? [7 * MINUTE, ageMs] : [ageMs]);
});

it('an endpoint is judged by each attempt once, also where nothing older waits', async () => {
  await attempted(2 * MINUTE, 500, 500);
  await untried(99, 2 * MINUTE + 1);
  await untried(1, 7 * MINUTE);
  expect(await judgedBy()).toHaveLength(2);
});

it('an endpoint is judged by the first two events that wait, and not by those that nobody has attempted', async () => {
  await untried(100, 1);
  for (const minutes of [3, 4, 5]) await attempted(minutes * MINUTE, 500);
  await untried(100, 6 * MINUTE);
  expect(await judgedBy()).toEqual([5 * MINUTE, 4 * MINUTE]);
});

it('an endpoint is judged by the newest events that were attempted, whatever nobody has attempted since', async () => {
  await untried(20, 1);
  await attempted(8 * MINUTE, 500);
  await attempted(9 * MINUTE, 200);
  expect(await judgedBy()).toEqual([9 * MINUTE, 8 * MINUTE]);
});

it('an endpoint is judged by an event that it accepted at a retry, however old the event is', async () => {
  await untried(100, 1);
  await attempted(5 * MINUTE + 1, 200);
  await attempted(5 * MINUTE + 2, 500, 200);
  await untried(1, 7 * MINUTE);
  const attempts = await attemptsToJudge(stage.deps, await endpoint(), NOW);
  const accepted = attempts.filter(({ outcome }) => outcome === 'delivered').map(({ startedAtMs }) => startedAtMs);
  expect(accepted).toEqual([NOW - 5 * MINUTE - 1, expect.any(Number)]);
  expect(accepted[1]).toBeGreaterThan(NOW - 5 * MINUTE);
});

it('an endpoint is judged by no test event, however far back', async () => {
  await untried(99, 1);
  await untried(1, 6 * MINUTE - 1);
  await attempted(7 * MINUTE, 200, { test: true });
  await attempted(8 * MINUTE, 500);
  expect(await judgedBy()).toEqual([8 * MINUTE]);
});

it.each<[string, number, number[]]>([
  ['by the newest that it accepted', 200, [4 * MINUTE]],
  ['by one from six minutes ago, over those between', 0, [7 * MINUTE]],
])('an endpoint with 1,100 young events is judged %s', async (_, status, expected) => {
  await untried(450, 1);
  if (status > 0) await attempted(4 * MINUTE, status);
  await untried(650, 4 * MINUTE + 1);
  await attempted(7 * MINUTE, 500);
  expect(await judgedBy()).toEqual(expected);
});

it('an endpoint whose events are all young is judged by these, and nothing is read before the first of them', async () => {
  await untried(100, 1);
  const read = jest.spyOn(stage.deps.deliveries, 'ofEndpoint');
  expect(await judgedBy()).toEqual([]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('the health of an endpoint counts what waits, and neither what failed for good nor test events', async () => {
  await untried(2, 1);
  await untried(1, 10, { state: 'failed' });
  await untried(1, 20, { test: true });
  expect((await watchEndpoint(stage.deps, await endpoint())).health.waiting).toBe(2);
});

it('the health of an endpoint that was found failing goes back to then, beyond the attempts that are read', async () => {
  await attempted(MINUTE, 500);
  await stage.endpoint({ failingSinceMs: NOW - 3 * 60 * MINUTE });
  expect((await watchEndpoint(stage.deps, await endpoint())).health.failingSinceMs).toBe(NOW - 3 * 60 * MINUTE);
});

describe('the turn that judges an endpoint', () => {
  const judge = () => judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW });
  beforeEach(async () => {
    for (let n = 0; n < 5; n++) await attempted(5 * MINUTE + n, 500);
    await stage.deps.health.report(ORG, HOOK, 'failed', NOW);
  });

  it('a turn that fails comes back 50 seconds later', async () => {
    const { saveEndpoint } = stage.deps.config;
    stage.deps.config.saveEndpoint = () => Promise.reject(new Error('down'));
    await expect(judge()).rejects.toThrow('down');
    stage.deps.config.saveEndpoint = saveEndpoint;
    const later = NOW + 50 * SECOND;
    expect(await stage.deps.health.takeTurn(ORG, HOOK, { dueAtMs: later, nextMs: later + 1 })).not.toBeNull();
  });

  it('a turn that is late records nothing that another one has recorded meanwhile', async () => {
    const stale = await endpoint();
    await stage.endpoint({ failingSinceMs: NOW - MINUTE });
    const { endpoint: load } = stage.deps.config;
    let isFirst = true;
    stage.deps.config.endpoint = async (...all) => {
      const found = isFirst ? stale : load(...all);
      isFirst = false;
      return found;
    };
    await judge();
    const { failingSinceMs, revision, journal } = await endpoint();
    expect([failingSinceMs, revision, journal]).toEqual([NOW - MINUTE, 2, []]);
  });
});

describe('what an attempt reports', () => {
  it('an attempt is recorded before it is reported, so that the turn that it makes due can read it', async () => {
    const { report } = stage.deps.health;
    const known: number[] = [];
    stage.deps.health.report = async (...all) => {
      known.push((await stage.read(delivery)).attempts.length);
      return report(...all);
    };
    const delivery = aDelivery({ failures: 4, attempts: 4 });
    stage.outcome = answered(500);
    await attemptDelivery(stage.deps, await stage.owes(delivery));
    expect(known).toEqual([1]);
  });

  it('a success that only the report of an attempt shows counts, although no delivery that is read has it', async () => {
    for (let n = 0; n < 5; n++) await attempted(5 * MINUTE - n, 500);
    await stage.deps.health.report(ORG, HOOK, 'succeeded', NOW - 5 * MINUTE + 1);
    await judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW - 5 * MINUTE + 1 });
    expect((await endpoint()).failingSinceMs ?? null).toBeNull();
  });
});
