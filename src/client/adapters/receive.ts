/** Shared by the framework adapters: verify, answer 400 if the event is not authentic, call `onEvent`, answer 2xx. */
import { type EventSecrets, type EventToVerify, EventVerificationError, signingKeys, verifyEvent } from '../events';
import type { RequestEvent } from '../types';

export interface ReceiveOptions extends EventSecrets {
  /**
   * Record the event's id and return; do the work elsewhere. If it throws, the framework's own error handling answers
   * 5xx, and the service posts the event again.
   */
  readonly onEvent: (event: RequestEvent) => Promise<void> | void;
  /** Called with the reason when a post is answered with 400. The answer's body has the same reason. */
  readonly onRefused?: (error: EventVerificationError) => void;
  readonly toleranceSeconds?: number;
}

export interface Received {
  readonly status: 204 | 400;
  /** The reason, for the answer's body. It contains no secret. Empty on 204. */
  readonly reason: string;
}

export type Post = Pick<EventToVerify, 'rawBody' | 'headers'>;

/** Throws TypeError immediately if a secret is missing, and not only at the first event. */
export function receiver(options: ReceiveOptions): (post: Post) => Promise<Received> {
  signingKeys(options);
  return async (post) => {
    let event: RequestEvent;
    try {
      event = verifyEvent({ ...options, ...post });
    } catch (error) {
      if (!(error instanceof EventVerificationError)) throw error;
      options.onRefused?.(error);
      return { status: 400, reason: `${error.reason}: ${error.message}` };
    }
    await options.onEvent(event);
    return { status: 204, reason: '' };
  };
}
