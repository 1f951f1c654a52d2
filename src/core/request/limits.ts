/** Numbers of the ceremony and of the ledger. The wire's limits are in the OpenAPI document. */

const MINUTE_MS = 60_000;

/** A lost stream record or queue message costs this long, never an event. */
export const CHECK_AFTER_MS = 2 * MINUTE_MS;

/** After this many wrong codes in a round a seat is locked. */
export const MAX_WRONG_CODES = 5;

/**
 * 5 tries × (20 rounds + 3 re-issues) = 115 guesses at one of 10⁸ codes: below 1.2 × 10⁻⁶ a seat.
 */
export const MAX_ROUNDS = 20;
export const MAX_REISSUES = 3;

export const DEFAULT_LEASE_SECONDS = 600;
export const DEFAULT_EXECUTE_WITHIN_SECONDS = 7 * 24 * 3600;
