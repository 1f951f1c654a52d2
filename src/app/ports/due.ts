/** What is due, in all organizations. */

import type { PendingRevision } from '../../core/administration/config';
import type { ChainFault } from '../../core/audit/chain';
import type { OrgId } from '../../protocol/identifiers';

/** Due items of all organizations. */
export interface DueStore {
  due(
    shard: number,
    untilMs: number,
    limit: number,
    cursor: string | null,
  ): Promise<{ readonly items: readonly DueItem[]; readonly cursor: string | null }>;
  /** Puts off an item that keeps failing, so that it does not hold up others. */
  backOff(item: DueItem, toMs: number): Promise<void>;
  /** Clears the journal of the revision that was verified. False, and no effect, if the item is due at another time now. */
  completeConfigCheck(item: DueItem, revision: number): Promise<boolean>;
  configJournal(item: DueItem): Promise<{
    readonly org: OrgId;
    readonly subject: string;
    readonly revision: number;
    readonly unchecked: readonly PendingRevision[];
  } | null>;
}

/** What an item is, and how its store finds it again. */
export interface DueSubject {
  readonly kind: 'request' | 'delivery' | 'config' | 'digest' | 'health';
  readonly org: OrgId;
  /**
   * Of a request or a delivery, its id. Of a mail digest, its operator. Of health, its endpoint. Of a configuration item, what
   * its store calls it.
   */
  readonly id: string;
}

export interface DueItem extends DueSubject {
  readonly dueAtMs: number;
}

/** What the queue of the timers holds: what is due, and what a function reports that may write nothing itself. */
export type TimerMessage = DueTimer | RefusedHead;

/** An audit chain got no head. The function behind the timers leaves the entry (docs/decisions/published-heads.md). */
export interface RefusedHead {
  readonly kind: 'refused_head';
  readonly org: OrgId;
  /** The first entry that does not fit, what is wrong with it, and the last entry that a published head covers. */
  readonly seq: number;
  readonly fault: ChainFault['fault'];
  readonly published_seq: number;
  /** Epoch ms. */
  readonly at: number;
}

export interface DueTimer extends DueSubject {
  /** The deadline for which the timer was set, epoch ms. */
  readonly due_at: number;
}
