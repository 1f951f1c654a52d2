/** From which attempts an endpoint is judged (docs/decisions/failing-endpoint.md), over tables in memory. */

import { DELIVERIES } from '../../src/protocol/actor';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { attemptDelivery } from '../../src/service/delivery/use-cases/attempt-delivery';
import { attemptsToJudge, watchEndpoint, watchEndpoints } from '../../src/service/delivery/use-cases/endpoint-health';
import { judgeEndpoint } from '../../src/service/delivery/use-cases/judge-endpoint';
import { ORG } from '../support/builders';
import { openedForEach } from '../support/opened';
import { aDelivery, answered, HOOK, NOW, openStage } from '../support/stage';

const [SECOND, MINUTE] = [1000, 60_000];
const stage = openedForEach(openStage);

/** Deliveries that nobody has attempted, each a millisecond older than the one before. */
async function untried(count: number, fromAgeMs: number, fields: Partial<Delivery> = {}): Promise<void> {
  for (let n = 0; n < count; n++) await stage.owes(aDelivery({ createdAtMs: NOW - fromAgeMs - n, ...fields }));
}
/** How long ago the attempts began from which the endpoint is judged, oldest first. */
const judgedBy = async () => {
  const attempts = await attemptsToJudge(stage.deps, await stage.storedEndpoint(), NOW);
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
    await stage.attempted(7 * MINUTE, [500]);
    expect(await judgedBy()).toEqual(looksBack ? [7 * MINUTE] : []);
  },
);

it.each<[string, number, boolean]>([
  ['a millisecond less than five minutes ago', 5 * MINUTE - 1, false],
  ['exactly five minutes ago', 5 * MINUTE, true],
])('an endpoint is judged by older events, or not, where one was accepted %s', async (_, ageMs, looksBack) => {
  await untried(99, 1);
  await stage.attempted(ageMs, [200]);
  await stage.attempted(7 * MINUTE, [500]);
  expect(await judgedBy()).toEqual(looksBack ? [7 * MINUTE, ageMs] : [ageMs]);
});

it('an endpoint is judged by each attempt once, also where nothing older waits', async () => {
  await stage.attempted(2 * MINUTE, [500, 500]);
  await untried(99, 2 * MINUTE + 1);
  await untried(1, 7 * MINUTE);
  expect(await judgedBy()).toHaveLength(2);
});

it('an endpoint is judged by the first two events that wait, and not by those that nobody has attempted', async () => {
  await untried(100, 1);
  for (const minutes of [3, 4, 5]) await stage.attempted(minutes * MINUTE, [500]);
  await untried(100, 6 * MINUTE);
  expect(await judgedBy()).toEqual([5 * MINUTE, 4 * MINUTE]);
});

it('an endpoint is judged by the newest events that were attempted, whatever nobody has attempted since', async () => {
  await untried(20, 1);
  await stage.attempted(8 * MINUTE, [500]);
  await stage.attempted(9 * MINUTE, [200]);
  expect(await judgedBy()).toEqual([9 * MINUTE, 8 * MINUTE]);
});

it('an endpoint is judged by an event that it accepted at a retry, however old the event is', async () => {
  await untried(100, 1);
  await stage.attempted(5 * MINUTE + 1, [200]);
  await stage.attempted(5 * MINUTE + 2, [500, 200]);
  await untried(1, 7 * MINUTE);
  const attempts = await attemptsToJudge(stage.deps, await stage.storedEndpoint(), NOW);
  const accepted = attempts.filter(({ outcome }) => outcome === 'delivered').map(({ startedAtMs }) => startedAtMs);
  expect(accepted).toEqual([NOW - 5 * MINUTE - 1, expect.any(Number)]);
  expect(accepted[1]).toBeGreaterThan(NOW - 5 * MINUTE);
});

it('an endpoint is judged by no test event, however far back', async () => {
  await untried(99, 1);
  await untried(1, 6 * MINUTE - 1);
  await stage.attempted(7 * MINUTE, [200], { test: true });
  await stage.attempted(8 * MINUTE, [500]);
  expect(await judgedBy()).toEqual([8 * MINUTE]);
});

it.each<[string, number, number[]]>([
  ['by the newest that it accepted', 200, [4 * MINUTE]],
  ['by one from six minutes ago, over those between', 0, [7 * MINUTE]],
])('an endpoint with 1,100 young events is judged %s', async (_, status, expected) => {
  await untried(450, 1);
  if (status > 0) await stage.attempted(4 * MINUTE, [status]);
  await untried(650, 4 * MINUTE + 1);
  await stage.attempted(7 * MINUTE, [500]);
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
  expect((await watchEndpoint(stage.deps, await stage.storedEndpoint())).health.waiting).toBe(2);
});

