/** Time, randomness, waiting, the log and queues. */

export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number;
}

export interface Random {
  /** `bytes` random bytes as lower-case hex (2 × `bytes` characters). */
  hex(bytes: number): string;
  /** `bytes` random bytes as base64url without padding. */
  base64url(bytes: number): string;
  /** A number in [0, 1). Use it for jitter and sharding, but never for secrets. */
  fraction(): number;
}

/** Real time for a waiting caller. It does not follow a clock that a test moves (docs/local.md). */
export interface RealTime {
  /** Milliseconds since an arbitrary moment. It never goes back. */
  elapsedMs(): number;
  /** Ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Refuses to decide with a clock that cannot be trusted (docs/design.md#time-is-decided-once-for-each-item). */
export interface ClockGuard {
  /** Throws if this instance's clock differs from the store's by more than 2 s. */
  assertTrusted(): void;
}

/** Waits between two attempts of the same write. */
export interface Pause {
  /** Waits with jitter, longer with each `attempt` (from 0), at most about a second. */
  beforeRetry(attempt: number, place?: RetryPlace): Promise<void>;
}

/** A writer's position among those who may write the same item. They retry in this order. */
export interface RetryPlace {
  /** Starts at 0. */
  readonly index: number;
  readonly count: number;
}

/** Additional fields of a log line. The names of its own fields are reserved. */
export type LogFields = Readonly<Record<string, unknown>> & {
  readonly level?: never;
  readonly timestamp?: never;
  readonly message?: never;
};

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

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
