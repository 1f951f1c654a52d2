import type { EventType } from '../../src/protocol/event-types';
import { type DeliveryId, deliveryId, type EndpointId, eventId, type OrgId } from '../../src/protocol/identifiers';
import type { Delivery, Receiver } from '../../src/service/delivery/rules/delivery';
import { HOLD_SHARDS, HOLDS_PER_ORGANIZATION, HOLDS_PER_SHARD } from '../../src/service/delivery/rules/hold-limits';
import { type Hold, holdShardOf, withHold, withoutHold } from '../../src/service/delivery/rules/holds';
import { honoredRetryAfter, judgeAttempt } from '../../src/service/delivery/rules/judge-attempt';
import { owedEvents, selectRecovery } from '../../src/service/delivery/rules/owed-deliveries';
import { anEndpoint as anEndpointOf } from '../store/conformance/config-items';
import { aRequest, at, claimedWith, ORG, REQUEST_ID, refusedBy, reportedWith, turnedBy } from '../support/builders';

const ENDPOINT = 'whe_000000000000000000000001' as EndpointId;
const WHOLE_DAY = { sinceMs: at('00:00'), untilMs: at('23:59') };

/** Created after all events, so a recovery finds only what is in its time span. */
const anEndpoint = (types: readonly EventType[] | null = null) =>
  anEndpointOf(ORG, { id: ENDPOINT, types, enabledSinceMs: at('23:00') });

const denied = aRequest({}, refusedBy('op_bravo', '12:05'));
const executed = aRequest(
  { quorum: 1, executeWithinSeconds: 3600 },
  turnedBy('op_alpha', '12:10'),
  claimedWith('a', '12:20'),
  reportedWith('a', '12:30'),
);

describe('the events an endpoint should have been posted', () => {
  it('recovery finds the events of the time span, both ends included, by when they were fired', () => {
    const typesIn = (since: string, until: string) =>
      owedEvents(anEndpoint(), [executed], { sinceMs: at(since), untilMs: at(until) }).map(({ event }) => event.type);
    expect(typesIn('12:00', '13:00')).toEqual(['request.authorized', 'request.executed']);
    expect(typesIn('12:11', '12:30')).toEqual(['request.executed']);
    expect(typesIn('12:10', '12:10')).toEqual(['request.authorized']);
    expect(typesIn('12:31', '13:00')).toEqual([]);
  });

  it('recovery finds the events of the types that the endpoint takes, whether or not it was enabled then', () => {
    const owed = owedEvents(anEndpoint(['request.denied']), [denied, executed], WHOLE_DAY);
    expect(owed.map(({ event }) => event.type)).toEqual(['request.denied']);
  });

  it('recovered events have the same ids as every earlier post of them', () => {
    const [owed] = owedEvents(anEndpoint(), [denied], WHOLE_DAY);
    const id = eventId(REQUEST_ID, 'request.denied');
    expect(owed).toMatchObject({ eventId: id, deliveryId: deliveryId(id, ENDPOINT) });
  });
});

describe('a recovery', () => {
  const owed = owedEvents(anEndpoint(), [executed], WHOLE_DAY);
  const [authorizedId, executedId] = owed.map((event) => event.deliveryId) as [DeliveryId, DeliveryId];
  const known = (...deliveries: [DeliveryId, Delivery['state']][]) =>
    new Map(deliveries.map(([id, state]) => [id, { id, state } as Delivery]));

  it('a recovery creates what was never sent and restarts what failed for good', () => {
    const { create, restart } = selectRecovery(owed, known([authorizedId, 'failed']));
    expect(create.map((event) => event.deliveryId)).toEqual([executedId]);
    expect(restart.map(({ id }) => id)).toEqual([authorizedId]);
  });

  it('a recovery does not change what has arrived and what is still being retried', () => {
    const { create, restart } = selectRecovery(owed, known([authorizedId, 'delivered'], [executedId, 'pending']));
    expect([create, restart]).toEqual([[], []]);
  });
});

const answered = (receiver: Receiver, status: number) => judgeAttempt(receiver, { kind: 'answered', status });
const RECEIVERS: Receiver[] = ['callback', 'whe_000000000000000000000001' as Receiver, 'integration'];

