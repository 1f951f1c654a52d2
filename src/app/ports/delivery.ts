/** Posts to receivers, and the deliveries that keep what became of them. */
import type { PendingEntry } from '../../core/audit/chain';
import type { Attempt, Delivery, Posted } from '../../core/delivery/delivery';
import type { Report } from '../../core/delivery/failing';
import type { Hold } from '../../core/delivery/holds';
import type { Span } from '../../core/delivery/recover';
import type { DeliveryId, EndpointId, OrgId } from '../../protocol/identifiers';

/** Names one attempt of one delivery. The input of the retry loop and of its task. */
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

export interface OutgoingPost {
  /** Or the ARN of a destination on AWS. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whose event it is: a destination on AWS is sent to as this organization. */
  readonly org?: OrgId;
}

export type PostOutcome =
  /** Any HTTP answer. Redirects are never followed. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterSeconds: number | null;
      /** What a refusal says, where it says more than its status. */
      readonly error?: string;
    }
  /** The guard refuses the address. This is not retried. */
  | { readonly kind: 'refused_address'; readonly reason: string }
  /** No answer: DNS, connect, TLS, reset, malformed answer. */
  | { readonly kind: 'unreachable'; readonly error: string }
  /** The 10 s for the complete attempt are over. */
  | { readonly kind: 'timed_out'; readonly error: string };

export interface WebhookSender {
  /** One POST through the guard, without redirects, within 10 s. Never throws because of what a receiver does. */
  post(request: OutgoingPost): Promise<PostOutcome>;
  /**
   * The complete check of an endpoint's URL when it is saved: syntax, literal addresses, and every address to which its
   * name resolves.
   */
  validateEndpoint(url: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

/** The held answers of the feed, counted over all instances. */
export interface HoldStore {
  /** False: too many answers are held. */
  begin(hold: Hold, nowMs: number): Promise<boolean>;
  /** No effect if it has ended. */
  end(org: OrgId, id: string): Promise<void>;
}

export interface StoredDelivery extends Delivery {
  /** It has a due time of its own, at which it is looked at again. */
  readonly watched: boolean;
}

export interface DeliveryStore {
  /** `exists` carries the stored delivery. */
  create(
    delivery: Delivery,
  ): Promise<{ readonly kind: 'created' } | { readonly kind: 'exists'; readonly delivery: Delivery }>;
  load(org: OrgId, id: DeliveryId): Promise<Delivery | null>;
  attempts(org: OrgId, id: DeliveryId): Promise<Attempt[]>;
  /** What attempt `n` posted. Null if it posted nothing. */
  posted(org: OrgId, id: DeliveryId, n: number): Promise<Posted | null>;
  /** Those that are stored, in no order. */
  loadMany(org: OrgId, ids: readonly DeliveryId[]): Promise<readonly StoredDelivery[]>;
  /**
   * Takes the next attempt for one actor. Null if the attempt is not this actor's: another one holds it, the generation
   * is another, or the delivery is not pending or not due yet. `unstored` is stored with its first attempt, if it is not
   * stored yet; without a due time, so the check of its request must look at it until the attempt is recorded.
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
  /** Restarts a delivery under the next generation, due now. Null if it has changed since `from`, or is held. */
  restart(
    from: Delivery,
    patch: Pick<Delivery, 'trigger' | 'untilMs' | 'failures'>,
    nowMs: number,
  ): Promise<Delivery | null>;
  ofEndpoint(org: OrgId, endpoint: EndpointId, query: PageQuery & { created?: Span }): Promise<Page<Delivery>>;
}

/** What attempts found about an endpoint that does not accept, and the turns that judge it. */
export interface EndpointHealthStore {
  /** Makes the endpoint's turn due now, if none is due yet. */
  report(org: OrgId, endpoint: EndpointId, report: Report, nowMs: number): Promise<void>;
  /** The turn that was due at `dueAtMs`, for one actor; the next one is due at `nextMs`. Null: another actor has it. */
  takeTurn(
    org: OrgId,
    endpoint: EndpointId,
    turn: { readonly dueAtMs: number; readonly nextMs: number },
  ): Promise<HealthTurn | null>;
  /** No turn is due any more, unless something was reported since this one was taken. */
  rest(org: OrgId, endpoint: EndpointId, turn: HealthTurn): Promise<void>;
}

export interface HealthTurn {
  /** When the next one is due. */
  readonly nextMs: number;
  /** How often something was reported. */
  readonly reports: number;
  /** When an attempt last found that the failing endpoint accepts again; null: never. */
  readonly succeededAtMs: number | null;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}
