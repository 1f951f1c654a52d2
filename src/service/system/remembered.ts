import type { Clock } from './ports';

/** So long an instance remembers what it read and does not hear of. */
export const REMEMBERED_MS = 10 * 60_000;

/** Remembers in one instance, for ten minutes. When `most` are remembered, all are forgotten. */
export function remembered<Place extends readonly (string | number)[], T>(
  clock: Clock,
  most: number,
  read: (...place: Place) => Promise<T>,
): (...place: Place) => Promise<T> {
  const known = new Map<string, { readonly untilMs: number; readonly value: T }>();
  return async (...place) => {
    const name = JSON.stringify(place);
    const nowMs = clock.nowMs();
    const found = known.get(name);
    if (found !== undefined && nowMs < found.untilMs) return found.value;
    if (known.size >= most) known.clear();
    // Only what was read is remembered: a read that never ends must not hold up every later message.
    const value = await read(...place);
    known.set(name, { untilMs: nowMs + REMEMBERED_MS, value });
    return value;
  };
}
