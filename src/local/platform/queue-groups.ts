/**
 * Which messages are handed out next: groups take turns, so that a thousand messages of one group do not block another.
 *
 * A batch has messages of one group only. On a standard queue a group may have several batches in progress, but never
 * all places: one place stays free for a later group, and if others wait, the group has only its even share. On a FIFO
 * queue a group has one batch in progress, and waits while its first message waits.
 */
import type { StoredMessage } from './queue-message';

interface Group {
  /** Messages that could be handed out now, in order of sending. */
  ready: StoredMessage[];
  /** FIFO only: how many messages wait for a later time. The messages behind them wait too. */
  waiting: number;
  batches: number;
}

export interface GroupLimits {
  readonly fifo: boolean;
  readonly batchSize: number;
  readonly maxConcurrency: number;
}

export class MessageGroups {
  /** The insertion order is the turn: a group that was served moves to the end. */
  private readonly groups = new Map<string, Group>();
  private batches = 0;

  constructor(private readonly limits: GroupLimits) {}

  /** Adds a message in its place by order of sending. */
  add(message: StoredMessage): void {
    const { ready } = this.group(message.group);
    let at = ready.length;
    while (at > 0 && ready[at - 1]!.sequence > message.sequence) at -= 1;
    ready.splice(at, 0, message);
  }

  /** A message of a FIFO group waits now. The group waits until `resume`. */
  hold(name: string): void {
    this.group(name).waiting += 1;
  }

  resume(name: string): void {
    this.group(name).waiting -= 1;
    this.forget(name);
  }

  /** The next batch, or null if nothing can be handed out now. The caller calls `done` when it is handled. */
  take(): StoredMessage[] | null {
    if (this.batches >= this.limits.maxConcurrency) return null;
    const share = this.share();
    for (const [name, group] of this.groups) {
      if (!this.servable(group) || group.batches >= share) continue;
      const batch = group.ready.splice(0, this.limits.batchSize);
      group.batches += 1;
      this.batches += 1;
      this.groups.delete(name);
      this.groups.set(name, group);
      return batch;
    }
    return null;
  }

  done(name: string): void {
    this.group(name).batches -= 1;
    this.batches -= 1;
    this.forget(name);
  }

  /** Whether a message could be handed out if there were a free place. */
  anyReady(): boolean {
    for (const group of this.groups.values()) if (this.servable(group)) return true;
    return false;
  }

  readyCount(): number {
    let count = 0;
    for (const group of this.groups.values()) count += group.ready.length;
    return count;
  }

  /** How many batches of one group may be in progress. */
  private share(): number {
    const { fifo, maxConcurrency } = this.limits;
    if (fifo || maxConcurrency === 1) return 1;
    let active = 0;
    for (const group of this.groups.values()) if (group.batches > 0 || group.ready.length > 0) active += 1;
    return Math.max(1, Math.min(maxConcurrency - 1, Math.floor(maxConcurrency / Math.max(1, active))));
  }

  private servable(group: Group): boolean {
    if (group.ready.length === 0) return false;
    return !this.limits.fifo || (group.batches === 0 && group.waiting === 0);
  }

  private group(name: string): Group {
    let group = this.groups.get(name);
    if (group === undefined) {
      group = { ready: [], waiting: 0, batches: 0 };
      this.groups.set(name, group);
    }
    return group;
  }

  private forget(name: string): void {
    const group = this.groups.get(name);
    if (group && group.ready.length === 0 && group.waiting === 0 && group.batches === 0) this.groups.delete(name);
  }
}
