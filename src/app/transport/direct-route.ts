/**
 * Which way what dispatch hands over goes (docs/decisions/direct-calls.md): a direct call of the function that handles it
 * while there is little to do, because a message to a queue is three requests; the queue while there is much, because the
 * queue collects batches and limits how many run at once.
 */
import type { Call, Clock, DirectEvent, Log, Queue, QueueMessage } from '../ports';
import { byteLength } from '../support/byte-length';
import { grouped } from '../support/grouped';

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
  /** Instead of `queue`, and of any direct call, while one instance has very much to send. */
  readonly crowd?: Queue<Body>;
}

/**
 * There is little to do while one instance has made fewer than so many direct calls, of which one is forgotten each second.
 * So people who turn their keys at once are no crowd, and a crowd soon waits in line.
 */
export const QUIET_CALLS = 5;
const FORGOTTEN_MS = 1000;
/** A crowd: so many messages of one instance were sent to the queue in the second before its next call. */
export const CROWD = 20;
/** Lambda takes 256 KiB for one call. */
const MAX_CALL_BYTES = 128 * 1024;
/** When there are more, those that were called for longest ago are forgotten. */
const MAX_REMEMBERED = 1000;

/** If a call fails, the queue takes its messages. Either way may repeat them, and loses none that it accepted. */
export function directRoute<Body>(deps: DirectRouteDeps<Body>): Queue<Body> {
  const { countedBy, perCall, log, what, call, queue, crowd } = deps;
  const wayOf = ways(deps.clock);
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
      const fits = (own: readonly QueueMessage<Body>[]) =>
        own.length <= perCall && own.every(isDue) && byteLength(JSON.stringify(own)) <= MAX_CALL_BYTES;
      const queued: QueueMessage<Body>[] = [];
      const crowded: QueueMessage<Body>[] = [];
      const calls: Promise<void>[] = [];
      for (const [by, own] of grouped(messages, countedBy)) {
        const way = fits(own) ? wayOf(by, own.length) : 'queue';
        if (way === 'call' || (way === 'crowd call' && crowd === undefined)) calls.push(startOrSend(own));
        else if (way === 'queue' || crowd === undefined) queued.push(...own);
        else crowded.push(...own);
      }
      await Promise.all([...calls, queue.send(queued), ...(crowded.length > 0 ? [crowd!.send(crowded)] : [])]);
    },
  };
}

interface Seen {
  /** When the last of its calls is forgotten. */
  readonly forgottenAtMs: number;
  /** Messages that were sent to the queue since the last call. */
  readonly waited: number;
  readonly isCrowd: boolean;
}

/** `crowd call`: it may be called for, but there is a crowd. */
function ways(clock: Clock): (by: string, count: number) => 'call' | 'crowd call' | 'queue' | 'crowd' {
  const seen = new Map<string, Seen>();
  return (by, count) => {
    const nowMs = clock.nowMs();
    const last = seen.get(by);
    const known = last !== undefined && last.forgottenAtMs > nowMs ? last : NOT_SEEN;
    const forgottenAtMs = Math.max(nowMs, known.forgottenAtMs) + FORGOTTEN_MS;
    const mayCall = forgottenAtMs - nowMs <= QUIET_CALLS * FORGOTTEN_MS;
    const waited = mayCall ? 0 : known.waited + count;
    const isCrowd = mayCall ? known.waited >= CROWD : known.isCrowd || waited >= CROWD;
    seen.delete(by);
    seen.set(by, { forgottenAtMs: mayCall ? forgottenAtMs : known.forgottenAtMs, waited, isCrowd });
    if (seen.size > MAX_REMEMBERED) seen.delete(seen.keys().next().value!);
    if (mayCall) return isCrowd ? 'crowd call' : 'call';
    return isCrowd ? 'crowd' : 'queue';
  };
}

const NOT_SEEN: Seen = { forgottenAtMs: 0, waited: 0, isCrowd: false };

const isDue = ({ delaySeconds = 0 }: QueueMessage<unknown>): boolean => delaySeconds === 0;