it('the health of an endpoint that was found failing goes back to then, beyond the attempts that are read', async () => {
  await stage.attempted(MINUTE, [500]);
  await stage.endpoint({ failingSinceMs: NOW - 3 * 60 * MINUTE });
  expect((await watchEndpoint(stage.deps, await stage.storedEndpoint())).health.failingSinceMs).toBe(
    NOW - 3 * 60 * MINUTE,
  );
});

describe('the turn that judges an endpoint', () => {
  const judge = () => judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW });
  beforeEach(async () => {
    for (let n = 0; n < 5; n++) await stage.attempted(5 * MINUTE + n, [500]);
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
    const stale = await stage.storedEndpoint();
    await stage.endpoint({ failingSinceMs: NOW - MINUTE });
    const { endpoint: load } = stage.deps.config;
    let isFirst = true;
    stage.deps.config.endpoint = async (...all) => {
      const found = isFirst ? stale : load(...all);
      isFirst = false;
      return found;
    };
    await judge();
    const { failingSinceMs, revision, journal } = await stage.storedEndpoint();
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
    for (let n = 0; n < 5; n++) await stage.attempted(5 * MINUTE - n, [500]);
    await stage.deps.health.report(ORG, HOOK, 'succeeded', NOW - 5 * MINUTE + 1);
    await judgeEndpoint(stage.deps, { org: ORG, id: HOOK, dueAtMs: NOW - 5 * MINUTE + 1 });
    expect((await stage.storedEndpoint()).failingSinceMs ?? null).toBeNull();
  });
});

describe('what is read of an endpoint', () => {
  it('the health of an endpoint is read from the newest attempts and from the oldest deliveries that wait, without test events', async () => {
    for (let n = 1; n <= 4; n++) await stage.attempted(20 * MINUTE + n, [500]);
    for (let n = 1; n <= 7; n++) await stage.attempted(10 * MINUTE + n, [200]);
    await stage.owes(aDelivery({ createdAtMs: NOW - 2 }));
    await stage.attempted(1, [500], { test: true });
    const { deliveries, attempts, health } = await watchEndpoint(stage.deps, await stage.storedEndpoint());
    expect([deliveries.length, health.waiting]).toEqual([12, 5]);
    expect(attempts.map(({ startedAtMs }) => NOW - startedAtMs).sort((a, b) => a - b)).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => 10 * MINUTE + n),
      ...[3, 4].map((n) => 20 * MINUTE + n),
    ]);
  });

  it('a delivery that is both new and waiting counts once, and a deleted endpoint is not read', async () => {
    for (let n = 1; n <= 3; n++) await stage.attempted(n, [500]);
    const [watched] = await watchEndpoints(stage.deps, ORG);
    expect(watched!.attempts).toHaveLength(3);
    await stage.endpoint({ deletedAtMs: 1 });
    expect(await watchEndpoints(stage.deps, ORG)).toEqual([]);
  });

  it('an endpoint is judged by an event that it accepted within five minutes, however many failed since', async () => {
    await stage.attempted(4 * MINUTE, [200]);
    for (let n = 0; n < 110; n++) await stage.attempted(n * 100, [500]);
    const found = await attemptsToJudge(stage.deps, await stage.storedEndpoint(), NOW);
    expect(found.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(1);
  });

  it('an endpoint with very many events is judged by at most eleven pages, the last one from six minutes ago', async () => {
    const spans: (number | undefined)[] = [];
    const { ofEndpoint } = stage.deps.deliveries;
    // More deliveries than this test can store: each page is full and covers ten seconds.
    stage.deps.deliveries.ofEndpoint = async (org, id, query) => {
      spans.push(query.created === undefined ? undefined : NOW - query.created.untilMs);
      const newestMs = query.created?.untilMs ?? NOW;
      const items = Array.from({ length: 100 }, (_, n) => aDelivery({ createdAtMs: newestMs - 100 * n, attempts: 3 }));
      return { ...(await ofEndpoint(org, id, query)), items };
    };
    await attemptsToJudge(stage.deps, await stage.storedEndpoint(), NOW);
    expect([spans.length, spans.at(-1)]).toEqual([11, 6 * MINUTE]);
  });
});

/** When an endpoint is noted as failing, and when it works again. */
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
    ...DELIVERIES,
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
  const data = { failing_since: NOW - 10 * MINUTE };
  expect(await entry()).toEqual({ at: NOW, kind: 'endpoint.working', subject: HOOK, ...DELIVERIES, data });
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
