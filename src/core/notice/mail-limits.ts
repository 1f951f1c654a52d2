/** How many mails an operator gets one by one (docs/decisions/mail-digests.md). */

/** Mails to one operator that go singly in a window. The rest waits for a digest. */
export const SINGLE_MAILS = 10;
export const MAIL_WINDOW_MS = 10 * 60_000;

/** In one digest. The rest waits for the next one, a minute later. */
export const MESSAGES_IN_A_DIGEST = 200;

/** The sweep makes digests due once a minute. A message that comes twice makes no second digest. */
export const LEAST_DIGEST_GAP_MS = 45_000;

/**
 * An instance counts this many mails of a window in its memory before it writes. An ordinary request sends two, so two
 * of them cost no write. At most ten instances run, so at most 10 × 4 mails are not counted.
 */
export const UNWRITTEN_MAILS = 4;
