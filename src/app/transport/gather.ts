/** Sends that are made at the same moment, as one: a batch of stream records costs one request to each queue, not one a record. */
import type { Queue, QueueMessage } from '../ports';
import type { Queues } from './hand-over';

/** The queues as dispatch uses them: one send to each for all that a batch of the stream has for it. */
export function gatheredQueues({ events, notices, audit, timers }: Queues): Queues {
  return {
    events: gathered(events),
    notices: gathered(notices),
    audit: gathered(audit),
    timers: gathered(timers),
  };
}

interface Sending<Body> {
  readonly messages: readonly QueueMessage<Body>[];
  resolve(): void;
  reject(reason: unknown): void;
}

/** If they cannot be sent together, each is sent again by itself, so one that is refused fails alone. */
export function gathered<Body>(queue: Queue<Body>): Queue<Body> {
  let waiting: Sending<Body>[] = [];
  const sendAll = async (): Promise<void> => {
    const together = waiting;
    waiting = [];
    try {
      await queue.send(together.flatMap(({ messages }) => messages));
      for (const { resolve } of together) resolve();
    } catch (error) {
      if (together.length === 1) together[0]!.reject(error);
      else
        await Promise.all(together.map(({ messages, resolve, reject }) => queue.send(messages).then(resolve, reject)));
    }
  };
  return {
    send(messages) {
      if (messages.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ messages, resolve, reject });
        // Before anything that waits for the network goes on.
        if (waiting.length === 1) queueMicrotask(sendAll);
      });
    },
  };
}
