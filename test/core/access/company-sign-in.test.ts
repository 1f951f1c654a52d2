/** The rules of company sign-in (docs/decisions/company-sign-in.md). */
import { createPasskeyStore } from '../../../src/adapters/dynamodb/access/passkey-store';
import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { mayUseMailedLink } from '../../../src/app/access/mailed-link';
import {
  hasRequiredAcr,
  IDENTITY_PROVIDER,
  mayGetMailLink,
  type Provider,
  sessionEndMs,
} from '../../../src/core/access/company-sign-in';
import { isFreshSignIn } from '../../../src/core/access/fresh-sign-in';
import { MAILED_LINKS } from '../../../src/core/access/mailed-link';
import { openMemoryTables } from '../../../src/local/memory/tables';
import type { OperatorId, OrgId } from '../../../src/protocol/identifiers';
import { anOperator } from '../../store/conformance/config-items';
import { at } from '../../support/builders';
import { PERMIT } from '../../support/permit';

const NOW = at('12:00');
const HOUR = 3600_000;
const ORG = 'org_acme' as OrgId;
const provider: Provider = {
  issuer: 'https://login.acme.dev',
  clientId: 'console',
  sealedSecret: null,
  acrValues: [],
  maxAgeSeconds: 3600,
  forbidsMailLinks: false,
};
const proved = { issuer: provider.issuer, subject: 'ada', acr: null };
const end = (authTimeMs: number | null, maxAgeSeconds = 3600) =>
  sessionEndMs({ ...proved, authTimeMs }, { ...provider, maxAgeSeconds }, NOW);

it('a company session ends when the sign-in at the provider is too old, and after 12 hours at the latest', () => {
  expect(end(NOW - 600_000)).toBe(NOW + HOUR - 600_000);
  expect(end(NOW - HOUR + 1)).toBe(NOW + 1);
  expect(end(NOW, 13 * 3600)).toBe(NOW + 12 * HOUR);
});

it('a company sign-in is refused if it is too old, or the provider does not say when it was', () => {
  expect(end(NOW - HOUR)).toBeNull();
  expect(end(null)).toBeNull();
});

it('a provider whose clock is ahead makes no longer session', () => {
  expect(end(NOW + 5 * HOUR)).toBe(NOW + HOUR);
});

it('a required way of signing in must be the one that was used', () => {
  const acrValues = ['mfa', 'key'];
  const accepts = (acr: string | null) =>
    hasRequiredAcr({ ...proved, authTimeMs: NOW, acr }, { ...provider, acrValues });
  expect([accepts('key'), accepts('basic'), accepts(null)]).toEqual([true, false, false]);
  expect(hasRequiredAcr({ ...proved, authTimeMs: NOW, acr: null }, provider)).toBe(true);
});

it('a session that a company account opened never counts as a fresh sign-in', () => {
  expect(isFreshSignIn({ createdAtMs: NOW, began: 'identity' }, NOW)).toBe(false);
  expect(isFreshSignIn({ createdAtMs: NOW, began: 'passkey' }, NOW)).toBe(true);
});

it('where mail links are forbidden, an operator whose account was given to somebody else still gets none', () => {
  const [ada, bea, eve] = ['op_ada', 'op_bea', 'op_eve'] as OperatorId[];
  const connected = { operator: bea!, former: [ada!], accessEpoch: 0, connectedAtMs: 1, disconnectedAtMs: 2 };
  const identities = [{ org: ORG, id: 'account', ...connected, revision: 2, journal: [] }];
  const setting = { org: ORG, provider: { ...provider, forbidsMailLinks: true }, revision: 1, journal: [] };
  const may = (operator: OperatorId) => mayGetMailLink(setting, identities, operator);
  expect([may(ada!), may(bea!), may(eve!)]).toEqual([false, false, true]);
  expect(mayGetMailLink({ ...setting, provider }, identities, ada!)).toBe(true);
});

it('where mail links are forbidden, operators request none either', async () => {
  const may = async (forbidsMailLinks: boolean) => {
    const { tables } = openMemoryTables(() => undefined);
    const config = createConfigStore(tables);
    const stored = { org: ORG, revision: 1, journal: [] };
    await config.saveSetting(MAILED_LINKS, { ...stored, allowed: true, atMs: 1 }, PERMIT);
    await config.saveSetting(IDENTITY_PROVIDER, { ...stored, provider: { ...provider, forbidsMailLinks } }, PERMIT);
    return mayUseMailedLink({ config, passkeys: createPasskeyStore(tables) }, anOperator(ORG, 'op_ada'));
  };
  expect([await may(false), await may(true)]).toEqual([true, false]);
});
