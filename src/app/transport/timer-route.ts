/**
 * Which way timers go (docs/decisions/direct-calls.md): a direct call of the function that fires them while there are few,
 * because a message is three requests to SQS; the queue while there are many, because it limits how many fire at once.
 * A direct call that is lost costs a minute: the item stays due, and the next sweep finds it.
 */
import type { Call, Clock, DueTimer, Log, Queue, QueueMessage, TimerEvent, TimerMessage } from '../ports';

export interface TimerRouteDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly call: Call<TimerEvent>;
  readonly queue: Queue<TimerMessage>;
}

/** As many as a batch of the queue, and as many batches as it has at once. */
const PER_CALL = 10;
export const MAX_CALLS = 50;
/** A sweep begins every minute. */
const WINDOW_MS = 55_000;

/** Checks, which may run early, and what is due already. Anything else waits in the queue for its instant. */
export function timerRoute({ clock, log, call, queue }: TimerRouteDeps): Queue<TimerMessage> {
  const spent = { fromMs: Number.NEGATIVE_INFINITY, calls: 0 };
  const mayCall = (): boolean => {
    const nowMs = clock.nowMs();
    if (nowMs - spent.fromMs >= WINDOW_MS) Object.assign(spent, { fromMs: nowMs, calls: 0 });
    spent.calls += 1;
    return spent.calls <= MAX_CALLS;
  };
  const startOrSend = async (some: readonly QueueMessage<TimerMessage>[]): Promise<void> => {
    if (mayCall()) {
      try {
        return await call.start({ due: some.map(({ body }) => body as DueTimer) });
      } catch (error) {
        log.warn('timers go through the queue, because the direct call failed', {
          reason: error instanceof Error ? error.message : String(error),
        });
      }
    }
    await queue.send(some);
  };
  return {
    async send(messages) {
      const direct = messages.filter(mayFireNow);
      const batches = Array.from({ length: Math.ceil(direct.length / PER_CALL) }, (_, index) =>
        direct.slice(index * PER_CALL, (index + 1) * PER_CALL),
      );
      await Promise.all([...batches.map(startOrSend), queue.send(messages.filter((message) => !mayFireNow(message)))]);
    },
  };
}

function mayFireNow({ body, delaySeconds = 0 }: QueueMessage<TimerMessage>): boolean {
  if (body.kind === 'refused_head') return false;
  return delaySeconds === 0 || body.kind === 'request' || body.kind === 'config';
}
