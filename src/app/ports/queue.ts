/** Queues, and direct calls of a function. */

export interface QueueMessage<Body> {
  readonly body: Body;
  /** Fairness group on a standard queue; ordering group on a FIFO queue. */
  readonly groupId?: string;
  /** FIFO queues only. */
  readonly deduplicationId?: string;
  /** 0–900 s; standard queues only. */
  readonly delaySeconds?: number;
}

export interface Queue<Body> {
  /** Resolves when every message was accepted. Throws if any was not, after it sent those that it could. */
  send(messages: readonly QueueMessage<Body>[]): Promise<void>;
}

/**
 * Another function, called without waiting for what it does. The event may arrive twice, late, or after a later one. If
 * the function keeps failing, it is lost: whatever it was for must be found again without it.
 */
export interface Call<Event> {
  /** Resolves when the call was accepted. */
  start(event: Event): Promise<void>;
}

/** What a direct call of a function behind a queue has: what the queue would have handed to it. */
export interface DirectEvent<Body> {
  readonly messages: readonly QueueMessage<Body>[];
}
