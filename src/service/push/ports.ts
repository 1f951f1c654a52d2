/** What sends a push to a browser. */

import type { PushDevice } from './rules/device';

export interface PushSender {
  /**
   * Seals the text for the device and posts it to its push service. Never throws because of what the push service answers.
   */
  send(device: PushDevice, push: OutgoingPush): Promise<PushOutcome>;
  /** base64url of the VAPID public key, as it is now: another instance may have used a new one first. */
  publicKey(): Promise<string>;
}

export interface OutgoingPush {
  /** At most `MAX_PLAINTEXT_BYTES`. */
  readonly plaintext: Uint8Array;
  /** At most 32 characters of base64url. A push that still waits is replaced by a later one with the same topic. */
  readonly topic: string;
  /** How long the push service keeps it for a device that is not connected. */
  readonly ttlSeconds: number;
  readonly urgency: 'high' | 'normal';
}

export type PushOutcome =
  /** The push service has it. Whether the device gets it is not known. */
  | { readonly kind: 'accepted' }
  /** The subscription has ended: 404, 410, or it was made with an earlier VAPID key. */
  | { readonly kind: 'gone' }
  /** Not now: 429, 5xx, no connection, no answer. Null: it did not say when. */
  | { readonly kind: 'later'; readonly afterSeconds: number | null }
  /** It would be refused again. 0: its address is refused, and nothing was sent. */
  | { readonly kind: 'refused'; readonly status: number };
