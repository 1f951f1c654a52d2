/** What of the stored configuration counts now: one row for each field and both sides of each boundary (docs/decisions/powers.md). */
import type { Passkey } from '../../../src/core/access/passkey';
import type { ApiKey } from '../../../src/core/configuration/items';
import { organizationOf } from '../../../src/core/powers/after';
import type { GroupId } from '../../../src/protocol/identifiers';
import { anApiKey, anApiToken, anOperator, aPasskey } from '../../store/conformance/config-items';
import { ALPHA, BRAVO, ORG } from '../../support/builders';

const NOW = 1_000;
const ES256 = Buffer.concat([
  Buffer.from('a5010203262001215820', 'hex'),
  Buffer.alloc(32, 1),
  Buffer.from('225820', 'hex'),
  Buffer.alloc(32, 2),
]).toString('base64url');
const COUNTERSIGNED = { atMs: 1, by: BRAVO, passkey: 'psk_2', statement: 'sha256:y' };

const stored = {
  operators: [anOperator(ORG, ALPHA, { role: 'admin', accessEpoch: 1 })],
  ruleBegan: false,
  changesTurn: 'code' as const,
  bootstrap: { endedAtMs: null as number | null },
  passkeys: [] as readonly Passkey[],
  policies: [],
  groups: [],
  keys: [] as readonly ApiKey[],
};

describe('what is stored counts only while it works', () => {
  it.each<[string, Partial<ApiKey>, boolean]>([
    ['with the scope', {}, true],
    ['without the scope', { scopes: ['read', 'execute'] }, false],
    ['revoked', { revokedAtMs: 1 }, false],
    ['without a token', { tokens: [] }, false],
    ['with a token that ends next', { tokens: [anApiToken('h', { endsAtMs: NOW + 1 })] }, true],
    ['with a token that ends now', { tokens: [anApiToken('h', { endsAtMs: NOW })] }, false],
  ])('an API key %s', (_, patch, counts) => {
    const key = anApiKey(ORG, { scopes: ['propose'], ...patch });
    expect(organizationOf({ ...stored, keys: [key] }, NOW).keys).toHaveLength(counts ? 1 : 0);
  });

  it.each<[string, Partial<Passkey>, endedAtMs: number | null, boolean]>([
    ['in the bootstrap', {}, null, true],
    ['after the bootstrap', {}, 1, false],
    ['countersigned, after the bootstrap', { countersigned: COUNTERSIGNED }, 1, true],
    ['deleted', { countersigned: COUNTERSIGNED, deletedAtMs: 1 }, 1, false],
    ['of an access that ended', { countersigned: COUNTERSIGNED, accessEpoch: 0 }, 1, false],
    ['of nobody here', { countersigned: COUNTERSIGNED, operator: BRAVO }, 1, false],
    ['with another algorithm', { countersigned: COUNTERSIGNED, publicKey: 'cose' }, 1, false],
  ])('a signing key %s', (_, patch, endedAtMs, counts) => {
    const passkeys = [aPasskey(ORG, 'psk_1', { publicKey: ES256, accessEpoch: 1, ...patch })];
    const found = organizationOf({ ...stored, passkeys, bootstrap: { endedAtMs } }, NOW);
    expect([...found.signers]).toEqual(counts ? [ALPHA] : []);
    expect(found.inBootstrap).toBe(endedAtMs === null);
  });

  it.each<[string, startsAtMs: number | null, endsAtMs: number | null, boolean]>([
    ['starts now', NOW, null, true],
    ['starts next', NOW + 1, null, false],
    ['ends next', null, NOW + 1, true],
    ['ends now', null, NOW, false],
  ])('a membership that %s', (_, startsAtMs, endsAtMs, counts) => {
    const group = { id: 'grp_a' as GroupId, name: 'a', members: [{ operator: ALPHA, startsAtMs, endsAtMs }] };
    expect(organizationOf({ ...stored, groups: [group] }, NOW).groups[0]!.members).toEqual(counts ? [ALPHA] : []);
  });
});
