/** What changes when a device is added or removed: lists of devices, each with the entry that the same write stores. */

import { type Actor, person, SERVICE } from '../../../protocol/actor';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { isPushPoint, isPushSecret } from '../../../protocol/push-keys';
import { err, ok, type Result } from '../../../protocol/result';
import { entryIn, type PendingEntry } from '../../audit/rules/chain';
import { DEVICE_ENTRIES, liveDevices, type PushDevice, type PushShows, type RemovedBecause } from './device';
import { endpointProblem } from './endpoint';
import type { PushHosts } from './hosts';

/** An operator's devices as they were read. */
export interface DeviceList {
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly enabled: boolean;
  readonly accessEpoch: number;
  readonly devices: readonly PushDevice[];
  readonly shows: PushShows;
}

/** A new list in place of the one that was read, with its entry. */
export interface DeviceChange {
  readonly before: DeviceList;
  readonly devices: readonly PushDevice[];
  readonly entry: PendingEntry | null;
}

/** What a browser gives of its subscription. */
export type Subscription = Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>;

/** A sentence that names the field. Null if a push can be sealed for the subscription, and may go to its endpoint. */
export function subscriptionProblem({ endpoint, p256dh, auth }: Subscription, allowed: PushHosts): string | null {
  const problem = endpointProblem(endpoint, allowed);
  if (problem !== null) return `endpoint: ${problem}`;
  if (!isPushPoint(p256dh)) return 'keys.p256dh: must be the 65 bytes of a point of P-256, as base64url.';
  if (!isPushSecret(auth)) return 'keys.auth: must be 16 bytes, as base64url.';
  return null;
}

export type AddRefusal = 'too_many' | 'of_another_browser';

interface Added {
  readonly device: PushDevice;
  readonly changes: readonly DeviceChange[];
}

/**
 * Adds the device to its owner's list. A browser has one subscription for all who sign in. So an
 * endpoint that the owner has is replaced, and one that somebody else has is taken over: the codes of the person who
 * signed in before must not arrive in a browser that is now another's. Equal keys show that it is the same browser.
 * Knowing an endpoint is not enough, because its push service knows it too.
 *
 * Ended devices of the owner go with the same write.
 */
export function addedDevice(
  own: DeviceList,
  earlier: DeviceList | null,
  device: PushDevice,
  most: number,
): Result<Added, AddRefusal> {
  const same = own.devices.find(({ endpoint }) => endpoint === device.endpoint);
  if (same !== undefined && isSameSubscription(same, device)) return ok({ device: same, changes: [] });
  const others = liveDevices(own).filter((each) => each !== same);
  // One of another key of the service has ended too. It goes with an entry, when `notice` finds it.
  if (others.filter(({ publicKey }) => publicKey === device.publicKey).length >= most) return err('too_many');
  const taken = earlier === null ? null : takenOver(earlier, device);
  if (taken === 'of_another_browser') return err(taken);
  const by = person(own.operator);
  const entry = entryOf('device.added', own, device, by, device.createdAtMs, {});
  const change = { before: own, devices: [...others, device], entry };
  return ok({ device, changes: taken === null ? [change] : [change, taken] });
}

/** The same browser sent what is stored. */
function isSameSubscription(stored: PushDevice, given: PushDevice): boolean {
  return (
    hasEqualKeys(stored, given) && stored.publicKey === given.publicKey && stored.accessEpoch === given.accessEpoch
  );
}

const hasEqualKeys = (one: Subscription, other: Subscription): boolean =>
  one.p256dh === other.p256dh && one.auth === other.auth;

/** The entry does not say who has it now: that may be another organization. */
function takenOver(earlier: DeviceList, device: PushDevice): DeviceChange | 'of_another_browser' {
  const held = earlier.devices.find(({ endpoint }) => endpoint === device.endpoint);
  // It is gone, and must stay so until the write.
  if (held === undefined) return { before: earlier, devices: earlier.devices, entry: null };
  return hasEqualKeys(held, device)
    ? removal(earlier, held, 'taken_over', SERVICE, device.createdAtMs)
    : 'of_another_browser';
}

/** Null if the operator has no such device. */
export function removedDevice(
  list: DeviceList,
  id: string,
  because: RemovedBecause,
  by: Actor,
  at: number,
): DeviceChange | null {
  const held = list.devices.find((each) => each.id === id);
  return held === undefined ? null : removal(list, held, because, by, at);
}

/** An ended device goes without an entry: people were told when their access ended. */
function removal(before: DeviceList, held: PushDevice, because: RemovedBecause, by: Actor, at: number): DeviceChange {
  const isLive = liveDevices(before).includes(held);
  const entry = isLive ? entryOf('device.removed', before, held, by, at, { because }) : null;
  return { before, devices: before.devices.filter((each) => each !== held), entry };
}

function entryOf(
  kind: keyof typeof DEVICE_ENTRIES,
  { operator }: DeviceList,
  { id, device }: PushDevice,
  by: Actor,
  at: number,
  more: { readonly because?: RemovedBecause },
): PendingEntry {
  return entryIn(DEVICE_ENTRIES)(at, kind, id, by, { operator, device, ...more });
}
