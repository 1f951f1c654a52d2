/** When a push is sent again that its push service did not take for now. */

/** After the first attempt. A person who was not reached by then has the mail. */
const MOST_RETRIES = 3;
const FIRST_DELAY_SECONDS = 30;
const LEAST_DELAY_SECONDS = 10;
/** The alarm for late notices rings at seven minutes, and a message that waits here must not ring it. */
const MOST_DELAY_SECONDS = 300;

/**
 * `attempt`: how many came before the one that failed. `afterSeconds`: what the push service asks for. Null: not again. It is
 * never sent sooner than the push service asks.
 */
export function delayBefore(attempt: number, afterSeconds: number | null): number | null {
  if (attempt >= MOST_RETRIES) return null;
  const wanted = Math.ceil(afterSeconds ?? FIRST_DELAY_SECONDS * 2 ** attempt);
  return wanted > MOST_DELAY_SECONDS ? null : Math.max(LEAST_DELAY_SECONDS, wanted);
}
