/** Follows the feed of events (operation listEvents; docs/decisions/events-feed.md). */
import { abortError } from './errors';
import { pause, pauseMs, type Sleep, tolerantReader } from './polling';
import type { CallOptions } from './transport';
import type { EventsPage, RequestEvent } from './types';

export interface FollowOptions {
  /** The last place that `checkpoint` got, or `latest` for only new events. Default: from the oldest event. */
  readonly after?: string | null;
  /**
   * Called after each event, when your loop requests the next one, with the place after it. The event is null if only
   * the place has moved. To process each event exactly once, write its effects and the place in one transaction here.
   */
  readonly checkpoint?: (place: string, event: RequestEvent | null) => void | Promise<void>;
  /**
   * How long the service may hold each answer while there is no event, in seconds: 0 to 20. With 20 you learn of an
   * event within a second or two, and one call is always open. Default: 0, polling with pauses of up to 30 seconds.
   */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

export type ReadEvents = (after: string | null, waitSeconds: number, options: CallOptions) => Promise<EventsPage>;

export interface Timing {
  readonly sleep: Sleep;
  readonly nowMs: () => number;
  /** The time limit of one call. */
  readonly timeoutMs: number;
}

/**
 * Continues until you stop it. The pauses at the end of the feed grow from 1 s to 30 s, and start again with each
 * event. There is no pause after an answer that was held. An event that your loop did not finish, because it threw or
 * stopped, is delivered again after a restart from the last checkpoint.
 */
export async function* followEvents(
  read: ReadEvents,
  { after, checkpoint, waitSeconds = 0, signal }: FollowOptions,
  timing: Timing,
): AsyncGenerator<RequestEvent, void, void> {
  const tolerantly = tolerantReader<EventsPage>(signal);
  const seconds = waitingWithin(waitSeconds, timing);
  let place = placeOf(after ?? null);
  for (let pauses = 0; ; ) {
    const from = place;
    throwIfAborted(signal);
    const askedAtMs = timing.nowMs();
    // The first answer is not held, because a held one would give the place too late: events until then would be missed
    // after a restart.
    const waited = from.cursor === 'latest' ? 0 : seconds;
    const tolerated = await tolerantly(() => read(from.cursor, waited, { signal }));
    if (tolerated.answer !== null) {
      const { events, next } = tolerated.answer;
      for (const [index, event] of events.entries()) {
        // This event after the cursor was handled before the restart.
        if (index < from.handled) continue;
        yield event;
        pauses = 0;
        const isLast = index === events.length - 1;
        await checkpoint?.(isLast ? next : checkpointText({ ...from, handled: index + 1 }), event);
        throwIfAborted(signal);
      }
      if (next !== from.cursor) {
        // Pages can differ in length, so handled events can continue on the next page.
        place = { cursor: next, handled: Math.max(0, from.handled - events.length) };
        if (from.handled >= events.length) await checkpoint?.(checkpointText(place), null);
        continue;
      }
      // The answer came early, so it was not held: too many answers are held, or the service holds none.
      if (seconds > 0 && timing.nowMs() - askedAtMs >= seconds * 500) continue;
    }
    await pause(
      timing.sleep,
      Math.max(pauseMs(pauses++), tolerated.answer === null ? tolerated.notBeforeMs : 0),
      signal,
    );
  }
}

/** Throws RangeError. A call must last longer than its answer is held, so a shorter time limit shortens the wait. */
export function waitingWithin(waitSeconds: number, { timeoutMs }: Timing): number {
  if (!Number.isInteger(waitSeconds) || waitSeconds < 0 || waitSeconds > LONGEST_WAIT_SECONDS) {
    throw new RangeError(`\`waitSeconds\` is ${waitSeconds}; it must be an integer from 0 to ${LONGEST_WAIT_SECONDS}.`);
  }
  return Math.max(0, Math.min(waitSeconds, Math.floor(timeoutMs / 1000) - MARGIN_SECONDS));
}

/** listEvents refuses larger values. */
const LONGEST_WAIT_SECONDS = 20;
/** Time for the connection, and for a cold start of the service. */
const MARGIN_SECONDS = 5;

/** A cursor of the service, and how many of the events after it are handled. Their order never changes. */
interface Checkpoint {
  /** Null: from the oldest event. */
  readonly cursor: string | null;
  readonly handled: number;
}

function placeOf(text: string | null): Checkpoint {
  const [, cursor, handled] = /^([\w-]*)\.(\d{1,9})$/.exec(text ?? '') ?? [];
  if (cursor === undefined) return { cursor: text, handled: 0 };
  return { cursor: cursor === '' ? null : cursor, handled: Number(handled) };
}

function checkpointText({ cursor, handled }: Checkpoint): string {
  return handled === 0 && cursor !== null ? cursor : `${cursor ?? ''}.${handled}`;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError(signal);
}
