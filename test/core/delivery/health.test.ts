/** The health of an endpoint, for an admin who wants to know why events are missing. */
import type { Attempt, Delivery } from '../../../src/core/delivery/delivery';
import { type Attempted, healthOf } from '../../../src/core/delivery/health';
import { at, seconds } from '../../support/builders';

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
const of = (...attempts: Attempt[]): Attempted => ({ delivery: {} as Delivery, attempts });
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
