/** How many answers may be held at once: of the feed (docs/decisions/events-feed.md), and of open inboxes (docs/decisions/inbox.md). */
import { sha256Hex } from '../../../protocol/hash';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import {
  HOLD_SHARDS,
  HOLDS_PER_ORGANIZATION,
  HOLDS_PER_SHARD,
  WATCHES_PER_OPERATOR,
  WATCHES_PER_ORGANIZATION,
} from './hold-limits';

/** One call that waits for an event or for a change. */
export interface Hold {
  readonly id: string;
  readonly org: OrgId;
  /** Whose inbox waits. Absent in the feed. */
  readonly operator?: OperatorId;
  /** The hold ends at this time even if its function died and never removed it. */
  readonly untilMs: number;
}

/** An organization always has the same shard, so that its holds are counted in one place. */
export const holdShardOf = (org: OrgId): number => Number.parseInt(sha256Hex(org).slice(0, 8), 16) % HOLD_SHARDS;

/** Adds this hold to those in the same place, and removes ended ones. Null if there is no room. */
export type WithHold = (holds: readonly Hold[], hold: Hold, nowMs: number) => readonly Hold[] | null;

export const withHold: WithHold = (holds, hold, nowMs) => {
  const live = liveAt(holds, nowMs);
  const own = live.filter(({ org }) => org === hold.org);
  if (live.length >= HOLDS_PER_SHARD || own.length >= HOLDS_PER_ORGANIZATION) return null;
  return [...live, hold];
};

/** Those of one organization are in one place. */
export const withWatch: WithHold = (watches, watch, nowMs) => {
  const live = liveAt(watches, nowMs);
  const own = live.filter(({ operator }) => operator === watch.operator);
  if (live.length >= WATCHES_PER_ORGANIZATION || own.length >= WATCHES_PER_OPERATOR) return null;
  return [...live, watch];
};

const liveAt = (holds: readonly Hold[], nowMs: number): Hold[] => holds.filter(({ untilMs }) => untilMs > nowMs);

export function withoutHold(holds: readonly Hold[], id: string): readonly Hold[] {
  return holds.filter((hold) => hold.id !== id);
}
