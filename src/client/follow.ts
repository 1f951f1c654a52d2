/** Following the feed of events (operation listEvents; docs/decisions/events-feed.md). */
import { abortError } from './errors';
import { pauseMs, tolerantReader } from './polling';
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
  readonly signal?: AbortSignal;
}

export type ReadEvents = (after: string | null, signal: AbortSignal | undefined) => Promise<EventsPage>;

/**
 * Never ends by itself. The pauses at the end of the feed grow from 1 s to 30 s and start again with each event. An event
 * that your loop did not finish, because it threw or stopped, is given again after a restart from the last checkpoint.
 */
export async function* followEvents(
  read: ReadEvents,
  { after, checkpoint, signal }: FollowOptions,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): AsyncGenerator<RequestEvent, void, void> {
  const tolerantly = tolerantReader<EventsPage>(signal);
  let place = placeOf(after ?? null);
  for (let pauses = 0; ; ) {
    const from = place;
    throwIfAborted(signal);
    const tolerated = await tolerantly(() => read(from.cursor, signal));
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
    }
    await pause(sleep, Math.max(pauseMs(pauses++), tolerated.answer === null ? tolerated.notBeforeMs : 0), signal);
  }
}

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
