/** Refuses to decide with a wrong clock (docs/design.md#time-is-decided-once-for-each-item). */
import type { Clock, ClockGuard, Log } from '../../service/system/ports';

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
