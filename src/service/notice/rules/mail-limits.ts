/** How many single mails an operator gets (docs/decisions/combined-mails.md). */

/** The most single mails to one operator in a window. Further messages wait for a combined mail. */
export const SINGLE_MAILS = 10;
export const MAIL_WINDOW_MS = 10 * 60_000;

/** The most messages in one combined mail. Further ones wait for the next combined mail, a minute later. */
export const MESSAGES_IN_A_COMBINED_MAIL = 200;

/** The sweep makes combined mails due once a minute. This gap prevents a second combined mail if a message arrives twice. */
export const LEAST_COMBINED_GAP_MS = 45_000;

/**
 * An instance counts this many mails of a window in memory before it writes. An ordinary request sends two, so two
 * requests cost no write. At most ten instances run, so at most 10 × 4 mails are not counted.
 */
export const UNWRITTEN_MAILS = 4;
