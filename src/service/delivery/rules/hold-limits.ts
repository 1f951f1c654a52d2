/** The deployment reads these numbers too (docs/decisions/events-feed.md). */

/**
 * A waiting call occupies one instance of its function. The number of instances is limited, and other calls need some
 * of them. So at most 80 of 100 instances hold answers, and at most five for one organization.
 */
export const HOLD_SHARDS = 8;
export const HOLDS_PER_SHARD = 10;
export const HOLDS_PER_ORGANIZATION = 5;
/** The reserved concurrency of the function that holds answers. A fifth of it is left for calls that do not wait. */
export const HOLDING_INSTANCES = 100;
/** The reserved concurrency of the function in which open inboxes wait (docs/decisions/inbox.md). */
export const WATCHING_INSTANCES = 100;
/** One operator with many pages, or one organization, must not occupy the instances of all others. */
export const WATCHES_PER_OPERATOR = 3;
export const WATCHES_PER_ORGANIZATION = WATCHING_INSTANCES / 4;
