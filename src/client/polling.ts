/** What all polling and retrying has in common: the pauses, and how long an outage may last. */

import { abortError, isRetryable, RateLimitedError, retryAfterMs } from './errors';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Each read was already retried. An outage of some minutes must not end a wait of hours. */
const FAILED_READS_IN_A_ROW = 10;

/** 1 s, doubled up to 30 s, each up to a fifth shorter at random. */
export function pauseMs(pausesBefore: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pausesBefore) * (1 - Math.random() / 5);
}

/** A call is not made again after a Retry-After that is longer: the caller decides. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

/** Doubled with each failure up to the longest, each up to half shorter at random, and never before the service allows it. */
export function backOffMs(failuresBefore: number, firstMs: number, longestMs: number, error: unknown): number {
  const ms = Math.min(longestMs, firstMs * 2 ** failuresBefore) * (0.5 + Math.random() / 2);
  return Math.max(ms, notBeforeMs(error));
}

/**
 * A 429 is the service's own word. A 503 can be of a proxy that guesses for how long the service is away, and what polls must
 * not miss the minute in which it comes back.
 */
function notBeforeMs(error: unknown): number {
  const ms = retryAfterMs(error) ?? 0;
  return error instanceof RateLimitedError ? ms : Math.min(ms, LONGEST_RETRY_AFTER_MS);
}

/** Throws what a call throws if its signal ends the pause. */
export async function pause(sleep: Sleep, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    throw signal?.aborted === true ? abortError(signal) : error;
  }
}

export type Tolerated<T> =
  | { readonly answer: T; readonly notBeforeMs?: undefined; readonly error?: undefined }
  | { readonly answer: null; readonly notBeforeMs: number; readonly error: unknown };

/**
 * The first read must succeed, so that a wrong key or address is reported immediately. Later reads may fail for a
 * while.
 */
export function tolerantReader<T>(
  signal: AbortSignal | undefined,
  failedReadsInARow = FAILED_READS_IN_A_ROW,
): (read: () => Promise<T>) => Promise<Tolerated<T>> {
  let failuresLeft = 0;
  return async (read) => {
    try {
      const answer = await read();
      failuresLeft = failedReadsInARow;
      return { answer };
    } catch (error) {
      if (signal?.aborted === true || !isRetryable(error) || failuresLeft-- <= 0) throw error;
      return { answer: null, notBeforeMs: notBeforeMs(error), error };
    }
  };
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Resolves after `ms`, or rejects with the signal's reason as soon as the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
