/**
 * An operator's own devices: listDevices, addDevice, testDevice and deleteDevice. Nobody adds, sees or removes those of
 * somebody else.
 */

import { LIMITS } from '../../../../generated/limits';
import { person } from '../../../protocol/actor';
import { err, ok, type Result } from '../../../protocol/result';
import type { Counter } from '../../access/ports';
import type { Device } from '../../access/rules/device';
import type { Operator } from '../../configuration/rules/items';
import type { Clock, Pause, Queue, Random } from '../../system/ports';
import type { DeviceStore, PublishPushKey, PushKeyStore, PushTask } from '../ports';
import {
  type AddRefusal,
  addedDevice,
  type DeviceChange,
  type DeviceList,
  removedDevice,
  type Subscription,
  subscriptionProblem,
} from '../rules/changes';
import { liveDevices, type PushDevice } from '../rules/device';
import type { PushHosts } from '../rules/hosts';

export interface DevicesDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly deviceStore: DeviceStore;
  readonly pushKeys: Pick<PushKeyStore, 'publicKey'>;
  readonly pushHosts: PushHosts;
  readonly counter: Counter;
  readonly queues: { readonly notices: Queue<PushTask | PublishPushKey> };
}

type Owner = Pick<Operator, 'org' | 'id'>;

/** The owner is signed in, so there is a record. */
async function devicesOf({ deviceStore }: Pick<DevicesDeps, 'deviceStore'>, owner: Owner): Promise<DeviceList> {
  const list = await deviceStore.read(owner.org, owner.id);
  if (list === null) throw new Error(`the operator ${owner.id} has a session and no record`);
  return list;
}

export interface Devices {
  /** Oldest first. */
  readonly live: readonly PushDevice[];
  readonly list: DeviceList;
  /** The key with which a browser subscribes. Null: not published yet. */
  readonly publicKey: string | null;
}

/**
 * Those that get what is pushed now: in this access epoch, and with the key that is published. Only `notice` has the private key. Without
 * a device, nothing else would make it publish its first or a new one, so it is asked to.
 */
export async function listDevices(deps: DevicesDeps, owner: Owner): Promise<Devices> {
  const [list, publicKey] = await Promise.all([devicesOf(deps, owner), deps.pushKeys.publicKey()]);
  const live = liveDevices(list).filter((each) => each.publicKey === publicKey);
  if (live.length === 0) await deps.queues.notices.send([{ body: { publish_push_key: true }, groupId: owner.org }]);
  return { live, list, publicKey };
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
  const saved = await untilSaved(deps, async () => {
    const [own, earlier] = await Promise.all([devicesOf(deps, owner), earlierHolder(deps, owner, endpoint)]);
    const decided = addedDevice(own, earlier, added, LIMITS.devices.max);
    return decided.ok
      ? ok({ value: decided.value.device, changes: decided.value.changes })
      : err({ reason: decided.error });
  });
  // The person sees at once that it works. A push that is missing here is no failure: mails go too.
  if (saved.ok && (await mayTest(deps, owner)) === null) await sendTest(deps, owner, saved.value.id);
  return saved;
}

/** Null if nobody or the owner has it. */
async function earlierHolder({ deviceStore }: DevicesDeps, owner: Owner, endpoint: string): Promise<DeviceList | null> {
  const held = await deviceStore.holder(endpoint);
  if (held === null || (held.org === owner.org && held.operator === owner.id)) return null;
  return deviceStore.read(held.org, held.operator);
}

/** A test is one post to a push service, which limits those of a service too. */
export const TESTS_IN_A_WINDOW = 10;
const TEST_WINDOW_MS = 10 * 60_000;

export type TestDeviceRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'too_many_tests'; readonly retryAfterMs: number };

/** Sends a test to a live device of the owner. */
export async function testDevice(
  deps: DevicesDeps,
  owner: Owner,
  id: string,
): Promise<Result<null, TestDeviceRefusal>> {
  const device = liveDevices(await devicesOf(deps, owner)).find((each) => each.id === id);
  if (device === undefined) return err({ reason: 'not_found' });
  const retryAfterMs = await mayTest(deps, owner);
  if (retryAfterMs !== null) return err({ reason: 'too_many_tests', retryAfterMs });
  await sendTest(deps, owner, id);
  return ok(null);
}

/** Counts a test. Null, or after how long there may be another one. */
async function mayTest({ counter, clock }: DevicesDeps, { org, id }: Owner): Promise<number | null> {
  const nowMs = clock.nowMs();
  const limited = { what: 'pushTests', of: `${org}#${id}`, windowMs: TEST_WINDOW_MS } as const;
  const { count, endsAtMs } = await counter.count(limited, nowMs);
  return count > TESTS_IN_A_WINDOW ? endsAtMs - nowMs : null;
}

async function sendTest({ queues }: DevicesDeps, { org, id: operator }: Owner, device: string): Promise<void> {
  const body: PushTask = { org, push: { operator, device, attempt: 0, about: { test: true } } };
  await queues.notices.send([{ body, groupId: org }]);
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
