/** A browser in which an operator is notified. */

import type { Device } from '../../access/rules/device';

export interface PushDevice {
  /** `dev_` and 24 hex digits. */
  readonly id: string;
  readonly device: Device;
  /** https, and its host is on the allow list (`hosts.ts`). */
  readonly endpoint: string;
  /** base64url of 65 bytes, a point of P-256. */
  readonly p256dh: string;
  /** base64url of 16 bytes. */
  readonly auth: string;
  /** base64url of the VAPID public key with which it subscribed. If that is another one now, the device has ended. */
  readonly publicKey: string;
  /** It is live only in the operator's access epoch. */
  readonly accessEpoch: number;
  readonly createdAtMs: number;
  /** When the push service last accepted a push; written at most once a day. */
  readonly acceptedAtMs: number | null;
}
