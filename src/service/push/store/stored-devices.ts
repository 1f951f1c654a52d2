/** Devices in the item of their operator, beside its body: an edit of the operator leaves them as they are (docs/storage.md). */

import { fromConfigItem } from '../../../adapters/dynamodb/config-item';
import type { Item } from '../../../adapters/dynamodb/items';
import type { Operator } from '../../configuration/rules/items';
import type { PushDevice, PushShows, Recipient } from '../rules/device';

export const devicesIn = ({ devices }: Item): readonly PushDevice[] =>
  devices === undefined ? [] : (JSON.parse(devices as string) as PushDevice[]);

export const showsIn = ({ push_shows: shows }: Item): PushShows => (shows as PushShows | undefined) ?? 'text';

/** Undefined: the attribute is removed, so that an operator without a device has the item of before. */
export const storedDevices = (devices: readonly PushDevice[]): string | undefined =>
  devices.length === 0 ? undefined : JSON.stringify(devices);

export const recipientIn = (item: Item): Recipient => ({
  ...fromConfigItem<Operator>(item),
  devices: devicesIn(item),
  pushShows: showsIn(item),
});
