/** One receiver's delivery of one event (docs/contract.md#delivery-and-retries; docs/design.md#delivery). */
import type { EventType } from '../../protocol/event-types';
import type { DeliveryId, EndpointId, EventId, OrgId, RequestId } from '../../protocol/identifiers';

export type Receiver = 'callback' | 'integration' | EndpointId;

export type Trigger = 'first' | 'retry' | 'manual' | 'recover' | 'test';

export interface Delivery {
  readonly org: OrgId;
  readonly id: DeliveryId;
  readonly eventId: EventId;
  readonly eventType: EventType;
  readonly requestId: RequestId;
  readonly receiver: Receiver;
  readonly state: 'pending' | 'delivered' | 'failed';
  /** Why it failed for good; null otherwise. */
  readonly reason: string | null;
  /** A test event: rendered from a made-up request, and never retried. */
  readonly test: boolean;
  readonly createdAtMs: number;
  /** Dates the event. */
  readonly eventAtMs: number;
  /** The last instant of automatic attempts. */
  readonly untilMs: number;
  /** Attempts that were begun, by whatever trigger. */
  readonly attempts: number;
  /** Automatic attempts that failed since the delivery was (re)started; the exponent of the delay. */
  readonly failures: number;
  /** Raised by every restart: an older loop's attempts are void. */
  readonly generation: number;
  readonly trigger: Trigger;
  /** An actor holds the attempt until then. The stored attribute is `try_until`. */
  readonly heldUntilMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly revision: number;
}

export type AttemptOutcome = 'delivered' | 'refused' | 'refused_address' | 'unreachable' | 'timed_out' | 'not_sent';

export interface Attempt {
  readonly n: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  /** The HTTP status the receiver answered, if it did. */
  readonly status: number | null;
  readonly outcome: AttemptOutcome;
  readonly error: string | null;
  readonly trigger: Trigger;
}

/** One actor for an attempt: whoever holds this long may post. Longer than an attempt's 10 s and a function's 30 s. */
export const ATTEMPT_HOLD_MS = 60_000;

/** A delivery found this late has lost its loop and is started again under the next generation. */
export const LOST_LOOP_AFTER_MS = 5 * 60_000;
