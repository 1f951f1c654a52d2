/** The health of an endpoint, for an admin who wants to know why events are missing. */

import type { Endpoint } from '../../src/service/configuration/rules/items';
import type { Attempt, Delivery } from '../../src/service/delivery/rules/delivery';
import { type DeliveryAttempts, failing, healthOf, reportOf } from '../../src/service/delivery/rules/health';
import { anEndpoint } from '../store/conformance/config-items';
import { at, ORG, seconds } from '../support/builders';

/** Attempts take two seconds. */
const attempt = (time: string, patch: Partial<Attempt> = {}) =>
  ({
    startedAtMs: at(time),
    finishedAtMs: at(time) + seconds(2),
    outcome: 'delivered',
    status: 204,
    error: null,
    ...patch,
  }) as Attempt;
const failed = (time: string, patch: Partial<Attempt> = {}) =>
  attempt(time, { outcome: 'failed' as Attempt['outcome'], status: 500, ...patch });
const of = (...attempts: Attempt[]): DeliveryAttempts => ({ delivery: {} as Delivery, attempts });
const waiting = (nextAttemptAtMs: number | null) => ({ nextAttemptAtMs }) as Delivery;

it('an endpoint that nothing was sent to is unused', () => {
  expect(healthOf([], [])).toEqual({
    health: 'unused',
    failingSinceMs: null,
    lastAttemptMs: null,
    lastError: null,
    lastStatus: null,
    nextAttemptMs: null,
    waiting: 0,
  });
});

it('an endpoint is healthy if the last attempt of all deliveries arrived, whatever failed before', () => {
  const health = healthOf([of(attempt('12:03')), of(failed('12:01'), failed('12:02'))], []);
  expect(health).toMatchObject({
    health: 'healthy',
    failingSinceMs: null,
    lastAttemptMs: at('12:03:02'),
    lastError: null,
    lastStatus: 204,
  });
});

it('an endpoint is failing since the start of the first attempt that failed after the last success', () => {
  const health = healthOf([of(failed('12:05'), failed('12:03')), of(attempt('12:02')), of(failed('12:01'))], []);
  expect(health).toMatchObject({
    health: 'failing',
    failingSinceMs: at('12:03'),
    lastAttemptMs: at('12:05:02'),
    lastError: 'status 500',
    lastStatus: 500,
  });
});

it('an endpoint is failing since the first attempt if nothing ever arrived', () => {
  expect(healthOf([of(failed('12:02')), of(failed('12:01'))], []).failingSinceMs).toBe(at('12:01'));
  expect(healthOf([of(failed('12:02'))], [], at('11:00')).failingSinceMs).toBe(at('11:00'));
  expect(healthOf([of(failed('12:02'), attempt('12:01'))], [], at('11:00')).failingSinceMs).toBe(at('12:02'));
});

it.each<[string, Attempt[], object]>([
  [
    'that timed out after a success, and began before it, says nothing of the endpoint now',
    [attempt('12:00:30'), attempt('12:00', { finishedAtMs: at('12:01'), outcome: 'timed_out', status: null })],
    { health: 'healthy', failingSinceMs: null, lastError: null, lastAttemptMs: at('12:01') },
  ],
  [
    'that failed while one was under way that then succeeded is over',
    [attempt('12:00', { finishedAtMs: at('12:01') }), failed('12:00:30')],
    { health: 'healthy', failingSinceMs: null, lastStatus: 204 },
  ],
  [
    'that failed last names the error, also if another one began later and ended sooner',
    [failed('12:00', { finishedAtMs: at('12:01'), error: 'slow' }), failed('12:00:30', { error: 'quick' })],
    { health: 'failing', failingSinceMs: at('12:00'), lastError: 'slow', lastAttemptMs: at('12:01') },
  ],
  [
    'that was not sent, because the endpoint was disabled, says nothing of it',
    [attempt('12:00'), attempt('12:01', { outcome: 'not_sent', status: null, error: 'endpoint_disabled' })],
    { health: 'healthy', lastAttemptMs: at('12:00:02'), lastStatus: 204, lastError: null },
  ],
  ['that was not sent is none', [failed('12:00', { outcome: 'not_sent' })], { health: 'unused', failingSinceMs: null }],
])('an attempt %s', (_, attempts, expected) => {
  expect(healthOf([of(...attempts)], [])).toMatchObject(expected);
});

it.each<[Partial<Attempt>, string, number | null]>([
  [{ status: 500, error: 'socket hang up' }, 'socket hang up', 500],
  [{ status: 404, error: null }, 'status 404', 404],
  [{ status: null, error: null, outcome: 'refused_address' }, 'refused address', null],
])('the health of an endpoint says for %j that the last error is “%s”', (patch, error, status) => {
  expect(healthOf([of(failed('12:01', patch))], [])).toMatchObject({ lastError: error, lastStatus: status });
});

