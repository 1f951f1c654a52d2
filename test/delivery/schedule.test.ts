import * as fc from 'fast-check';
import { attemptsIn, transitionsOf } from '../../bench/month';
import {
  type FailedAttempt,
  GIVE_UP_AFTER_MS,
  nextAttemptMs,
  wholeSecond,
} from '../../src/service/delivery/rules/schedule';
import { dice } from '../linearizability/record';
import { at, hours, seconds } from '../support/builders';

const DUE = at('12:00');
const next = (failed: Partial<FailedAttempt>) =>
  nextAttemptMs({
    failures: 1,
    nowMs: DUE,
    untilMs: DUE + GIVE_UP_AFTER_MS,
    retryAfterSeconds: null,
    fraction: 0,
    ...failed,
  });

const failedTry = fc.record({
  failures: fc.integer({ min: 1, max: 200 }),
  nowMs: fc.integer({ min: DUE, max: DUE + GIVE_UP_AFTER_MS - hours(2) }),
  untilMs: fc.constant(DUE + GIVE_UP_AFTER_MS),
  retryAfterSeconds: fc.constant(null),
  fraction: fc.double({ min: 0, max: 0.999999999, noNaN: true }),
});

const stepMs = (failures: number) => Math.min(seconds(5) * 2 ** (failures - 1), hours(1));

it('a retry waits 5 s × 2ⁿ, at most an hour, up to a fifth shorter, on a full second', () => {
  fc.assert(
    fc.property(failedTry, (failed) => {
      const nextMs = nextAttemptMs(failed)!;
      const delayMs = nextMs - failed.nowMs;
      expect(delayMs).toBeGreaterThanOrEqual(stepMs(failed.failures) * 0.8);
      expect(delayMs).toBeLessThanOrEqual(stepMs(failed.failures));
      expect(nextMs % 1000).toBe(0);
    }),
    { numRuns: 2000 },
  );
});

it('the jitter spreads retries over the complete fifth', () => {
  const delays = [0, 0.25, 0.5, 0.75, 0.9999].map((fraction) => next({ failures: 11, fraction })! - DUE);
  expect(delays[0]).toBe(seconds(2880));
  expect(delays.at(-1)).toBe(seconds(3600));
  expect(new Set(delays).size).toBe(5);
});

it('the delay before a retry doubles from 5 s to an hour and stays there', () => {
  const steps = [1, 2, 3, 4, 10, 11, 12, 500].map((failures) => (next({ failures, fraction: 0.9999 })! - DUE) / 1000);
  expect(steps).toEqual([5, 10, 20, 40, 2560, 3600, 3600, 3600]);
});

describe('Retry-After', () => {
  it('Retry-After makes a delay longer', () => {
    expect(next({ retryAfterSeconds: 120 })).toBe(DUE + seconds(120));
  });

  it('Retry-After never makes a delay shorter', () => {
    for (const retryAfterSeconds of [0, 1, 3]) {
      expect(next({ failures: 5, retryAfterSeconds })).toBe(next({ failures: 5 }));
    }
  });

  it('Retry-After cannot move a retry past the end', () => {
    expect(next({ retryAfterSeconds: 10 ** 9 })).toBe(DUE + GIVE_UP_AFTER_MS);
  });
});

describe('the end of the schedule', () => {
  it('no retry is planned after 72 hours', () => {
    expect(GIVE_UP_AFTER_MS).toBe(hours(72));
    expect(next({ nowMs: DUE + hours(72) })).toBeNull();
    expect(next({ nowMs: DUE + hours(72) + 1 })).toBeNull();
  });

  it('the last retry is made at the end itself', () => {
    expect(next({ failures: 30, nowMs: DUE + hours(72) - seconds(10) })).toBe(DUE + hours(72));
    expect(next({ nowMs: DUE + hours(72) - 1 })).toBe(DUE + hours(72));
  });

  it('the last retry comes after the one before it, also if the end is not on a full second', () => {
    const untilMs = DUE + hours(72) + 500;
    expect(next({ failures: 30, untilMs, nowMs: untilMs - 400 })).toBe(DUE + hours(72) + seconds(1));
  });

  it('every schedule of retries ends, and each retry is later than the one before', () => {
    let nowMs = DUE;
    let failures = 0;
    for (let upTo = 0; upTo < 1000; upTo++) {
      failures += 1;
      const nextMs = next({ failures, nowMs, fraction: 0.5 });
      if (nextMs === null) break;
      expect(nextMs).toBeGreaterThan(nowMs);
      nowMs = nextMs;
    }
    expect(nowMs).toBe(DUE + hours(72));
    // About ten steps up to an hour, then one an hour.
    expect(failures).toBeGreaterThan(75);
    expect(failures).toBeLessThan(100);
  });
});

it('the time of a retry is written in the form that Step Functions reads', () => {
  expect(wholeSecond(at('12:00:05.999'))).toBe('2026-11-20T12:00:05Z');
});

describe('10,000 deliveries that begin in the same second at a receiver that accepts nothing', () => {
  const HOUR_MS = seconds(3600);
  const draw = dice(1);
  const longest = { ms: 0 };
  const perMinute = new Map<number, number>();
  const lasts = new Set<number>();
  beforeAll(() => {
    for (let n = 0; n < 10_000; n++) {
      let nowMs = 0;
      // A schedule without an end would otherwise never leave this loop.
      for (let failures = 1; failures < 200; failures++) {
        const minute = Math.floor(nowMs / 60_000);
        perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
        const untilMs = GIVE_UP_AFTER_MS;
        const nextMs = nextAttemptMs({ failures, nowMs, untilMs, retryAfterSeconds: null, fraction: draw() });
        if (nextMs === null) break;
        longest.ms = Math.max(longest.ms, nextMs - nowMs);
        nowMs = nextMs;
      }
      lasts.add(nowMs);
    }
  });

  it('10,000 deliveries that fail each wait at most an hour between two attempts, until the last one at 72 hours', () => {
    expect(longest.ms).toBeLessThanOrEqual(HOUR_MS);
    expect([...lasts]).toEqual([GIVE_UP_AFTER_MS]);
  });

  it('10,000 deliveries are spread over the hour by jitter alone: from the twelfth hour on, no minute has more than twice the mean', () => {
    const hourFrom = (hour: number) => Array.from({ length: 60 }, (_, n) => perMinute.get(hour * 60 + n) ?? 0);
    for (const hour of [12, 24, 48, 70]) {
      const counts = hourFrom(hour);
      const mean = counts.reduce((sum, count) => sum + count, 0) / 60;
      expect(Math.max(...counts)).toBeLessThanOrEqual(2 * mean);
    }
  });
});

describe('what an event for a dead receiver costs', () => {
  it.each([
    ['a second', 1000, 0, 0],
    ['an hour and a half', 1.5 * 3600_000, 10, 0],
    ['a day', 24 * 3600_000, 10, 25],
    ['72 hours', GIVE_UP_AFTER_MS, 10, 79],
  ])(
    'a receiver that is dead for %s gets no hourly attempt before the ten of the retry loop',
    (_, deadMs, inLoop, hourly) => {
      expect(attemptsIn(deadMs)).toEqual({ inLoop, hourly });
      expect(transitionsOf(inLoop)).toBe(inLoop === 0 ? 0 : 31);
    },
  );
});
