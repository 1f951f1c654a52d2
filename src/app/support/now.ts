import type { Clock } from '../ports';

/**
 * Time is decided once for each item: it is never behind what was already written to the item, by whichever instance
 * (docs/design.md#time-is-decided-once-for-each-item).
 */
export function nowFor(clock: Clock, item: { readonly updatedAtMs: number }): number {
  return Math.max(clock.nowMs(), item.updatedAtMs);
}
