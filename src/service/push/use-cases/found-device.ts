/** What `notice` found about a device, which `timer` writes: accepted for the first time of a day, or ended (docs/decisions/push.md). */

import { SERVICE } from '../../../protocol/actor';
import { ok } from '../../../protocol/result';
import type { Clock } from '../../system/ports';
import type { FoundDevice, PushKeyStore } from '../ports';
import { type DeviceChange, removedDevice } from '../rules/changes';
import { isAcceptanceNews } from '../rules/device';
import { type DevicesDeps, untilSaved } from './devices';

export interface FoundDeviceDeps extends Pick<DevicesDeps, 'deviceStore' | 'random' | 'pause'> {
  readonly clock: Clock;
  readonly pushKeys: Pick<PushKeyStore, 'publicKey'>;
}

export async function noteFoundDevice(deps: FoundDeviceDeps, found: FoundDevice): Promise<void> {
  const saved = await untilSaved(deps, async () => ok({ value: null, changes: await changesOf(deps, found) }));
  // The queue delivers it again.
  if (!saved.ok) throw new Error('the devices of an operator changed at each attempt to write what was found');
}

async function changesOf(deps: FoundDeviceDeps, found: FoundDevice): Promise<readonly DeviceChange[]> {
  const before = await deps.deviceStore.read(found.org, found.operator);
  const device = before?.devices.find(({ id }) => id === found.device);
  if (before === null || device === undefined) return [];
  const at = Math.min(found.at, deps.clock.nowMs());
  if (found.found === 'accepted') {
    if (!isAcceptanceNews(device, at)) return [];
    const devices = before.devices.map((each) => (each === device ? { ...each, acceptedAtMs: at } : each));
    return [{ before, devices, entry: null }];
  }
  const because = (await deps.pushKeys.publicKey()) === device.publicKey ? 'gone' : 'other_key';
  const change = removedDevice(before, device.id, because, SERVICE, at);
  return change === null ? [] : [change];
}
