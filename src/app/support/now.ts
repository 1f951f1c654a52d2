import type { Clock } from '../ports';

/**
 * Time is decided once for each item: never behind what has already been written to it, whichever instance wrote it
 * (docs/design.md#time-is-decided-once-for-each-item).
 */
export function nowFor(clock: Clock, item: { readonly updatedAtMs: number }): number {
  return Math.max(clock.nowMs(), item.updatedAtMs);
}
