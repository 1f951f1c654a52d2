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
  /** Resolves when every message was accepted. Otherwise throws, after sending those that it could. */
  send(messages: readonly QueueMessage<Body>[]): Promise<void>;
}
