import type { Clock } from '../../app/ports';

/** A change of a secret is seen within this long. */
export const REFRESH_MS = 5 * 60_000;

/**
 * A value that is read when it is first needed and again after five minutes, by one call at a time. If a later read
 * fails, the value of the last one is used and the next call reads again: a throttled read must not stop what worked.
 */
export function refreshed<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T } | null = null;
  let untilMs = 0;
  let reading: Promise<T> | null = null;
  const readAgain = async (): Promise<T> => {
    try {
      const value = await read();
      last = { value };
      untilMs = clock.nowMs() + REFRESH_MS;
      return value;
    } catch (error) {
      if (last !== null) return last.value;
      throw error;
    } finally {
      reading = null;
    }
  };
  return async () => {
    if (last !== null && clock.nowMs() < untilMs) return last.value;
    reading ??= readAgain();
    return reading;
  };
}
