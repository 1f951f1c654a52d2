/** Data that the deployment reads too (docs/decisions/events-feed.md). */

/**
 * A call that waits occupies one instance of its function. The function has an upper limit of instances, and calls that
 * do not wait need some of them. So at most 80 of 100 are held, and at most five by one organization.
 */
export const HOLD_SHARDS = 8;
export const HOLDS_PER_SHARD = 10;
export const HOLDS_PER_ORGANIZATION = 5;
/** The reserved concurrency of the function that holds answers: a fifth of it is left for calls that do not wait. */
export const HOLDING_INSTANCES = 100;