describe.each(RECEIVERS)('an attempt to deliver to %s', (receiver) => {
  it.each([200, 201, 202, 204, 299])(`the answer %d delivers to ${receiver}`, (status) => {
    expect(answered(receiver, status)).toEqual({
      kind: 'delivered',
      result: { status, outcome: 'delivered', error: null },
      reason: null,
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 599])(
    `an attempt at ${receiver} is repeated after the answer %d`,
    (status) => {
      expect(answered(receiver, status)).toMatchObject({
        kind: 'retry',
        result: { status, outcome: 'refused' },
        reason: null,
      });
    },
  );

  it.each(['unreachable', 'timed_out'] as const)(`an attempt at ${receiver} that was %s is repeated`, (kind) => {
    expect(judgeAttempt(receiver, { kind, error: 'ECONNRESET' })).toEqual({
      kind: 'retry',
      result: { status: null, outcome: kind, error: 'ECONNRESET' },
      reason: null,
    });
  });

  it(`an attempt at ${receiver} fails for good if its address is refused`, () => {
    expect(judgeAttempt(receiver, { kind: 'refused_address', reason: 'private address' })).toEqual({
      kind: 'failed',
      result: { status: null, outcome: 'refused_address', error: 'private address' },
      reason: 'refused_address',
    });
  });
});

describe.each([199, 300, 301, 302, 304, 307, 400, 401, 404, 409, 410, 422])('an answer of %d', (status) => {
  it.each(RECEIVERS.slice(0, 2))(`the answer ${status} lets an attempt at %s be repeated`, (receiver) => {
    expect(answered(receiver, status).kind).toBe('retry');
  });

  it(`the answer ${status} refuses an integration’s call for good`, () => {
    expect(answered('integration', status)).toMatchObject({
      kind: 'failed',
      result: { status, outcome: 'refused' },
      reason: `integration_answered_${status}`,
    });
  });
});

describe('Retry-After', () => {
  const asked = { kind: 'answered', status: 503, retryAfterSeconds: 120 } as const;

  it.each(RECEIVERS.slice(0, 2))('Retry-After does not change the schedule of an event to %s', (receiver) => {
    expect(honoredRetryAfter(receiver, asked)).toBeNull();
  });

  it('Retry-After delays the integration’s call', () => {
    expect(honoredRetryAfter('integration', asked)).toBe(120);
    expect(honoredRetryAfter('integration', { kind: 'timed_out', error: '10 s' })).toBeNull();
  });
});

/** How many answers of the feed may be held at once: a limit for each organization and one for each shard. */
const NOW = at('12:00');
const hold = (id: string, org: string = ORG, untilMs = NOW + 1): Hold => ({ id, org: org as OrgId, untilMs });
const many = (count: number, org: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => hold(`hold_${index}`, org(index)));

it('a hold gets a place only while its organization and its shard have a free one', () => {
  const own = (count: number) => many(count, () => ORG);
  expect(withHold([], hold('new'), NOW)).toEqual([hold('new')]);
  expect(withHold(own(HOLDS_PER_ORGANIZATION - 1), hold('new'), NOW)).toHaveLength(HOLDS_PER_ORGANIZATION);
  expect(withHold(own(HOLDS_PER_ORGANIZATION), hold('new'), NOW)).toBeNull();
  const others = (count: number) => many(count, (index) => `org_${index}`);
  expect(withHold(others(HOLDS_PER_SHARD - 1), hold('new'), NOW)).toHaveLength(HOLDS_PER_SHARD);
  expect(withHold(others(HOLDS_PER_SHARD), hold('new'), NOW)).toBeNull();
});

it('holds that have ended take no place and are removed', () => {
  const ended = many(HOLDS_PER_ORGANIZATION, () => ORG).map((each) => ({ ...each, untilMs: NOW }));
  expect(withHold(ended, hold('new'), NOW)).toEqual([hold('new')]);
});

it('a hold releases its place when its end is recorded, and releases no other place', () => {
  expect(withoutHold([hold('a'), hold('b')], 'a')).toEqual([hold('b')]);
});

it('an organization is always counted in the same shard, and organizations spread over all shards', () => {
  const shards = Array.from({ length: 400 }, (_, index) => holdShardOf(`org_${index}` as OrgId));
  expect(holdShardOf(ORG)).toBe(holdShardOf(ORG));
  expect(new Set(shards)).toEqual(new Set(Array.from({ length: HOLD_SHARDS }, (_, index) => index)));
});
