/** Which tokens of an API key work, and whether it can get another one (docs/decisions/key-rotation.md). */

import { openMemoryTables } from '../../src/local/memory/tables';
import type { OperatorId } from '../../src/protocol/identifiers';
import { liveTokens, whyNoToken } from '../../src/service/access/rules/api-keys';
import {
  hasRequiredAcr,
  IDENTITY_PROVIDER,
  mayGetMailLink,
  type Provider,
  sessionEndMs,
} from '../../src/service/access/rules/company-sign-in';
import { type Began, isFreshSignIn } from '../../src/service/access/rules/fresh-sign-in';
import { MAILED_LINKS } from '../../src/service/access/rules/mailed-link';
import { createPasskeyStore } from '../../src/service/access/store/passkey-store';
import { mayUseMailedLink } from '../../src/service/access/use-cases/mailed-link';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import type { ApiKey, ApiToken } from '../../src/service/configuration/rules/items';
import { anApiKey, anApiToken, anOperator } from '../store/conformance/config-items';
import { at, ORG } from '../support/builders';
import { PERMIT } from '../support/permit';

const NOON = at('12:00');
const tokens = (...ends: readonly (number | null)[]): ApiToken[] =>
  ends.map((endsAtMs, index) => anApiToken(`hash ${index}`, { number: index + 1, endsAtMs }));
const ended = (count: number) => Array.from({ length: count }, () => NOON);

it.each<[string, Partial<ApiKey>, number[]]>([
  ['without an end', { tokens: tokens(null, null) }, [1, 2]],
  ['a millisecond before its end', { tokens: tokens(NOON + 1) }, [1]],
  ['at its end', { tokens: tokens(NOON, null) }, [2]],
  ['of a key that was revoked', { tokens: tokens(null, null), revokedAtMs: NOON - 1 }, []],
  ['of a key that was revoked by a clock that is ahead', { tokens: tokens(null), revokedAtMs: NOON + 1 }, []],
])('a token works, or not: %s', (_, key, numbers) => {
  expect(liveTokens(anApiKey(ORG, key), NOON).map(({ number }) => number)).toEqual(numbers);
});

it.each<[string, Partial<ApiKey>, string | null, string | null]>([
  ['with one token gets another one', { tokens: tokens(null) }, null, null],
  ['with two tokens gets no third', { tokens: tokens(null, NOON + 1) }, null, 'two_tokens'],
  ['whose first token has ended gets another one', { tokens: tokens(NOON, null) }, null, null],
  ['that had 49 tokens gets the 50th', { tokens: tokens(...ended(48), null) }, null, null],
  ['that had 50 tokens gets none', { tokens: tokens(...ended(49), null) }, null, 'too_many_tokens'],
  ['that is revoked gets none', { tokens: tokens(null), revokedAtMs: NOON }, null, 'key_revoked'],
  [
    'gets the token of a change once',
    { tokens: [...tokens(NOON), anApiToken('h', { change: 'req_1' })] },
    'req_1',
    'collected',
  ],
  ['gets the token of another change', { tokens: [anApiToken('h', { change: 'req_1' })] }, 'req_2', null],
  ['whose tokens had no change gets another without one', { tokens: [anApiToken('h')] }, null, null],
])('a key %s', (_, key, change, reason) => {
  expect(whyNoToken(anApiKey(ORG, key), change, NOON)?.reason ?? null).toBe(reason);
});

/** Which sign-ins are fresh (docs/security.md). The edits that need one are in test/security/fresh-sign-in.slow.test.ts. */
const FIVE_MINUTES = 5 * 60_000;

it.each<[Began, boolean]>([
  ['passkey', true],
  ['link', true],
  ['mailed_link', false],
  ['identity', false],
])('a session that began by %s is fresh until its five minutes have passed: %s', (began, isFresh) => {
  const ages = [0, FIVE_MINUTES - 1, FIVE_MINUTES, 60 * FIVE_MINUTES];
  const found = ages.map((age) => isFreshSignIn({ createdAtMs: NOON - age, began }, NOON));
  expect(found).toEqual([isFresh, isFresh, false, false]);
});

/** The rules of company sign-in (docs/decisions/company-sign-in.md). */
const HOUR = 3600_000;
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
  sessionEndMs({ ...proved, authTimeMs }, { ...provider, maxAgeSeconds }, NOON);

it('a company session ends when the sign-in at the provider is too old, and after 12 hours at the latest', () => {
  expect(end(NOON - 600_000)).toBe(NOON + HOUR - 600_000);
  expect(end(NOON - HOUR + 1)).toBe(NOON + 1);
  expect(end(NOON, 13 * 3600)).toBe(NOON + 12 * HOUR);
});

it('a company sign-in is refused if it is too old, or the provider does not say when it was', () => {
  expect(end(NOON - HOUR)).toBeNull();
  expect(end(null)).toBeNull();
});

it('a provider whose clock is ahead makes no longer session', () => {
  expect(end(NOON + 5 * HOUR)).toBe(NOON + HOUR);
});

it('a required way of signing in must be the one that was used', () => {
  const acrValues = ['mfa', 'key'];
  const accepts = (acr: string | null) =>
    hasRequiredAcr({ ...proved, authTimeMs: NOON, acr }, { ...provider, acrValues });
  expect([accepts('key'), accepts('basic'), accepts(null)]).toEqual([true, false, false]);
  expect(hasRequiredAcr({ ...proved, authTimeMs: NOON, acr: null }, provider)).toBe(true);
});

it('a session that a company account opened never counts as a fresh sign-in', () => {
  expect(isFreshSignIn({ createdAtMs: NOON, began: 'identity' }, NOON)).toBe(false);
  expect(isFreshSignIn({ createdAtMs: NOON, began: 'passkey' }, NOON)).toBe(true);
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
