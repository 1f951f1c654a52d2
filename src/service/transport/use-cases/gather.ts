/**
 * The queues for what follows from a record. Sends made at the same moment are combined, so that a batch of stream records
 * costs one request to each queue.
 */

import type { AuditMessage } from '../../audit/ports';
import { joinedMessages } from '../../audit/use-cases/audit-messages';
import type { DeliveryMessage } from '../../delivery/use-cases/hand-over';
import type { CombinedMailMessage, NoticeMessage } from '../../notice/ports';
import type { Queue, QueueMessage } from '../../system/ports';
import type { TimerMessage } from '../ports';

export interface Queues {
  readonly events: Queue<DeliveryMessage>;
  readonly notices: Queue<NoticeMessage | CombinedMailMessage>;
  readonly audit: Queue<AuditMessage>;
  readonly timers: Queue<TimerMessage>;
}

/** The queues for dispatch: one send to each queue for a complete batch of the stream. */
export function gatheredQueues({ events, notices, audit, timers }: Queues): Queues {
  return {
    events: gathered(events),
    notices: gathered(notices),
    audit: gathered(audit, joinedMessages),
    timers: gathered(timers),
  };
}

interface Sending<Body> {
  readonly messages: readonly QueueMessage<Body>[];
  resolve(): void;
  reject(reason: unknown): void;
}

type Join<Body> = (messages: readonly QueueMessage<Body>[]) => readonly QueueMessage<Body>[];

/**
 * `join` may make fewer messages of those that are sent together. If the combined send fails, each message is sent again by
 * itself, so that one refused message fails alone.
 */
export function gathered<Body>(queue: Queue<Body>, join: Join<Body> = (messages) => messages): Queue<Body> {
  let waiting: Sending<Body>[] = [];
  const sendAll = async (): Promise<void> => {
    const together = waiting;
    waiting = [];
    try {
      await queue.send(join(together.flatMap(({ messages }) => messages)));
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
        // Runs before anything that waits for the network continues.
        if (waiting.length === 1) queueMicrotask(sendAll);
      });
    },
  };
}
