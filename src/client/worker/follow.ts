/** Wakes a worker by the feed of events (docs/decisions/events-feed.md). */
import { isKeyRefused } from '../errors';
import { backOffMs } from '../polling';
import { messageOf } from './message';
import type { Settings } from './options';

type Followed = Pick<Settings, 'client' | 'log' | 'sleep'>;

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
