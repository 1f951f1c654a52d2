import type { Clock } from './ports';

/**
 * The time of a decision about an item is never earlier than what any instance has already written to the item
 * (docs/design.md#time-is-decided-once-for-each-item).
 */
export function nowFor(clock: Clock, item: { readonly updatedAtMs: number }): number {
  return Math.max(clock.nowMs(), item.updatedAtMs);
}
