/** What the framework adapters share: verify, answer 400 to what is not authentic, hand over, answer 2xx. */
import { type EventSecrets, EventVerificationError, verifyEvent } from '../events';
import type { RequestEvent } from '../types';

export interface ReceiveOptions extends EventSecrets {
  /** Records the event's id and returns; do the work elsewhere. Throws: answered 500, and the post comes again. */
  readonly onEvent: (event: RequestEvent) => Promise<void> | void;
  readonly toleranceSeconds?: number;
}

export interface Received {
  readonly status: 204 | 400 | 500;
  /** For the log; empty on 204. */
  readonly reason: string;
}

export async function receive(
  options: ReceiveOptions,
  rawBody: string | Uint8Array,
  signature: string | null | undefined,
): Promise<Received> {
  let event: RequestEvent;
  try {
    event = verifyEvent({ ...options, rawBody, signature });
  } catch (error) {
    if (error instanceof EventVerificationError) return { status: 400, reason: error.message };
    throw error;
  }
  try {
    await options.onEvent(event);
    return { status: 204, reason: '' };
  } catch (error) {
    return { status: 500, reason: error instanceof Error ? error.message : 'onEvent failed' };
  }
}
