/** What the framework adapters share: verify, answer 400 to what is not authentic, hand over, answer 2xx. */
import { type EventSecrets, type EventToVerify, EventVerificationError, signingKeys, verifyEvent } from '../events';
import type { RequestEvent } from '../types';

export interface ReceiveOptions extends EventSecrets {
  /**
   * Records the event's id and returns; do the work elsewhere. What it throws goes to the framework's own error handling,
   * is answered 5xx, and the post comes again.
   */
  readonly onEvent: (event: RequestEvent) => Promise<void> | void;
  /** Told why a post was answered 400; the answer's body says it too. */
  readonly onRefused?: (error: EventVerificationError) => void;
  readonly toleranceSeconds?: number;
}

export interface Received {
  readonly status: 204 | 400;
  /** Why, for the answer's body; names no secret. Empty on 204. */
  readonly reason: string;
}

export type Post = Pick<EventToVerify, 'rawBody' | 'headers'>;

/** Throws TypeError at once where a secret is missing: better than at the first event. */
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
