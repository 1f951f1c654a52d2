/** The wrapped data key of an organization. */

import { createDataKeyStore } from '../../../src/adapters/dynamodb/data-key-store';
import type { OrgId } from '../../../src/protocol/identifiers';
import type { Place } from './stores';

export function dataKeyRules(place: Place): void {
  test('a data key is the one that was stored first, for its own organization', async () => {
    const store = createDataKeyStore(place.tables());
    const org = place.org();
    expect(await store.wrappedKey(org)).toBeNull();
    const both = await Promise.all(['one', 'two'].map((wrapped) => store.putWrappedKey(org, wrapped)));
    expect(both[0]).toBe(both[1]);
    expect(['one', 'two']).toContain(both[0]);
    expect(await store.putWrappedKey(org, 'three')).toBe(both[0]);
    expect(await store.wrappedKey(org)).toBe(both[0]);
    const other = `${org}_other` as OrgId;
    expect([await store.wrappedKey(other), await store.putWrappedKey(other, 'own')]).toEqual([null, 'own']);
  });
}
