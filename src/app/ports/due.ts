/** Due items of all organizations. */

import type { ChainFault } from '../../core/audit/chain';
import type { PendingRevision } from '../../core/configuration/items';
import type { OrgId } from '../../protocol/identifiers';

export interface DueStore {
  due(
    shard: number,
    untilMs: number,
    limit: number,
    cursor: string | null,
  ): Promise<{ readonly items: readonly DueItem[]; readonly cursor: string | null }>;
  /** Postpones an item that keeps failing, so that it does not delay others. */
  backOff(item: DueItem, toMs: number): Promise<void>;
  /** Clears the journal of the verified revision. False, without effect, if the item is now due at another time. */
  completeConfigCheck(item: DueItem, revision: number): Promise<boolean>;
  configJournal(item: DueItem): Promise<{
    readonly org: OrgId;
    readonly subject: string;
    readonly revision: number;
    readonly unchecked: readonly PendingRevision[];
  } | null>;
}

/** Identifies an item for its store. */
export interface DueSubject {
  readonly kind: 'request' | 'delivery' | 'config' | 'combined_mail' | 'health';
  readonly org: OrgId;
  /**
   * For a request or a delivery, its id. For a combined mail, the operator. For health, the endpoint. For a configuration
   * item, its name in the store.
   */
  readonly id: string;
}

export interface DueItem extends DueSubject {
  readonly dueAtMs: number;
}

/** A message of the timers' queue: a due item, or a report of a function that may not write it itself. */
export type TimerMessage = DueTimer | RefusedHead | RequestedLink;

/** An audit chain got no head. The function behind the timers writes the entry (docs/decisions/published-heads.md). */
export interface RefusedHead {
  readonly kind: 'refused_head';
  readonly org: OrgId;
  /** The first entry that does not fit, its fault, and the last entry that a published head covers. */
  readonly seq: number;
  readonly fault: ChainFault['fault'];
  readonly published_seq: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Somebody requested a sign-in link. Whether the organization and the address exist is not known yet. */
export interface RequestedLink {
  readonly kind: 'requested_link';
  readonly org: OrgId;
  readonly address: string;
  /** The hash of the secret of the browser that may use the link. */
  readonly browser: string;
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface DueTimer extends DueSubject {
  /** The deadline for which the timer was set, epoch ms. */
  readonly due_at: number;
}
