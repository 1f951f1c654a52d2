/** An operator's own devices: listDevices, addDevice and deleteDevice. Nobody adds, sees or removes those of somebody else. */

import { LIMITS } from '../../../../generated/limits';
import { person } from '../../../protocol/actor';
import { err, ok, type Result } from '../../../protocol/result';
import type { Device } from '../../access/rules/device';
import type { Operator } from '../../configuration/rules/items';
import type { Clock, Pause, Random } from '../../system/ports';
import type { DeviceStore, PushKeyStore } from '../ports';
import {
  type AddRefusal,
  addedDevice,
  type DeviceChange,
  type DeviceList,
  removedDevice,
  type Subscription,
  subscriptionProblem,
} from '../rules/changes';
import type { PushDevice } from '../rules/device';
import type { PushHosts } from '../rules/hosts';

export interface DevicesDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly deviceStore: DeviceStore;
  readonly pushKeys: Pick<PushKeyStore, 'publicKey'>;
  readonly pushHosts: PushHosts;
}

type Owner = Pick<Operator, 'org' | 'id'>;

/** The owner is signed in, so there is a record. */
export async function devicesOf({ deviceStore }: Pick<DevicesDeps, 'deviceStore'>, owner: Owner): Promise<DeviceList> {
  const list = await deviceStore.read(owner.org, owner.id);
  if (list === null) throw new Error(`the operator ${owner.id} has a session and no record`);
  return list;
}

export interface NewDevice extends Subscription {
  /** The key with which the browser subscribed. */
  readonly publicKey: string;
}

export type AddDeviceRefusal =
  | { readonly reason: 'invalid'; readonly problem: string }
  | { readonly reason: AddRefusal | 'other_key' | 'overtaken' };

export async function addDevice(
  deps: DevicesDeps,
  owner: Pick<Operator, 'org' | 'id' | 'accessEpoch'>,
  device: Device,
  given: NewDevice,
): Promise<Result<PushDevice, AddDeviceRefusal>> {
  const problem = subscriptionProblem(given, deps.pushHosts);
  if (problem !== null) return err({ reason: 'invalid', problem });
  if ((await deps.pushKeys.publicKey()) !== given.publicKey) return err({ reason: 'other_key' });
  const { endpoint, p256dh, auth, publicKey } = given;
  const { accessEpoch } = owner;
  const times = { createdAtMs: deps.clock.nowMs(), acceptedAtMs: null };
  const id = `dev_${deps.random.hex(12)}`;
  const added: PushDevice = { id, device, endpoint, p256dh, auth, publicKey, accessEpoch, ...times };
  return untilSaved(deps, async () => {
    const [own, earlier] = await Promise.all([devicesOf(deps, owner), earlierHolder(deps, owner, endpoint)]);
    const decided = addedDevice(own, earlier, added, LIMITS.devices.max);
    return decided.ok
      ? ok({ value: decided.value.device, changes: decided.value.changes })
      : err({ reason: decided.error });
  });
}

/** Null if nobody or the owner has it. */
async function earlierHolder({ deviceStore }: DevicesDeps, owner: Owner, endpoint: string): Promise<DeviceList | null> {
  const held = await deviceStore.holder(endpoint);
  if (held === null || (held.org === owner.org && held.operator === owner.id)) return null;
  return deviceStore.read(held.org, held.operator);
}

export type RemoveDeviceRefusal = { readonly reason: 'not_found' | 'overtaken' };

/** Removes a device of the owner, live or ended. Devices of other operators are not found. */
export function removeDevice(
  deps: Pick<DevicesDeps, 'clock' | 'random' | 'pause' | 'deviceStore'>,
  owner: Owner,
  id: string,
): Promise<Result<null, RemoveDeviceRefusal>> {
  return untilSaved(deps, async () => {
    const list = await devicesOf(deps, owner);
    const change = removedDevice(list, id, 'removed', person(owner.id), deps.clock.nowMs());
    return change === null ? err({ reason: 'not_found' }) : ok({ value: null, changes: [change] });
  });
}

/** Each conflict means that a list changed, and few people change it. */
const MAX_ATTEMPTS = 8;

/** Reads, decides and writes, again after a conflict. */
export async function untilSaved<T, Refusal>(
  { deviceStore, random, pause }: Pick<DevicesDeps, 'deviceStore' | 'random' | 'pause'>,
  decide: () => Promise<Result<{ readonly value: T; readonly changes: readonly DeviceChange[] }, Refusal>>,
): Promise<Result<T, Refusal | { readonly reason: 'overtaken' }>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const decided = await decide();
    if (!decided.ok) return decided;
    const { value, changes } = decided.value;
    if (changes.length === 0) return ok(value);
    const entryIds = changes.map(() => `device_${random.hex(12)}`);
    if ((await deviceStore.save(changes, entryIds)) === 'saved') return ok(value);
    await pause.beforeRetry(attempt);
  }
  return err({ reason: 'overtaken' });
}
