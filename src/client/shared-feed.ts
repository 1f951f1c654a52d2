/**
 * One reader of the feed of events for everything that a client waits for (operation listEvents,
 * docs/decisions/events-feed.md).
 */
import { NotFoundError } from './errors';
import { type ReadEvents, type Timing, waitingWithin } from './follow';
import { pauseMs } from './polling';
import type { RequestEvent } from './types';

const HOLD_SECONDS = 20;
/** The number of events on one page. A page that is full a second after the last one means that more arrive. */
const PAGE = 100;
const SHORTEST_READING_MS = 1000;
/** The pause between polls while events say when to read, in case an entry is late or lost. */
const HELD_PAUSE_MS = 30_000;
const POLL_PAUSE_MS = 10_000;
/** The pause until the next attempt to have an answer held. It doubles with each failed attempt, up to the longest. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 600_000;
/** The first read of a request comes after this call, so it must not take long. */
const PLACE_CALL = { timeoutMs: 5000, retries: 0 };

/**
 * An event only says when to read. Each wait reads its request after the place in the feed is known, and again when it
 * is called, so no verdict is missed between two reads.
 */
export class SharedFeed {
  private readonly waiting = new Map<() => void, string>();
  /** Ends the reading that is in progress. */
  private stop: AbortController | null = null;
  /** Answers are held, so an event is noticed at once. Null: not known yet. */
  private isHeld: boolean | null = null;
  /** Whether the service has a feed and a call may last long enough to be held. */
  private isThere: boolean;
  private readonly seconds: number;

  constructor(
    private readonly read: ReadEvents,
    private readonly timing: Timing,
  ) {
    this.seconds = waitingWithin(HOLD_SECONDS, timing);
    this.isThere = this.seconds > 0;
  }

  /**
   * From now on, `ring` is called when the request must be read; the first time when the place is known, or cannot be.
   * Returns a function that ends it. The reading ends with the last one.
   */
  join(id: string, ring: () => void): () => void {
    this.waiting.set(ring, id);
    if (this.isHeld !== null || !this.isThere) ring();
    if (this.isThere && this.stop === null) {
      this.stop = new AbortController();
      // It ends only with its signal.
      this.keepReading(this.stop.signal).catch(() => undefined);
    }
    return () => {
      this.waiting.delete(ring);
      if (this.waiting.size > 0) return;
      this.stop?.abort();
      this.stop = null;
      this.isHeld = null;
    };
  }

  /** The pause before the next poll in ms, up to a fifth shorter at random. */
  pauseMs(pausesBefore: number): number {
    return this.isHeld ? HELD_PAUSE_MS * (1 - Math.random() / 5) : Math.min(POLL_PAUSE_MS, pauseMs(pausesBefore));
  }

  private async keepReading(signal: AbortSignal): Promise<void> {
    for (let retryMs = FIRST_RETRY_MS; this.isThere; retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)) {
      try {
        const { next } = await this.read('latest', 0, { ...PLACE_CALL, signal });
        // Assumed until the first answer says otherwise.
        this.isHeld = true;
        this.ring();
        if (await this.readFrom(next, signal)) retryMs = FIRST_RETRY_MS;
      } catch (error) {
        if (error instanceof NotFoundError) this.isThere = false;
      }
      if (signal.aborted) return;
      this.isHeld = false;
      this.ring();
      if (this.isThere) await this.timing.sleep(retryMs, signal);
    }
  }

  /**
   * Runs until answers are not held, or more events arrive than are worth reading. Returns whether any answer was held.
   */
  private async readFrom(place: string, signal: AbortSignal): Promise<boolean> {
    const { nowMs, sleep } = this.timing;
    for (let after = place, wasHeld = false; ; ) {
      const askedAtMs = nowMs();
      const { events, next } = await this.read(after, this.seconds, { signal });
      const tookMs = nowMs() - askedAtMs;
      this.ring(events);
      wasHeld ||= tookMs >= this.seconds * 500;
      if ((next === after && tookMs < this.seconds * 500) || events.length >= PAGE) return wasHeld;
      after = next;
      if (tookMs < SHORTEST_READING_MS) await sleep(SHORTEST_READING_MS - tookMs, signal);
    }
  }

  /** The waits whose requests the events name. Without events, all of them. */
  private ring(events?: readonly RequestEvent[]): void {
    const named = events && new Set(events.map(({ data }) => data.request.id));
    for (const [ring, id] of [...this.waiting]) if (named === undefined || named.has(id)) ring();
  }
}
