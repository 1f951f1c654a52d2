/**
 * Which way what dispatch hands over goes (docs/decisions/direct-calls.md): a direct call of the function that handles it
 * while there is little to do, because a message to a queue is three requests; the queue while there is much, because the
 * queue collects batches and limits how many run at once.
 */
import type { Call, Clock, DirectEvent, Log, Queue, QueueMessage } from './ports';

export interface DirectRouteDeps<Body> {
  readonly clock: Clock;
  readonly log: Log;
  /** What is sent, for the log. */
  readonly what: string;
  /** Calls are counted, and made, for each of these apart. */
  readonly countedBy: (message: QueueMessage<Body>) => string;
  /** The most messages of one call. */
  readonly perCall: number;
  readonly call: Call<DirectEvent<Body>>;
  readonly queue: Queue<Body>;
}

/**
 * There is little to do while one instance has made fewer than so many direct calls, of which one is forgotten each second.
 * So people who turn their keys at once are no crowd, and a crowd soon waits in line.
 */
export const QUIET_CALLS = 5;
const FORGOTTEN_MS = 1000;
/** Lambda takes 256 KiB for one call. */
const MAX_CALL_BYTES = 128 * 1024;
/** When there are more, those that were called for longest ago are forgotten. */
const MAX_REMEMBERED = 1000;

/** If a call fails, the queue takes its messages. Either way may repeat them, and loses none that it accepted. */
export function directRoute<Body>(deps: DirectRouteDeps<Body>): Queue<Body> {
  const { countedBy, perCall, log, what, call, queue } = deps;
  const mayCall = quietCalls(deps.clock);
  const startOrSend = async (messages: readonly QueueMessage<Body>[]): Promise<void> => {
    try {
      await call.start({ messages });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`${what} go through the queue, because the direct call failed`, { reason });
      await queue.send(messages);
    }
  };
  return {
    async send(messages) {
      const isDirect = (own: readonly QueueMessage<Body>[], by: string) =>
        own.length <= perCall && own.every(isDue) && JSON.stringify(own).length <= MAX_CALL_BYTES && mayCall(by);
      const queued: QueueMessage<Body>[] = [];
      const calls: Promise<void>[] = [];
      for (const [by, own] of grouped(messages, countedBy)) {
        if (isDirect(own, by)) calls.push(startOrSend(own));
        else queued.push(...own);
      }
      await Promise.all([...calls, queue.send(queued)]);
    },
  };
}

function quietCalls(clock: Clock): (by: string) => boolean {
  /** When the last of its calls is forgotten. */
  const forgottenAtMs = new Map<string, number>();
  return (by) => {
    const nowMs = clock.nowMs();
    const untilMs = Math.max(nowMs, forgottenAtMs.get(by) ?? 0) + FORGOTTEN_MS;
    if (untilMs - nowMs > QUIET_CALLS * FORGOTTEN_MS) return false;
    forgottenAtMs.delete(by);
    forgottenAtMs.set(by, untilMs);
    if (forgottenAtMs.size > MAX_REMEMBERED) forgottenAtMs.delete(forgottenAtMs.keys().next().value!);
    return true;
  };
}

const isDue = ({ delaySeconds = 0 }: QueueMessage<unknown>): boolean => delaySeconds === 0;

function grouped<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(by(one), [...(found.get(by(one)) ?? []), one]);
  return found;
}
