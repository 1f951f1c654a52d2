/** Time as the system has it: the clock, the guard of a wrong clock, real time, and pauses before retries. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, ClockGuard, Log, Pause, RealTime, RetryPlace } from '../../service/system/ports';

export const systemClock: Clock = { nowMs: () => Date.now() };

/**
 * Several instances write leases, windows and TTLs to the same item. With a larger difference between their clocks,
 * these would contradict each other.
 */
const MAX_OFFSET_MS = 2000;
/** A Date header has whole seconds, rounded down. */
const HEADER_RESOLUTION_MS = 999;

export interface WatchedClockGuard extends ClockGuard {
  /** `dateHeader` of an answer of the store that has just arrived (RFC 9110: Date). */
  saw(dateHeader: string | undefined): void;
}

/** Refuses to decide with a wrong clock (docs/design.md#time-is-decided-once-for-each-item). */
export function createClockGuard(clock: Clock, log: Log): WatchedClockGuard {
  let offsetMs = 0;
  return {
    saw(dateHeader) {
      const thenMs = Date.parse(dateHeader ?? '');
      if (Number.isNaN(thenMs)) return;
      const nowMs = clock.nowMs();
      const before = offsetMs;
      offsetMs = nowMs < thenMs ? nowMs - thenMs : Math.max(0, nowMs - thenMs - HEADER_RESOLUTION_MS);
      if (Math.abs(offsetMs) > MAX_OFFSET_MS && Math.abs(before) <= MAX_OFFSET_MS) {
        log.error('clock_skew: claims and turns are refused on this instance', { offset_ms: offsetMs });
      }
    },
    assertTrusted() {
      if (Math.abs(offsetMs) > MAX_OFFSET_MS)
        throw new Error(`this instance's clock is ${offsetMs} ms off the store's`);
    },
  };
}

/** For one clock only: the local runner, whose clock a test may move. */
export const trustingClockGuard: ClockGuard = { assertTrusted: () => undefined };

export const systemRealTime: RealTime = {
  elapsedMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};

const FIRST_MS = 5;
const LONGEST_MS = 320;

/** Slightly longer than a read and a transaction take, so that writers in neighboring slots rarely conflict. */
const SLOT_MS = 30;

/** Waits in real time. */
export const systemPause: Pause = {
  beforeRetry: (attempt, place) => sleep(retryDelayMs(attempt, place, Math.random())),
};

/**
 * Full jitter below a bound that doubles: 5, 10, 20 … 320 ms. Two writers that conflicted rarely conflict again.
 *
 * Writers whose places are known get a slot each, in a row that grows eightfold until everyone has one. So a few
 * writers do not wait for slots that nobody uses.
 *
 * `random`: in [0, 1).
 */
export function retryDelayMs(attempt: number, place: RetryPlace | undefined, random: number): number {
  if (place === undefined) return random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  const slots = Math.min(place.count, 8 ** attempt);
  return SLOT_MS * ((place.index / place.count) * slots + random);
}
