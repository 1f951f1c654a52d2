/** What a sign-in tells its browser: the device that the session is listed by, and how the organization signs in. */
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { DEMO_ORG, OTHER_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { IDENTITY_PROVIDER } from '../../src/service/access/rules/company-sign-in';
import { deviceOf } from '../../src/service/access/rules/device';
import { MAILED_LINKS } from '../../src/service/access/rules/mailed-link';
import { createSignInLink } from '../../src/service/access/use-cases/sessions';
import { aCredential } from '../support/authenticator';
import { eventOf, said } from '../support/gateway';
import { type Ledger, openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';

const ORIGIN = 'https://console.acme.dev';
const ledger: Ledger = openedOnce(() => openLedger({ memory: true, origin: ORIGIN }));

const send = async (method: string, path: string, body: object | undefined, headers: Record<string, string> = {}) => {
  const handler = createConsoleHandler({ ...ledger.ports, origin: ORIGIN, cookieName: 'session' });
  const { cookie, ...rest } = headers;
  const cookies = cookie === undefined ? [] : [cookie];
  const options = { ...(body === undefined ? {} : { body }), headers: rest, event: { cookies } };
  const answer = await handler(eventOf(method, path, { origin: ORIGIN }, options));
  return { ...said(answer), cookies: answer.cookies ?? [] };
};
const linkOf = async (operator: string, org: OrgId = DEMO_ORG) => {
  const record = (await ledger.ports.config.operator(org, operator as OperatorId))!;
  return (await createSignInLink(ledger.ports, record, PERMIT)).token;
};
const signIn = async (operator: string, headers: Record<string, string> = {}, org?: OrgId) =>
  send('POST', '/api/session', { token: await linkOf(operator, org) }, headers);
const cookieOf = ({ cookies }: { readonly cookies: readonly string[] }) => cookies[0]!.split(';')[0]!;
const devicesOf = async (cookie: string): Promise<string[]> => {
  const { body } = await send('GET', '/api/sessions', undefined, { cookie });
  return body.sessions.filter(({ current }: { current: boolean }) => current).map(({ device }: never) => device);
};

describe('the device of a session', () => {
  const KNOWN: readonly (readonly [said: string, device: string])[] = [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 'mac'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'linux'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'chromeos'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'iphone'],
    ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'ipad'],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile', 'android'],
    ['curl/8.15.0', 'unknown'],
    ['', 'unknown'],
  ];
  test.each(KNOWN)('the browser that says %p is listed as %s', async (userAgent, device) => {
    const cookie = cookieOf(await signIn('op_bravo', { 'user-agent': userAgent }));
    expect(await devicesOf(cookie)).toEqual([device]);
  });

  test('the device of a session is a word of a closed list, whatever the browser says', async () => {
    expect(deviceOf(undefined)).toBe('unknown');
    const cookie = cookieOf(await signIn('op_bravo', { 'user-agent': '<b>Ada’s MacBook</b> \u202e' }));
    expect(await devicesOf(cookie)).toEqual(['unknown']);
  });

  test('a sign-in with a passkey stores the device too', async () => {
    const credential = aCredential({ origin: ORIGIN, rpId: 'console.acme.dev' });
    const cookie = cookieOf(await signIn('op_charlie'));
    const { body: creation } = await send('POST', '/api/passkeys/options', {}, { cookie });
    const response = credential.create(creation.options.challenge);
    expect((await send('POST', '/api/passkeys', { name: 'Phone', response }, { cookie })).status).toBe(201);
    const { body: use } = await send('POST', '/api/session/options', {});
    const signed = { response: credential.use(use.options.challenge) };
    const opened = await send('POST', '/api/session/passkey', signed, { 'user-agent': 'Mozilla/5.0 (iPhone; …)' });
    expect(await devicesOf(cookieOf(opened))).toEqual(['iphone']);
  });
});

describe('the ways to sign in', () => {
  const blank = { revision: 1, journal: [] };
  const provider = {
    ...{ issuer: 'https://sso.acme.dev', clientId: 'ras', sealedSecret: null, acrValues: [] },
    ...{ maxAgeSeconds: 3600, forbidsMailLinks: false },
  };

  test('a sign-in says which ways its own organization has, and so does the session, but nothing without one', async () => {
    expect((await signIn('op_bravo')).body.ways).toEqual([]);
    const { config } = ledger.ports;
    await config.saveSetting(IDENTITY_PROVIDER, { ...blank, org: DEMO_ORG, provider }, PERMIT);
    await config.saveSetting(MAILED_LINKS, { ...blank, org: DEMO_ORG, atMs: 0, allowed: true }, PERMIT);
    const opened = await signIn('op_bravo');
    expect(opened.body).toMatchObject({ org: DEMO_ORG, ways: ['company_account', 'mailed_link'] });
    expect((await send('GET', '/api/session', undefined, { cookie: cookieOf(opened) })).body.ways).toHaveLength(2);
    expect((await send('GET', '/api/session', undefined)).body).not.toHaveProperty('ways');
    const [other] = await config.operators(OTHER_ORG);
    expect((await signIn(other!.id, {}, OTHER_ORG)).body).toMatchObject({ org: OTHER_ORG, ways: [] });
  });

  test('a company sign-in that was ended, and links by mail that were ended, are no ways', async () => {
    const { config } = ledger.ports;
    await config.saveSetting(IDENTITY_PROVIDER, { ...blank, revision: 2, org: DEMO_ORG, provider: null }, PERMIT);
    expect((await signIn('op_bravo')).body.ways).toEqual(['mailed_link']);
    await config.saveSetting(MAILED_LINKS, { ...blank, revision: 2, org: DEMO_ORG, atMs: 0, allowed: false }, PERMIT);
    expect((await signIn('op_bravo')).body.ways).toEqual([]);
  });
});
