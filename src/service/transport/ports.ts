/** Due items of all organizations. */

import type { OrgId } from '../../protocol/identifiers';
import type { RequestedLink } from '../access/ports';
import type { RefusedHead } from '../audit/ports';
import type { PendingRevision } from '../configuration/rules/items';
import type { FoundDevice } from '../push/ports';

type ReadDue = (
  shard: number,
  untilMs: number,
  limit: number,
  cursor: string | null,
) => Promise<{ readonly items: readonly DueItem[]; readonly cursor: string | null }>;

export interface DueStore {
  /** Everything but the hourly attempts. */
  readonly due: ReadDue;
  /** Deliveries, each due at the instant of its hourly attempt. */
  readonly retries: ReadDue;
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
export type TimerMessage = DueTimer | RefusedHead | RequestedLink | FoundDevice;

export interface DueTimer extends DueSubject {
  /** The deadline for which the timer was set, epoch ms. */
  readonly due_at: number;
}
