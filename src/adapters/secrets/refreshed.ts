import type { Clock } from '../../service/system/ports';

/** A changed secret is used within this time. */
export const REFRESH_MS = 5 * 60_000;

/** Limits reads for values that do not exist to six a minute for each instance. */
const SOONER_MS = 10_000;

export interface Refreshable<T> {
  value(): Promise<T>;
  /**
   * Reads again because the current value misses something. Returns the current value if it was read in the last ten
   * seconds.
   */
  sooner(): Promise<T>;
}

/**
 * A value that is read when it is first needed and again after five minutes, by one call at a time. If a later read
 * fails, the last value is used and the next call reads again, so that a throttled read stops nothing that worked.
 */
export function refreshable<T>(clock: Clock, read: () => Promise<T>): Refreshable<T> {
  let last: { readonly value: T } | null = null;
  let untilMs = 0;
  let soonerFromMs = 0;
  let reading: Promise<T> | null = null;
  const readNow = (): Promise<T> => {
    reading ??= readOnce();
    return reading;
  };
  const readOnce = async (): Promise<T> => {
    try {
      const value = await read();
      last = { value };
      untilMs = clock.nowMs() + REFRESH_MS;
      return value;
    } finally {
      reading = null;
    }
  };
  const value = async (): Promise<T> => {
    if (last !== null && clock.nowMs() < untilMs) return last.value;
    return readNow().catch((error) => {
      if (last !== null) return last.value;
      throw error;
    });
  };
  return {
    value,
    async sooner() {
      if (reading === null && clock.nowMs() < soonerFromMs) return value();
      soonerFromMs = clock.nowMs() + SOONER_MS;
      return readNow();
    },
  };
}

/** `refreshable` for values that never miss anything. */
export const refreshed = <T>(clock: Clock, read: () => Promise<T>): (() => Promise<T>) =>
  refreshable(clock, read).value;
