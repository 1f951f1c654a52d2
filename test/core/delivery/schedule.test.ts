import * as fc from 'fast-check';
import {
  type FailedAttempt,
  GIVE_UP_AFTER_MS,
  HOURLY_AFTER_MS,
  isHourly,
  nextAttemptMs,
  wholeSecond,
} from '../../../src/core/delivery/schedule';
import { at, hours, seconds } from '../../support/builders';

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

it('waits 5 s × 2ⁿ, at most an hour, each delay up to a fifth shorter, on a whole second', () => {
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

it('spreads the tries over the whole fifth', () => {
  const delays = [0, 0.25, 0.5, 0.75, 0.9999].map((fraction) => next({ failures: 11, fraction })! - DUE);
  expect(delays[0]).toBe(seconds(2880));
  expect(delays.at(-1)).toBe(seconds(3600));
  expect(new Set(delays).size).toBe(5);
});

it('doubles from 5 s to an hour and stays there', () => {
  const steps = [1, 2, 3, 4, 10, 11, 12, 500].map((failures) => (next({ failures, fraction: 0.9999 })! - DUE) / 1000);
  expect(steps).toEqual([5, 10, 20, 40, 2560, 3600, 3600, 3600]);
});

describe('Retry-After', () => {
  it('lengthens a delay', () => {
    expect(next({ retryAfterSeconds: 120 })).toBe(DUE + seconds(120));
  });

  it('never shortens one', () => {
    for (const retryAfterSeconds of [0, 1, 3]) {
      expect(next({ failures: 5, retryAfterSeconds })).toBe(next({ failures: 5 }));
    }
  });

  it('cannot put a try off past the end', () => {
    expect(next({ retryAfterSeconds: 10 ** 9 })).toBe(DUE + GIVE_UP_AFTER_MS);
  });
});

describe('after 72 hours', () => {
  it('there is no further try', () => {
    expect(GIVE_UP_AFTER_MS).toBe(hours(72));
    expect(next({ nowMs: DUE + hours(72) })).toBeNull();
    expect(next({ nowMs: DUE + hours(72) + 1 })).toBeNull();
  });

  it('the last try is made at the end itself rather than not at all', () => {
    expect(next({ failures: 30, nowMs: DUE + hours(72) - seconds(10) })).toBe(DUE + hours(72));
    expect(next({ nowMs: DUE + hours(72) - 1 })).toBe(DUE + hours(72));
  });

  it('the last try comes after the one before it, also where the end is not on a whole second', () => {
    const untilMs = DUE + hours(72) + 500;
    expect(next({ failures: 30, untilMs, nowMs: untilMs - 400 })).toBe(DUE + hours(72) + seconds(1));
  });

  it('the tries have come to an end, each later than the one before', () => {
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

it('is written as Step Functions reads it', () => {
  expect(wholeSecond(at('12:00:05.999'))).toBe('2026-11-20T12:00:05Z');
});

it('is at hourly attempts after ten short steps, which take 68 minutes or longer', () => {
  expect([1, 10, 11, 12].map(isHourly)).toEqual([false, false, true, true]);
  const shortest = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560].reduce((sum, step) => sum + seconds(step) * 0.8, 0);
  expect(HOURLY_AFTER_MS).toBeCloseTo(shortest, 3);
});
