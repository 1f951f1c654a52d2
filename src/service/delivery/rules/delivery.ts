/** The delivery of one event to one receiver (docs/contract.md#delivery-and-retries; docs/design.md#delivery). */

import type { EventType } from '../../../protocol/event-types';
import type { DeliveryId, EndpointId, EventId, OrgId, RequestId } from '../../../protocol/identifiers';
import { receiverText } from '../../../protocol/shown/receivers';
import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';

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
  /** Why the delivery failed; null otherwise. */
  readonly reason: string | null;
  /** A test event is rendered from a sample request and never retried. */
  readonly test: boolean;
  readonly createdAtMs: number;
  /** The date of the event. */
  readonly eventAtMs: number;
  /** The last instant of automatic attempts. */
  readonly untilMs: number;
  /** The number of attempts that were started for any reason. */
  readonly attempts: number;
  /** The number of automatic attempts that failed since the delivery was last started. The delay depends on it. */
  readonly failures: number;
  /** Every restart raises it, which invalidates attempts of older loops. */
  readonly generation: number;
  readonly trigger: Trigger;
  /** Until when an actor holds the attempt. The stored attribute is `try_until`. */
  readonly heldUntilMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly revision: number;
}

export const DELIVERY_ENTRIES = {
  'delivery.failed': {
    audience: null,
    deed: 'Found',
    told: ({ data }) =>
      said`A delivery to ${receiverText(String(data.receiver)) ?? named('endpoint', data.receiver)} failed for good.`,
    detail: ({ data }) => said`${String(data.reason ?? '').replaceAll('_', ' ')}`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

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

/** Exactly what an attempt posted: the body, and the headers that the service set. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A restart keeps the window and the position in the back-off. Only the loop is new. */
export function keepGoing({
  trigger,
  untilMs,
  failures,
}: Delivery): Pick<Delivery, 'trigger' | 'untilMs' | 'failures'> {
  return { trigger, untilMs, failures };
}

/** A delivery that is this late has lost its loop. It starts again in the next generation. */
export const LOST_LOOP_AFTER_MS = 5 * 60_000;

/**
 * The attempts that belong to `delivery` as it was read. An attempt is recorded just before its delivery changes.
 * Because attempts are read last, a delivery that still reads as pending could otherwise appear with the attempt that
 * delivered it.
 */
export function attemptsAsOf(delivery: Delivery, attempts: readonly Attempt[]): Attempt[] {
  const finished = delivery.heldUntilMs === null ? delivery.attempts : delivery.attempts - 1;
  return attempts.filter(({ n }) => n <= finished);
}
