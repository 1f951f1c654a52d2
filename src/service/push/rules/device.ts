/**
 * Devices to which an operator's notices are pushed (docs/decisions/push.md). A device is a place to which codes go, so it
 * is guarded as an address: only its operator adds one, by a fresh sign-in, and what ends passkeys ends it.
 */

import { named, said } from '../../../protocol/words';
import type { Device } from '../../access/rules/device';
import type { EntryWords } from '../../audit/rules/chain';
import type { Operator } from '../../configuration/rules/items';

/** One browser of one operator. */
export interface PushDevice {
  /** `dev_` and 24 hex digits. */
  readonly id: string;
  readonly device: Device;
  /** Where the push service of the browser takes its pushes. Its push service knows it too, and it is no secret of the browser alone. */
  readonly endpoint: string;
  /** The browser's public key, base64url: 65 bytes, a point of P-256. */
  readonly p256dh: string;
  /** The secret that it shares with this service, base64url: 16 bytes. */
  readonly auth: string;
  /** The service's own key with which it subscribed, base64url. With another key now, it has ended. */
  readonly publicKey: string;
  /** It is live only in this access epoch of its operator (see `Operator.accessEpoch`). */
  readonly accessEpoch: number;
  readonly createdAtMs: number;
  /** When its push service last accepted a push, accurate to the day. Null: never. */
  readonly acceptedAtMs: number | null;
}

/** `no_text`: a notification says only that there is something to do, also on a screen that others see. */
export const PUSH_SHOWS = ['text', 'no_text'] as const;
export type PushShows = (typeof PUSH_SHOWS)[number];

/** An operator who gets a message, with the devices to which it can go. */
export interface Recipient extends Operator {
  readonly devices: readonly PushDevice[];
  readonly pushShows: PushShows;
}

type Owned = Pick<Recipient, 'enabled' | 'accessEpoch' | 'devices'>;

export const liveDevices = ({ enabled, accessEpoch, devices }: Owned): readonly PushDevice[] =>
  enabled ? devices.filter((each) => each.accessEpoch === accessEpoch) : [];

const DAY_MS = 24 * 3600_000;

/** Whether an acceptance is worth a write. */
export const isAcceptanceNews = ({ acceptedAtMs }: Pick<PushDevice, 'acceptedAtMs'>, nowMs: number): boolean =>
  acceptedAtMs === null || nowMs - acceptedAtMs >= DAY_MS;

/** Why a device was removed. One whose access was ended is not removed: it is not live. */
export type RemovedBecause = 'removed' | 'taken_over' | 'gone' | 'other_key';

const WHY: Readonly<Record<RemovedBecause, string>> = {
  removed: 'it was removed.',
  taken_over: 'another operator turned on notifications in the same browser.',
  gone: 'its push service says that the subscription has ended.',
  other_key: 'the push key of the service has changed. Turn notifications on again on that device.',
};

const CALLED: Readonly<Record<Device, string>> = {
  windows: 'Windows',
  mac: 'Mac',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  iphone: 'iPhone',
  ipad: 'iPad',
  android: 'Android',
  unknown: 'unknown device',
};
const called = (device: unknown): string => CALLED[device as Device] ?? CALLED.unknown;

export const DEVICE_ENTRIES = {
  'device.added': {
    audience: 'owner',
    title: 'A device was added for notifications',
    told: ({ data }) =>
      said`Notifications of the operator ${named('operator', data.operator)} also go to a new device (${called(data.device)}).`,
  },
  'device.removed': {
    audience: 'owner',
    title: 'A device was removed from notifications',
    told: ({ data }) =>
      said`Notifications of the operator ${named('operator', data.operator)} no longer go to a device (${called(data.device)}): ${WHY[data.because as RemovedBecause]}`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;
