/** Time, chance, waiting and the log. */

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

/** Real time, for a caller who waits: it does not follow a clock that somebody moves (docs/design.md#one-machine). */
export interface RealTime {
  /** Milliseconds since any instant. It never goes back. */
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
  /** With jitter, growing with `attempt` (which starts at 0), and about a second at most. */
  beforeRetry(attempt: number, place?: Place): Promise<void>;
}

/** The place of a writer among those who may be writing the same item: they retry in this order. */
export interface Place {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** What a line has besides. The names of its own parts are taken. */
export type LogFields = Readonly<Record<string, unknown>> & {
  readonly level?: never;
  readonly at?: never;
  readonly message?: never;
};

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
