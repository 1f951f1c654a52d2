/** One receiver's delivery of one event (contract: Delivery and retries; design: delivery). */
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
  /** The last instant of automatic tries. */
  readonly untilMs: number;
  /** Tries that were begun, by whatever trigger. */
  readonly attempts: number;
  /** Automatic tries that failed since the delivery was (re)started; the exponent of the delay. */
  readonly failures: number;
  /** Raised by every restart: an older loop's tries are void. */
  readonly generation: number;
  readonly trigger: Trigger;
  /** A try is in flight until then, unless it died. */
  readonly tryUntilMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly revision: number;
}

export type TryOutcome = 'delivered' | 'refused' | 'refused_address' | 'unreachable' | 'timed_out' | 'not_sent';

export interface Try {
  readonly n: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  /** The HTTP status the receiver answered, if it did. */
  readonly status: number | null;
  readonly outcome: TryOutcome;
  readonly error: string | null;
  readonly trigger: Trigger;
}

/** One actor for a try: whoever holds this long may post. Longer than a try's 10 s and a function's 30 s. */
export const TRY_HOLD_MS = 60_000;

/** A delivery found this late has lost its loop and is started again under the next generation. */
export const LOST_LOOP_AFTER_MS = 5 * 60_000;
