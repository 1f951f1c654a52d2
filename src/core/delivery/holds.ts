/** How many answers of the feed may be held at once (docs/decisions/events-feed.md). */
import { sha256Hex } from '../../protocol/hash';
import type { OrgId } from '../../protocol/identifiers';
import { HOLD_SHARDS, HOLDS_PER_ORGANIZATION, HOLDS_PER_SHARD } from './hold-limits';

/** One call that waits for an event. */
export interface Hold {
  readonly id: string;
  readonly org: OrgId;
  /** The hold ends at this time even if its function died and never removed it. */
  readonly untilMs: number;
}

/** An organization always has the same shard, so that its holds are counted in one place. */
export const holdShardOf = (org: OrgId): number => Number.parseInt(sha256Hex(org).slice(0, 8), 16) % HOLD_SHARDS;

/** Adds this hold to the shard's holds and removes ended ones. Null if there is no room. */
export function withHold(holds: readonly Hold[], hold: Hold, nowMs: number): readonly Hold[] | null {
  const live = holds.filter(({ untilMs }) => untilMs > nowMs);
  const own = live.filter(({ org }) => org === hold.org);
  if (live.length >= HOLDS_PER_SHARD || own.length >= HOLDS_PER_ORGANIZATION) return null;
  return [...live, hold];
}

export function withoutHold(holds: readonly Hold[], id: string): readonly Hold[] {
  return holds.filter((hold) => hold.id !== id);
}
