/** The stored deliveries, their retry loop and the held answers of the feed. */

import type { DeliveryId, EndpointId, OrgId } from '../../protocol/identifiers';
import type { PendingEntry } from '../audit/rules/chain';
import type { Attempt, Delivery, Posted } from './rules/delivery';
import type { Hold } from './rules/holds';
import type { Span } from './rules/owed-deliveries';

/** Names one attempt of one delivery. Both the retry loop and its task take it as input. */
export interface DeliveryTask {
  readonly org: string;
  readonly delivery_id: string;
  readonly generation: number;
  /** RFC 3339, a whole second, `Z`: the loop waits until this instant. */
  readonly next_attempt_at: string;
}

export interface DeliveryLoop {
  /**
   * Starts the retry loop under its own name (`<delivery id>-<generation>`).
   * `running`: an execution with that name is running already, which is as good as started.
   * `closed`: an execution with that name has ended. The caller raises the generation.
   */
  start(name: string, input: DeliveryTask): Promise<'started' | 'running' | 'closed'>;
}

/** The held answers of the feed, or of open inboxes, counted over all instances. */
export interface HoldStore {
  /** False if too many answers are already held. */
  begin(hold: Hold, nowMs: number): Promise<boolean>;
  /** Has no effect if the hold has ended. */
  end(org: OrgId, id: string): Promise<void>;
}

export interface StoredDelivery extends Delivery {
  /** The delivery has a due time of its own. */
  readonly watched: boolean;
}

export interface DeliveryStore {
  /** `exists` contains the stored delivery. */
  create(
    delivery: Delivery,
  ): Promise<{ readonly kind: 'created' } | { readonly kind: 'exists'; readonly delivery: Delivery }>;
  load(org: OrgId, id: DeliveryId): Promise<Delivery | null>;
  attempts(org: OrgId, id: DeliveryId): Promise<Attempt[]>;
  /** What attempt `n` posted, or null if it posted nothing. */
  posted(org: OrgId, id: DeliveryId, n: number): Promise<Posted | null>;
  /** The stored deliveries among these, in no order. */
  loadMany(org: OrgId, ids: readonly DeliveryId[]): Promise<readonly StoredDelivery[]>;
  /**
   * Takes the next attempt for one actor. Null if another actor holds it, the generation differs, or the delivery is
   * not pending or not due. `unstored` is stored with its first attempt if needed. It gets no due time, so the check of
   * its request must watch it until the attempt is recorded.
   */
  takeAttempt(task: {
    org: OrgId;
    id: DeliveryId;
    generation: number;
    nowMs: number;
    holdMs: number;
    unstored?: Delivery | undefined;
  }): Promise<Delivery | null>;
  /** Records a finished attempt and its consequences if the attempt is still held. False if it is not. */
  finishAttempt(
    after: Delivery,
    attempt: Attempt,
    entries: readonly PendingEntry[],
    posted: Posted | null,
  ): Promise<boolean>;
  /** Restarts a delivery in the next generation, due now. Null if it has changed since `from` or is held. */
  restart(
    from: Delivery,
    patch: Pick<Delivery, 'trigger' | 'untilMs' | 'failures'>,
    nowMs: number,
  ): Promise<Delivery | null>;
  ofEndpoint(org: OrgId, endpoint: EndpointId, query: PageQuery & { created?: Span }): Promise<Page<Delivery>>;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}
