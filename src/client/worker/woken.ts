/**
 * An event wakes all workers at once, and only one of them wins the claim. So each waits for a random part of a time that
 * grows with the number of workers, which it estimates from how often it wins.
 */

/** How many looks the estimate remembers, so that it adapts when workers start and stop. */
const MEMORY = 100;
/** One lost claim for about four won ones, if the estimate is right. */
const SPREAD_PER_WORKER = 4;
/** An event that is not for workers looks like one for which another worker was faster. */
const LONGEST_MS = 2000;
const FIRST_LOOK_MS = 40;

export class WokenLooks {
  private looks = 0;
  private won = 0;
  private lookMs = FIRST_LOOK_MS;

  /** How long to wait before a look that an event caused, in ms. */
  pauseMs(pollIntervalMs: number): number {
    // Starts with half a win, so that a worker without experience expects one other worker.
    const others = (this.looks + 1) / (this.won + 0.5) - 1;
    return Math.random() * Math.min(pollIntervalMs, LONGEST_MS, others * this.lookMs * SPREAD_PER_WORKER);
  }

  /** `lookMs`: from the list to the end of the claim. Null if there was nothing to claim. */
  ended(won: boolean, lookMs: number | null): void {
    this.looks = this.looks * (1 - 1 / MEMORY) + 1;
    this.won = this.won * (1 - 1 / MEMORY) + (won ? 1 : 0);
    if (lookMs !== null) this.lookMs = lookMs;
  }
}
