/** Numbers of the ceremony and of the ledger. The limits of what callers send are in `generated/limits.ts`. */
import { LIMITS } from '../../../generated/limits';

const MINUTE_MS = 60_000;

/** A lost stream record or queue message costs this much time, and never an event. */
export const CHECK_AFTER_MS = 2 * MINUTE_MS;
/** A journal with this many records gets a check of its own, and does not wait for a deadline. */
export const MAX_UNCHECKED_RECORDS = 16;

/** After this many wrong codes in a round, a seat is locked. */
export const MAX_WRONG_CODES = 5;

/** 5 guesses × (20 rounds + 3 re-issues) = 115 guesses at one of 10⁸ codes: below 1.2 × 10⁻⁶ for each seat. */
export const MAX_ROUNDS = 20;
export const MAX_REISSUES = 3;

/**
 * Wrong codes of one operator in all requests together, in a window that the first of them starts. Beyond it every code is
 * refused unseen until the window ends, the right one too.
 */
export const MAX_WRONG_CODES_AN_HOUR = 20;
export const WRONG_CODES_WINDOW_MS = 60 * MINUTE_MS;

export const DEFAULT_LEASE_SECONDS = LIMITS.leaseSeconds.default;
export const DEFAULT_EXECUTE_WITHIN_SECONDS = LIMITS.executeWithinSeconds.default;
