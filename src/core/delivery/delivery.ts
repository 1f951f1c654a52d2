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
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
  /** A test event is rendered from a sample request and never retried. */
  readonly test: boolean;
  readonly createdAtMs: number;
  /** The date of the event. */
  readonly eventAtMs: number;
  /** The last instant of automatic attempts. */
  readonly untilMs: number;
  /** The number of attempts that were started, for any reason. */
  readonly attempts: number;
  /**
   * The number of automatic attempts that failed since the delivery was started or restarted. Exponent of the delay.
   */
  readonly failures: number;
  /** Every restart raises it. Attempts of an older loop are invalid. */
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
  /** The HTTP status of the receiver's answer, if there was one. */
  readonly status: number | null;
  readonly outcome: AttemptOutcome;
  readonly error: string | null;
  readonly trigger: Trigger;
}

/** What an attempt posted, exactly: the headers that the service set, and the body. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Only the actor that holds the attempt may post. Longer than the 10 s of an attempt and the 30 s of a function. */
export const ATTEMPT_HOLD_MS = 60_000;

/** What a restart keeps: the window and the place in the back-off stay the same; only the loop is new. */
export function keepGoing({
  trigger,
  untilMs,
  failures,
}: Delivery): Pick<Delivery, 'trigger' | 'untilMs' | 'failures'> {
  return { trigger, untilMs, failures };
}

/** A delivery that is this late has lost its loop and starts again under the next generation. */
export const LOST_LOOP_AFTER_MS = 5 * 60_000;

/**
 * The attempts that belong to `delivery` as it was read. They are read after it, and an attempt is recorded just before
 * its delivery says so: without this, a delivery that still reads pending could stand beside the attempt that delivered it.
 */
export function attemptsAsOf(delivery: Delivery, attempts: readonly Attempt[]): Attempt[] {
  const finished = delivery.heldUntilMs === null ? delivery.attempts : delivery.attempts - 1;
  return attempts.filter(({ n }) => n <= finished);
}
