/** What is due, in all organizations. */
import type { PendingRevision } from '../../core/config/config';
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
  /** Config items: clears the journal of the revision that was verified. */
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
  readonly kind: 'request' | 'delivery' | 'config' | 'digest';
  readonly org: OrgId;
  /** Of a request or a delivery, its id. Of a mail digest, its operator. Of a configuration item, what its store calls it. */
  readonly id: string;
}

export interface DueItem extends DueSubject {
  readonly dueAtMs: number;
}

export interface TimerMessage extends DueSubject {
  /** The deadline for which the timer was set, epoch ms. */
  readonly due_at: number;
}
