/** Documents beside requests as files of the runner: how long each is kept, and for whom. */

import { openEvidenceFiles } from '../../src/local/bucket-files';
import { digestOf } from '../../src/protocol/hash';
import type { OrgId } from '../../src/protocol/identifiers';
import type { EvidenceStore } from '../../src/service/request/ports';
import { aFolder } from '../support/folder';

const [ORG, OTHER] = ['org_a', 'org_b'] as [OrgId, OrgId];
const NOON = Date.UTC(2026, 10, 20, 12);
const KEPT_MS = 400 * 24 * 3600_000;
const PLAN = Buffer.from('the plan');
const DIGEST = digestOf(PLAN);

describe('documents as files', () => {
  let folder: string;
  let store: EvidenceStore;
  let now = NOON;
  beforeEach(() => {
    now = NOON;
    folder = aFolder();
    store = openEvidenceFiles(folder, { nowMs: () => now });
  });

  it.each([
    [KEPT_MS - 1, 'stored'],
    [KEPT_MS, 'expired'],
    [KEPT_MS + 1, 'expired'],
  ])('a document is kept for 400 days from its put, and not longer: after %i ms it is %s', async (afterMs, state) => {
    await store.put(ORG, DIGEST, PLAN);
    now = NOON + afterMs;
    expect(await store.check(ORG, DIGEST)).toBe(state);
    expect(await store.read(ORG, DIGEST)).toEqual(state === 'stored' ? PLAN : 'expired');
  });

  it('a repeated put begins the 400 days again, also after they have ended', async () => {
    await store.put(ORG, DIGEST, PLAN);
    now = NOON + KEPT_MS;
    expect(await store.check(ORG, DIGEST)).toBe('expired');
    await store.put(ORG, DIGEST, PLAN);
    now += KEPT_MS - 1;
    expect(await store.check(ORG, DIGEST)).toBe('stored');
  });

  it('a document of one organization is missing in every other', async () => {
    await store.put(ORG, DIGEST, PLAN);
    expect([await store.check(OTHER, DIGEST), await store.read(OTHER, DIGEST)]).toEqual(['missing', 'missing']);
    await store.put(OTHER, DIGEST, Buffer.from('something else'));
    expect([await store.check(ORG, DIGEST), await store.check(OTHER, DIGEST)]).toEqual(['stored', 'changed']);
  });
});
