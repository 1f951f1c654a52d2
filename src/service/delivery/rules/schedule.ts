/** When a failed attempt is retried (docs/contract.md#delivery-and-retries). */

const SECOND_MS = 1000;
const FIRST_DELAY_MS = 5 * SECOND_MS;
const LONGEST_DELAY_MS = 3600 * SECOND_MS;
/** Jitter makes a delay at most a fifth shorter. */
const JITTER = 0.2;

/** Counted from when the event was first due. After that, the delivery has failed. */
export const GIVE_UP_AFTER_MS = 72 * 3600 * SECOND_MS;

/**
 * Whether the next attempt after this number of failures waits for the longest delay. Such attempts are due entries that the
 * sweep sends to their own queue; the retry loop makes all earlier ones (docs/design.md#hourly-attempts).
 */
export function isHourly(failures: number): boolean {
  return stepOf(failures) === LONGEST_DELAY_MS;
}

/** A sweep looks 75 s ahead (`LOOK_AHEAD_MS`), so it may have passed what is due sooner than this. */
export const SOON_MS = 120 * SECOND_MS;

export interface FailedAttempt {
  /** The number of failed automatic attempts, including this one. */
  readonly failures: number;
  readonly nowMs: number;
  /** The last instant at which an attempt may be made. */
  readonly untilMs: number;
  /** The integration's Retry-After; null for an event. It can only lengthen the delay. */
  readonly retryAfterSeconds: number | null;
  /** In [0, 1). */
  readonly fraction: number;
}

/**
 * 5 s × 2ⁿ up to an hour, minus 0–20 %, as a whole second (Step Functions waits until `…:ssZ`). Null if the window is
 * over.
 *
 * The range [0.8, 1] × 5 s is one second wide, so it always contains a whole second. The last attempt is made exactly
 * at `untilMs`.
 */
export function nextAttemptMs(failed: FailedAttempt): number | null {
  if (failed.nowMs >= failed.untilMs) return null;
  const stepMs = stepOf(failed.failures);
  const earliest = Math.ceil((failed.nowMs + stepMs * (1 - JITTER)) / SECOND_MS);
  const latest = Math.floor((failed.nowMs + stepMs) / SECOND_MS);
  const jittered = (earliest + Math.floor(failed.fraction * (latest - earliest + 1))) * SECOND_MS;
  const asked = Math.ceil((failed.nowMs + (failed.retryAfterSeconds ?? 0) * SECOND_MS) / SECOND_MS) * SECOND_MS;
  const lastSecond = Math.ceil(failed.untilMs / SECOND_MS) * SECOND_MS;
  return Math.min(Math.max(jittered, asked), lastSecond);
}

const stepOf = (failures: number): number => Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS);

/** `2026-11-20T12:00:05Z` */
export function wholeSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
