/** Following the feed of events (operation listEvents; docs/decisions/events-feed.md). */
import { abortError } from './errors';
import { pauseMs, tolerantReader } from './polling';
import type { CallOptions } from './transport';
import type { EventsPage, RequestEvent } from './types';

export interface FollowOptions {
  /**
   * What `checkpoint` was last given, or `latest` for only what happens from now on. Default: from the oldest event.
   */
  readonly after?: string | null;
  /**
   * Called after each event, once your loop asks for the next one, with the place after it. The event is null if only
   * the place has moved. To count each event exactly once, write what it causes and the place in one transaction, here.
   */
  readonly checkpoint?: (place: string, event: RequestEvent | null) => void | Promise<void>;
  /**
   * For how many seconds the service may hold each answer while there is no event: 0 to 20. With 20 you learn of an event
   * within a second or two, at the cost of one open call. Default: 0, polling with pauses of up to 30 seconds.
   */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

export type ReadEvents = (after: string | null, waitSeconds: number, options: CallOptions) => Promise<EventsPage>;

export interface Timing {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
  /** Of one call. */
  readonly timeoutMs: number;
}

/**
 * Goes on until you stop it. The pauses at the end of the feed grow from 1 s to 30 s and start again with each event. After an
 * answer that was held there is no pause. An event that your loop did not finish, because it threw or stopped, is given
 * again after a restart from the last checkpoint.
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
    // Held, the first answer would give the place too late: what happens until then would be missed after a restart.
    const waited = from.cursor === 'latest' ? 0 : seconds;
    const tolerated = await tolerantly(() => read(from.cursor, waited, { signal }));
    if (tolerated.answer !== null) {
      const { events, next } = tolerated.answer;
      for (const [index, event] of events.entries()) {
        // Handled before the restart, after this cursor.
        if (index < from.handled) continue;
        yield event;
        pauses = 0;
        const isLast = index === events.length - 1;
        await checkpoint?.(isLast ? next : textOf({ ...from, handled: index + 1 }), event);
        throwIfAborted(signal);
      }
      if (next !== from.cursor) {
        // Pages can differ in length, so what was handled can go on into the next page.
        place = { cursor: next, handled: Math.max(0, from.handled - events.length) };
        if (from.handled >= events.length) await checkpoint?.(textOf(place), null);
        continue;
      }
      // An answer that was not held comes early: too many are held, or the service holds none.
      if (seconds > 0 && timing.nowMs() - askedAtMs >= seconds * 500) continue;
    }
    await pause(
      timing.sleep,
      Math.max(pauseMs(pauses++), tolerated.answer === null ? tolerated.notBeforeMs : 0),
      signal,
    );
  }
}

/** Throws RangeError. A call must not end before its answer would: a shorter time limit of calls shortens the wait. */
export function waitingWithin(waitSeconds: number, { timeoutMs }: Timing): number {
  if (!Number.isInteger(waitSeconds) || waitSeconds < 0 || waitSeconds > LONGEST_WAIT_SECONDS) {
    throw new RangeError(`\`waitSeconds\` is ${waitSeconds}; it must be an integer from 0 to ${LONGEST_WAIT_SECONDS}.`);
  }
  return Math.max(0, Math.min(waitSeconds, Math.floor(timeoutMs / 1000) - MARGIN_SECONDS));
}

/** listEvents refuses more. */
const LONGEST_WAIT_SECONDS = 20;
/** For the connection, and for a cold start of the service. */
const MARGIN_SECONDS = 5;

/** A cursor of the service, and how many of the events after it are handled: the order never changes. */
interface Place {
  /** Null: from the oldest event. */
  readonly cursor: string | null;
  readonly handled: number;
}

function placeOf(text: string | null): Place {
  const [, cursor, handled] = /^([\w-]*)\.(\d{1,9})$/.exec(text ?? '') ?? [];
  if (cursor === undefined) return { cursor: text, handled: 0 };
  return { cursor: cursor === '' ? null : cursor, handled: Number(handled) };
}

function textOf({ cursor, handled }: Place): string {
  return handled === 0 && cursor !== null ? cursor : `${cursor ?? ''}.${handled}`;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError(signal);
}

async function pause(
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}
