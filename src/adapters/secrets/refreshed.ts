import type { Clock } from '../../app/ports';

/** A change of a secret is seen within this long. */
export const REFRESH_MS = 5 * 60_000;

/** A caller who asks for what is not there makes each instance read at most six times a minute. */
const SOONER_MS = 10_000;

export interface Refreshable<T> {
  value(): Promise<T>;
  /** What a new read gives, for what is missing in the value; or the value, if this was asked in the last ten seconds. */
  sooner(): Promise<T>;
}

/**
 * A value that is read when it is first needed and again after five minutes, by one call at a time. If a later read
 * fails, the value of the last one is used and the next call reads again: a throttled read must not stop what worked.
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

/** `refreshable` for what never misses anything. */
export const refreshed = <T>(clock: Clock, read: () => Promise<T>): (() => Promise<T>) =>
  refreshable(clock, read).value;
