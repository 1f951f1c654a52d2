/** Numbers of the ceremony and of claims. The limits of what callers send are in `generated/limits.ts`. */
import { LIMITS } from '../../../../generated/limits';

const MINUTE_MS = 60_000;

/** A lost stream record or queue message delays an event by this much and never loses it. */
export const CHECK_AFTER_MS = 2 * MINUTE_MS;
/** A journal with this many records gets a check of its own instead of waiting for a deadline. */
export const MAX_UNCHECKED_RECORDS = 16;

/** After this many wrong codes in a round, a seat is locked. */
export const MAX_WRONG_CODES = 5;

/** Each re-issue allows more guesses, as each round does (`src/protocol/rounds.ts`). */
export const MAX_REISSUES = 3;

/**
 * The most wrong codes of one operator in all requests together, in a window that begins with the first of them. After
 * that, every code is refused without a comparison until the window ends, even a right one.
 */
export const MAX_WRONG_CODES_AN_HOUR = 20;
export const WRONG_CODES_WINDOW_MS = 60 * MINUTE_MS;

/** How long a document is kept after its last put, unless the deployment sets another time. */
export const DEFAULT_EVIDENCE_DAYS = 400;

export const DEFAULT_LEASE_SECONDS = LIMITS.leaseSeconds.default;
export const DEFAULT_EXECUTE_WITHIN_SECONDS = LIMITS.executeWithinSeconds.default;

/** Only the actor that holds the attempt may post. The hold is longer than an attempt (10 s) and a function (30 s). */
export const ATTEMPT_HOLD_MS = 60_000;
