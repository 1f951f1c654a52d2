/** Devices beside an operator, who has an endpoint, and the published key. */
import type { OperatorId, OrgId } from '../../../src/protocol/identifiers';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import { pendingEntry } from '../../../src/service/audit/rules/chain';
import { edited, type Operator } from '../../../src/service/configuration/rules/items';
import type { DeviceStore } from '../../../src/service/push/ports';
import type { DeviceChange, DeviceList } from '../../../src/service/push/rules/changes';
import type { PushDevice } from '../../../src/service/push/rules/device';
import { createDeviceStore } from '../../../src/service/push/store/device-store';
import { createPushKeyStore } from '../../../src/service/push/store/push-key-store';
import { ALPHA, at, BRAVO } from '../../support/builders';
import { PERMIT } from '../../support/permit';
import { losingAnswers } from '../../support/tables';
import { anOperator } from './config-items';
import type { Place } from './stores';

let count = 0;
function aDevice(fields: Partial<PushDevice> = {}): PushDevice {
  const n = ++count;
  return {
    ...{ id: `dev_${n}`, device: 'iphone', endpoint: `https://web.push.apple.com/${process.pid}-${Date.now()}-${n}` },
    ...{
      p256dh: 'point',
      auth: 'secret',
      publicKey: 'key',
      accessEpoch: 0,
      createdAtMs: at('12:00'),
      acceptedAtMs: null,
    },
    ...fields,
  };
}

export function deviceRules(place: Place): void {
  let store: DeviceStore;
  let org: OrgId;
  const config = () => createConfigStore(place.tables());
  const read = async (operator: OperatorId): Promise<DeviceList> => (await store.read(org, operator))!;
  const to = (before: DeviceList, ...devices: readonly PushDevice[]): DeviceChange => ({
    before,
    devices,
    entry: null,
  });
  const endpointsOf = async (operator: OperatorId) => (await read(operator)).devices.map(({ endpoint }) => endpoint);

  beforeEach(async () => {
    store = createDeviceStore(place.tables());
    org = place.org();
    for (const id of [ALPHA, BRAVO]) expect(await config().saveOperator(anOperator(org, id), PERMIT)).toBe('saved');
  });

  test('the device store gives what was written, with the entry, and says who has the endpoint', async () => {
    const device = aDevice();
    const entry = pendingEntry(at('12:00'), 'device.added', device.id, { actor: ALPHA, actor_kind: 'person' });
    expect(await store.save([{ ...to(await read(ALPHA), device), entry }], ['device_1'])).toBe('saved');
    expect(await read(ALPHA)).toMatchObject({ org, operator: ALPHA, enabled: true, accessEpoch: 0, devices: [device] });
    expect(await store.holder(device.endpoint)).toEqual({ org, operator: ALPHA });
    expect(await config().incident(org, 'device_1')).toMatchObject({ revision: 1, journal: [{ entries: [entry] }] });
    expect(await config().recipient(org, ALPHA)).toMatchObject({ id: ALPHA, devices: [device], pushShows: 'text' });
    expect(await read(BRAVO)).toMatchObject({ devices: [] });
  });

  test('the device store gives nothing of an operator who does not exist', async () => {
    expect(await store.read(org, 'op_nobody' as OperatorId)).toBeNull();
    expect(await store.holder('https://web.push.apple.com/nobody')).toBeNull();
  });

  test('the device store keeps one of two changes of the same list, also if there was none', async () => {
    const none = await read(ALPHA);
    const [first, second] = [aDevice(), aDevice()];
    expect(await store.save([to(none, first)], ['a'])).toBe('saved');
    expect(await store.save([to(none, second)], ['b'])).toBe('conflict');
    expect(await store.holder(second.endpoint)).toBeNull();
    const one = await read(ALPHA);
    expect(await store.save([to(one)], ['c'])).toBe('saved');
    expect(await store.save([to(one, first, second)], ['d'])).toBe('conflict');
    expect(await read(ALPHA)).toEqual(none);
    expect(await store.holder(first.endpoint)).toBeNull();
  });

  test('the device store writes no entry of a change that lost', async () => {
    const none = await read(ALPHA);
    const entry = pendingEntry(at('12:00'), 'device.added', 'dev', { actor: ALPHA, actor_kind: 'person' });
    await store.save([to(none, aDevice())], ['a']);
    expect(await store.save([{ ...to(none, aDevice()), entry }], ['device_lost'])).toBe('conflict');
    expect(await config().incident(org, 'device_lost')).toBeNull();
  });

  test('the device store moves an endpoint from one operator to another, or does nothing', async () => {
    const [device, kept] = [aDevice(), aDevice()];
    await store.save([to(await read(ALPHA), device, kept)], ['a']);
    const [alpha, bravo] = [await read(ALPHA), await read(BRAVO)];
    const moved = { ...device, id: 'dev_moved' };
    expect(await store.save([to(bravo, moved)], ['b'])).toBe('conflict');
    expect(await store.save([to(bravo, moved), to(alpha, kept)], ['c', 'd'])).toBe('saved');
    expect(await store.holder(device.endpoint)).toEqual({ org, operator: BRAVO });
    expect(await store.holder(kept.endpoint)).toEqual({ org, operator: ALPHA });
    expect([await endpointsOf(ALPHA), await endpointsOf(BRAVO)]).toEqual([[kept.endpoint], [device.endpoint]]);
    // The list of the operator who had it has changed since it was read.
    expect(await store.save([to(await read(BRAVO)), to(alpha, device)], ['e', 'f'])).toBe('conflict');
    expect(await store.holder(device.endpoint)).toEqual({ org, operator: BRAVO });
  });

  test('the device store keeps devices and what they show while the operator is edited', async () => {
    const device = aDevice();
    await store.save([to(await read(ALPHA), device)], ['a']);
    await store.setShows(org, ALPHA, 'no_text');
    const operator = (await config().operator(org, ALPHA))!;
    expect(Object.keys(operator)).not.toContain('devices');
    const entry = pendingEntry(at('12:01'), 'operator.updated', ALPHA, { actor: BRAVO, actor_kind: 'person' });
    const disabled = edited<Operator>(operator, { enabled: false, accessEpoch: 1 }, [entry]);
    expect(await config().saveOperator(disabled, PERMIT)).toBe('saved');
    const expected = { enabled: false, accessEpoch: 1, devices: [device], shows: 'no_text' };
    expect(await read(ALPHA)).toMatchObject(expected);
    expect(await read(BRAVO)).toMatchObject({ shows: 'text' });
    await expect(store.setShows(org, 'op_nobody' as OperatorId, 'text')).rejects.toThrow();
    expect(await store.read(org, 'op_nobody' as OperatorId)).toBeNull();
  });

  test('the device store has saved a change whose answer was lost', async () => {
    const losing = createDeviceStore(losingAnswers(place.tables()));
    const device = aDevice();
    expect(await losing.save([to(await read(ALPHA), device)], ['a'])).toBe('saved');
    expect(await endpointsOf(ALPHA)).toEqual([device.endpoint]);
  });

  test('the store of the public key gives the last one that was published', async () => {
    const keys = createPushKeyStore(place.tables());
    for (const key of [`first ${org}`, `second ${org}`]) {
      await keys.publish(key);
      expect(await keys.publicKey()).toBe(key);
    }
  });
}
