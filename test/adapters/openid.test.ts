/**
 * What an identity provider must answer, so that somebody is signed in: both sides of each check of an ID token, at a
 * provider that signs anything. Checks without a citation are from OpenID Connect Core 1.0, section 3.1.3.7.
 */
import { version } from '../../packages/client/package.json';
import { createOpenIdClient } from '../../src/adapters/openid';
import { createGuardedFetch } from '../../src/adapters/webhook-sender/guarded-fetch';
import { openedOnce } from '../support/opened';
import { openScriptedProvider, type Script, SECRET } from '../support/scripted-provider';

const MINUTE = 60;
const now = () => Math.floor(Date.now() / 1000);

describe('an answer of an identity provider', () => {
  const scripted = openedOnce(openScriptedProvider);
  afterEach(() => scripted.asked.splice(0));

  const clock = { nowMs: () => Date.now() };
  const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), redirectUri: 'https://console.acme.dev/back' };
  const provider = (fields: object = {}) => ({
    ...{ issuer: scripted.issuer, clientId: 'console', secret: SECRET, acrValues: [], maxAgeSeconds: 600 },
    ...{ forbidsMailLinks: false, ...fields },
  });
  /** A client that remembers nothing yet. */
  const client = (at = clock) =>
    createOpenIdClient({ clock: at, fetch: createGuardedFetch({ allowLoopback: true }), allowLoopback: true });
  const back = { code: 'n', state: 's' };
  async function proved(script: Script, fields: object = {}, brought: object = back) {
    scripted.says(script);
    return client().prove(provider(fields), secrets, brought as typeof back);
  }
  const claims = (changed: object): Script => ({ claims: changed });

  it.each<[string, Script]>([
    ['an honest one', {}],
    ['our client as the only audience of a list', claims({ aud: ['console'] })],
    ['our client as the authorized party', claims({ azp: 'console' })],
    [
      'several audiences, and our client as the authorized party',
      claims({ aud: ['console', 'other'], azp: 'console' }),
    ],
    ['an end in a minute', claims({ exp: now() + MINUTE })],
    ['a sign-in that is as old as the setting allows', claims({ auth_time: now() - 600 })],
    ['no key id, where the provider has one key', { header: { kid: undefined } }],
  ])('an ID token with %s signs in', async (_, script) => {
    expect(await proved(script)).toMatchObject({ ok: true, value: { issuer: scripted.issuer, subject: 'ada' } });
  });

  it.each<[string, Script]>([
    ['another issuer', claims({ iss: 'https://login.example.org' })],
    ['an issuer that only begins the same', claims({ iss: 'http://127.0.0.1' })],
    ['no issuer', claims({ iss: undefined })],
    ['no subject', claims({ sub: undefined })],
    ['an empty subject', claims({ sub: '' })],
    ['another audience', claims({ aud: 'other' })],
    ['no audience', claims({ aud: undefined })],
    ['no audience in its list', claims({ aud: [] })],
    ['one audience, and a foreign authorized party', claims({ azp: 'other' })],
    ['one audience in a list, and a foreign authorized party', claims({ aud: ['console'], azp: 'other' })],
    ['an empty authorized party', claims({ azp: '' })],
    ['an authorized party of null', claims({ azp: null })],
    ['several audiences, and no authorized party', claims({ aud: ['console', 'other'] })],
    ['several audiences, and a foreign authorized party', claims({ aud: ['console', 'other'], azp: 'other' })],
    ['our client as the party, and not as an audience', claims({ aud: ['other'], azp: 'console' })],
    ['an end a minute ago', claims({ exp: now() - MINUTE })],
    ['no end', claims({ exp: undefined })],
    ['an end that is text', claims({ exp: String(now() + 300) })],
    ['no instant of its issue', claims({ iat: undefined })],
    ['a beginning in the future', claims({ nbf: now() + 300 })],
    ['another nonce', claims({ nonce: 'another' })],
    ['no nonce', claims({ nonce: undefined })],
    ['a time of the sign-in that is text', claims({ auth_time: String(now()) })],
    ['the signature of another key', { signedBy: 'another key' }],
    ['no signature', { signedBy: 'nobody' }],
    ['no algorithm', { signedBy: 'nobody', header: { alg: 'none' } }],
    ['the secret of the client as its key', { signedBy: 'the secret of the client', header: { alg: 'HS256' } }],
    ['the name of another key', { header: { kid: 'k2' } }],
    ['an extension that must be understood', { header: { crit: ['b64'], b64: true } }],
  ])('an ID token with %s signs nobody in', async (_, script) => {
    expect(await proved(script)).toMatchObject({ ok: false, error: { reason: 'not_proved' } });
  });

  it.each<[string, object]>([
    ['no ID token', { id_token: undefined }],
    ['an ID token that is none', { id_token: 'a.b.c' }],
    ['no access token', { access_token: undefined }],
    ['no type of the access token', { token_type: undefined }],
  ])('an answer of the token endpoint with %s signs nobody in', async (_, tokens) => {
    expect(await proved({ tokens })).toMatchObject({ ok: false, error: { reason: 'not_proved' } });
  });

  it('a browser that brings another state, or another issuer, signs nobody in, and the provider is not asked', async () => {
    expect((await proved({}, {}, { ...back, state: 't' })).ok).toBe(false);
    expect((await proved({}, {}, { ...back, iss: 'https://login.example.org' })).ok).toBe(false);
    expect(scripted.exchanges()).toBe(0);
    expect((await proved({}, {}, { ...back, iss: scripted.issuer })).ok).toBe(true);
  });

  it('a provider that says that it always names itself signs nobody in without doing so', async () => {
    const metadata = { authorization_response_iss_parameter_supported: true };
    expect((await proved({ metadata })).ok).toBe(false);
    expect((await proved({ metadata }, {}, { ...back, iss: scripted.issuer })).ok).toBe(true);
  });

  it('the sign-in is proved with its time in ms and its way, and with neither if the provider does not say it as it must', async () => {
    const auth_time = now() - 60;
    expect(await proved(claims({ auth_time, acr: 'mfa' }))).toMatchObject({
      value: { authTimeMs: auth_time * 1000, acr: 'mfa' },
    });
    expect(await proved(claims({ acr: ['mfa'] }))).toMatchObject({ value: { acr: null } });
  });

  it.each<[string, string[] | undefined, 'Basic' | 'form' | 'neither', string | null]>([
    ['says nothing', undefined, 'Basic', SECRET],
    ['supports both ways', ['client_secret_post', 'client_secret_basic'], 'Basic', SECRET],
    ['supports only the form', ['client_secret_post'], 'form', SECRET],
    ['has a public client', ['client_secret_basic', 'none'], 'neither', null],
  ])('where the provider %s (%j), the client proves itself by %s', async (_, methods, way, secret) => {
    const metadata = methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods };
    expect((await proved({ metadata }, { secret })).ok).toBe(true);
    const { authorization, form } = scripted.asked.find(({ path }) => path === '/token')!;
    const basic = `Basic ${Buffer.from(`console:${encodeURIComponent(SECRET).replaceAll('%20', '+')}`).toString('base64')}`;
    expect(authorization).toBe(way === 'Basic' ? basic : undefined);
    expect(form.client_secret).toBe(way === 'form' ? SECRET : undefined);
    expect(form).toMatchObject({
      ...{ grant_type: 'authorization_code', code: 'n', code_verifier: secrets.verifier },
      redirect_uri: secrets.redirectUri,
    });
  });

  it('a sign-in asks for the code of this client, this browser and this setting, in seconds', async () => {
    scripted.says({});
    const address = await client().addressOf(provider({ acrValues: ['mfa', 'key'] }), secrets);
    const url = new URL(address.ok ? address.value : '');
    expect(`${url.origin}${url.pathname}`).toBe(`${scripted.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: 'console', response_type: 'code', scope: 'openid', redirect_uri: secrets.redirectUri },
      ...{ state: 's', nonce: 'n', max_age: '600', acr_values: 'mfa key', code_challenge_method: 'S256' },
      // The SHA-256 of the verifier.
      code_challenge: '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM',
    });
  });

  it('a provider reads in every request of a sign-in which release of the service asks', async () => {
    await proved({});
    expect(scripted.asked.map(({ path, userAgent }) => `${path} ${userAgent}`)).toEqual(
      ['/.well-known/openid-configuration', '/token', '/jwks'].map(
        (path) => `${path} request-authorization-service/${version}`,
      ),
    );
  });

  it('the metadata of a provider is read again after five minutes, and not before', async () => {
    let nowMs = Date.now();
    scripted.says({});
    const same = client({ nowMs: () => nowMs });
    const reads = async (afterMs: number) => {
      nowMs += afterMs;
      scripted.asked.splice(0);
      await same.addressOf(provider(), secrets);
      return scripted.asked.map(({ path }) => path);
    };
    const METADATA = ['/.well-known/openid-configuration'];
    expect(await reads(0)).toEqual(METADATA);
    expect(await reads(5 * 60_000 - 1)).toEqual([]);
    expect(await reads(1)).toEqual(METADATA);
  });

  it.each<[string, (issuer: string) => [set: string, named: string]]>([
    ['a slash more', (issuer) => [issuer, `${issuer}/`]],
    ['a slash less', (issuer) => [`${issuer}/`, issuer]],
    ['another path', (issuer) => [issuer, `${issuer}/tenant/`]],
    ['another host', (issuer) => [issuer, 'https://login.example.org']],
  ])('metadata whose issuer has %s is refused with both issuers', async (_, of) => {
    const [set, named] = of(scripted.issuer);
    scripted.says({ metadata: { issuer: named } });
    const refused = await client().addressOf({ ...provider(), issuer: set }, secrets);
    const why = `Its metadata names the issuer "${named}", and the setting names "${set}".`;
    expect(refused).toMatchObject({ ok: false, error: { reason: 'unreachable', why: expect.stringContaining(why) } });
  });

  it('a sign-in whose time the provider does not say is proved without it, so that the caller can say what is missing', async () => {
    expect(await proved(claims({ auth_time: undefined }))).toMatchObject({ ok: true, value: { authTimeMs: null } });
  });

  it.each([
    ['another issuer', { issuer: 'https://login.example.org' }],
    ['no address for signing in', { authorization_endpoint: undefined }],
    ['no address for the code', { token_endpoint: undefined }],
    ['an address that no browser should open', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('metadata that names %s is refused', async (_, metadata) => {
    scripted.says({ metadata });
    expect(await client().addressOf(provider(), secrets)).toMatchObject({
      ok: false,
      error: { reason: 'unreachable' },
    });
  });
});