it('the health of an endpoint counts the events that wait, and names the earliest next attempt', () => {
  const all = [waiting(null), waiting(at('12:30')), waiting(at('12:20')), waiting(at('12:25'))];
  expect(healthOf([], all)).toMatchObject({ waiting: 4, nextAttemptMs: at('12:20') });
  expect(healthOf([], [waiting(null)])).toMatchObject({ waiting: 1, nextAttemptMs: null });
});

/** When an endpoint is failing (docs/decisions/failing-endpoint.md). */
const endpoint = (patch: Partial<Endpoint> = {}) => anEndpoint(ORG, patch);
const delivery = (patch: Partial<Delivery>) => ({ state: 'pending', test: false, failures: 0, ...patch }) as Delivery;
const attempts = (outcome: string, ...times: string[]) =>
  times.map((time) => ({ outcome, startedAtMs: at(time), finishedAtMs: at(time) + 10 }) as Attempt);
const FIVE = attempts('refused', '12:00', '12:01', '12:02', '12:03', '12:04');

describe('an endpoint', () => {
  test('an endpoint is failing after five failed attempts over five minutes, since the first of them', () => {
    expect(failing(FIVE, null, at('12:05'))).toEqual({ sinceMs: at('12:00'), attempts: 5 });
    expect(failing(FIVE, null, at('12:04:59.999'))).toBeNull();
    expect(failing(FIVE.slice(1), null, at('13:00'))).toBeNull();
  });

  test('an endpoint is not failing because of attempts before its last success', () => {
    expect(failing([...FIVE, ...attempts('delivered', '12:04:30')], null, at('13:00'))).toBeNull();
    expect(failing(FIVE, at('12:00:01'), at('13:00'))).toBeNull();
    expect(failing([...FIVE, ...attempts('refused', '12:05')], at('12:00:01'), at('13:00'))).toMatchObject({
      attempts: 5,
    });
  });
});

describe('an attempt that is compared with the last success', () => {
  const one = (outcome: string, started: string, finished: string) =>
    ({ outcome, startedAtMs: at(started), finishedAtMs: at(finished) }) as Attempt;
  const later = attempts('timed_out', '12:01', '12:02', '12:03', '12:04');
  const success = one('delivered', '11:59:50', '12:00');
  const since = (time: string) => ({ sinceMs: at(time), attempts: 5 });

  test.each<[string, Attempt[], string | null, ReturnType<typeof since> | null]>([
    [
      'began before it and timed out after it does not count',
      [success, one('timed_out', '11:59:59', '12:00:09'), ...later],
      null,
      null,
    ],
    ['began when it ended does not count', [success, one('refused', '12:00', '12:00:01'), ...later], null, null],
    [
      'began a millisecond later counts',
      [success, one('refused', '12:00:00.001', '12:00:01'), ...later],
      null,
      since('12:00:00.001'),
    ],
    [
      'began before a success that only a report knows does not count',
      [success, one('refused', '12:00:30', '12:00:31'), ...later],
      '12:00:30',
      null,
    ],
    [
      'began after an earlier success that a report knows, and before the last, does not count',
      [success, one('refused', '11:59', '11:59:01'), ...later],
      '11:58',
      null,
    ],
    [
      'began after both counts, whichever success is later',
      [success, one('refused', '12:00:01', '12:00:02'), ...later],
      '11:58',
      since('12:00:01'),
    ],
    ['was not sent does not count', [...later, ...attempts('not_sent', '12:00')], null, null],
    [
      'did not get an answer counts like one that was refused',
      [...later, ...FIVE.slice(4), ...FIVE.slice(0, 1)],
      null,
      {
        ...since('12:00'),
        attempts: 6,
      },
    ],
  ])('an attempt that %s', (_, all, reported, expected) => {
    expect(failing(all, reported === null ? null : at(reported), at('13:00'))).toEqual(expected);
  });
});

describe('an attempt', () => {
  const ill = endpoint({ failingSinceMs: at('12:00') });
  test.each([
    ['that succeeds at a healthy endpoint reports nothing', endpoint(), delivery({ state: 'delivered' }), null],
    ['that succeeds at a failing endpoint reports the success', ill, delivery({ state: 'delivered' }), 'succeeded'],
    ['that is one of the first four to fail reports nothing', endpoint(), delivery({ failures: 4 }), null],
    ['that is the fifth to fail reports the failure', endpoint(), delivery({ failures: 5 }), 'failed'],
    ['of a test event that fails reports nothing', endpoint(), delivery({ failures: 5, test: true }), null],
    ['that fails at an endpoint already known to fail reports nothing', ill, delivery({ failures: 11 }), null],
  ] as const)('an attempt %s', (_, at_, after, expected) => expect(reportOf(at_, after)).toBe(expected));
});
