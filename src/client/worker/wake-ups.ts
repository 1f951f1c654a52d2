/** Wakes a worker by the feed of events (docs/decisions/events-feed.md), and says how long it then waits before it looks. */

import { isKeyRefused } from '../errors';
import { backOffMs } from '../polling';
import { messageOf } from './log';
import type { WorkerSettings } from './options';

type Followed = Pick<WorkerSettings, 'client' | 'log' | 'sleep'>;

const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Wakes the worker for each request with an intent that is authorized from now on. Never throws: polls go on while the
 * events cannot be read. No checkpoint is kept, because an event only says that it is time to look.
 */
export async function wakeOnEvents(
  { client, log, sleep }: Followed,
  wake: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      let placeIsKnown = false;
      const checkpoint = () => {
        // Requests from before the first place may already be waiting.
        if (!placeIsKnown) wake();
        placeIsKnown = true;
        failures = 0;
      };
      const options = { after: 'latest', waitSeconds: WAIT_SECONDS, checkpoint, signal };
      for await (const { type, data } of client.events!(options)) {
        if (type === 'request.authorized' && data.request.intent !== null) wake();
      }
    } catch (error) {
      if (signal.aborted) return;
      // Only another key helps. The worker stops when its next poll gets the same refusal.
      if (isKeyRefused(error))
        return log.error('the events cannot be followed; polling goes on', { error: error.message });
      failures++;
      log.warn('the events could not be followed; polling goes on', { error: messageOf(error), failures });
      const pauseMs = backOffMs(failures - 1, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, error);
      await sleep(pauseMs, signal).catch(() => undefined);
    }
  }
}

/** How many looks the estimate remembers, so that it adapts when workers start and stop. */
const MEMORY = 100;
/** One lost claim for about four won ones, if the estimate is right. */
const SPREAD_PER_WORKER = 4;
/** An event that is not for workers looks like one for which another worker was faster. */
const LONGEST_MS = 2000;
const FIRST_LOOK_MS = 40;

/**
 * An event wakes all workers at once, and only one of them wins the claim. So each waits for a random part of a time that
 * grows with the number of workers, which it estimates from how often it wins.
 */
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
