/** What an identity provider can do, and what it cannot (docs/decisions/company-sign-in.md). */
import http from 'node:http';
import { createOpenIdClient } from '../../src/adapters/openid';
import { createGuardedFetch } from '../../src/adapters/webhook-sender/guarded-fetch';
import { type Answered, cookieOf, openHouse, pendingOf, sendAs } from '../support/house';
import { type Login, openIdentityProvider, settingOf } from '../support/identity-provider';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';
import { tokenIn } from '../support/sign-in-link';

const SETTING = '/api/company-sign-in';
const SIGN_IN = '/api/session/company';
const SECRET = 'a secret of the client';

describe('an identity provider', () => {
  const house = openedOnce(() => openHouse({ memory: true }));
  const provider = openedOnce(() => openIdentityProvider([`${house.url}/sign-in/company`], { secret: SECRET }));
  beforeAll(async () => {
    for (const admin of ['op_alpha', 'op_echo']) await approved(admin, 'op_foxtrot', await use(admin));
  });

  const call = (method: string, path: string, body?: unknown, cookie = '') => sendAs(house, cookie, method, path, body);
  const use = (admin: string, fields: object = {}) =>
    house.api(admin, 'PUT', SETTING, { provider: settingOf(provider, { client_secret: SECRET, ...fields }) });
  async function approved(requester: string, admin: string, answer: Answered): Promise<Answered> {
    if (answer.status === 202) {
      const turned = await house.turn(admin, answer.body.change.id);
      if (turned.status !== 200) throw new Error(JSON.stringify(turned.body));
      await house.messages(requester);
    } else if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer;
  }
  async function signIn(login: Login, org = 'org_demo'): Promise<Answered> {
    const started = await call('POST', SIGN_IN, { org });
    const brought = await provider.signIn(started.body.url, login);
    return call('PUT', SIGN_IN, brought, pendingOf(started));
  }
  const account = (operator: string) => `/api/operators/${operator}/identity`;

  it('somebody who controls the identity provider and a mailbox turns keys with codes, and none with passkeys', async () => {
    for (const operator of ['op_bravo', 'op_charlie']) {
      expect((await house.api('op_alpha', 'PUT', account(operator), { subject: operator })).status).toBe(200);
    }
    const proposed = (action: string) => house.proposed({ action });
    const [solo, payout] = [await proposed('demo.solo'), await proposed('demo.payout')];
    const stolen = cookieOf(await signIn({ login: 'op_bravo' }), 'session');
    const turn = async (id: string) =>
      call('POST', `/api/requests/${id}/turn`, { code: await house.code('op_bravo', id) }, stolen);
    expect((await turn(solo)).body.request).toMatchObject({ outcome: 'authorized' });
    expect(await turn(payout)).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
    // Nor can they add a passkey.
    expect((await call('POST', '/api/passkeys/options', {}, stolen)).body.kind).toBe('sign_in_again');
  });

  it('an admin connects an account to somebody else with another admin, and it takes the person’s seats out', async () => {
    const open = await house.v1('four_eyes', 'POST', '/v1/requests', { action: 'demo.release', requester: 'op_echo' });
    const change = await house.api('op_echo', 'PUT', account('op_golf'), { subject: 'gil' });
    expect(change.status).toBe(202);
    expect((await signIn({ login: 'gil' }, 'org_four_eyes')).status).toBe(401);
    await approved('op_echo', 'op_foxtrot', change);
    expect((await signIn({ login: 'gil' }, 'org_four_eyes')).body.operator).toEqual({
      id: 'op_golf',
      name: expect.any(String),
      role: 'operator',
    });
    await house.messages('op_echo');
    const entries = String((await house.api('op_echo', 'GET', '/api/audit/export')).body)
      .split('\n')
      .filter(Boolean);
    const struck = entries.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'seat.struck');
    const { id } = open.body.request;
    expect(struck.map(({ subject, data }) => [subject, data.seat])).toEqual([[id, 'op_golf']]);
    const taken = await house.api('op_echo', 'PUT', account('op_foxtrot'), { subject: 'gil' });
    expect(taken).toMatchObject({ status: 409, body: { kind: 'conflict' } });
  });

  it('an account opens no session once it is disconnected, or the operator’s access was revoked', async () => {
    expect((await house.api('op_alpha', 'PUT', account('op_delta'), { subject: 'dee' })).status).toBe(200);
    expect((await signIn({ login: 'dee' })).status).toBe(200);
    await house.api('op_alpha', 'DELETE', '/api/sessions?operator=op_delta');
    expect((await signIn({ login: 'dee' })).status).toBe(401);
    expect((await house.api('op_alpha', 'PUT', account('op_delta'), { subject: 'dee' })).status).toBe(200);
    expect((await signIn({ login: 'dee' })).status).toBe(200);
    expect((await house.api('op_alpha', 'DELETE', account('op_delta'))).status).toBe(200);
    expect((await signIn({ login: 'dee' })).status).toBe(401);
  });

  it('a required way of signing in is checked in the answer of the provider', async () => {
    await approved('op_alpha', '', await use('op_alpha', { acr_values: ['mfa'] }));
    expect((await house.api('op_alpha', 'PUT', account('op_alpha'), { subject: 'ann' })).status).toBe(200);
    expect((await signIn({ login: 'ann', acr: 'basic' })).status).toBe(401);
    expect((await signIn({ login: 'ann', acr: 'mfa' })).status).toBe(200);
    await approved('op_alpha', '', await use('op_alpha'));
  });

  it('where mail links are forbidden, only operators who were never connected get one, and the rescue stays', async () => {
    await approved('op_echo', 'op_foxtrot', await use('op_echo', { forbids_mail_links: true }));
    const link = (operator: string) => house.api('op_echo', 'POST', `/api/operators/${operator}/sign-in-link`);
    expect(await link('op_golf')).toMatchObject({ status: 422, body: { error: expect.stringContaining('forbidden') } });
    expect((await link('op_foxtrot')).status).toBe(202);
    // The runner makes its links as the rescue does.
    const rescued = await house.send('POST', '/local/sign-in', { body: { operator: 'op_golf' } });
    expect((await call('POST', '/api/session', { token: tokenIn(rescued.body.sign_in_url) })).status).toBe(200);
    // To end company sign-in would allow the links again.
    expect((await house.api('op_echo', 'PUT', SETTING, { provider: null })).status).toBe(202);
  });

  it('no answer, entry or mail has the secret of the client, and it is not sent to another issuer', async () => {
    const read = (await house.api('op_alpha', 'GET', SETTING)).body;
    const chain = (await house.api('op_alpha', 'GET', '/api/audit/export')).body;
    expect(JSON.stringify([read, chain])).not.toContain(SECRET);
    const moved = { issuer: 'https://login.example.org', client_secret: undefined };
    expect(await use('op_alpha', moved)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Send client_secret again') },
    });
  });
});

describe('requests to an identity provider', () => {
  const asked: string[] = [];
  let metadata: object = {};
  const server = openedOnce(() =>
    listening(
      http.createServer((request, response) => {
        asked.push(request.url!);
        if (request.url === '/away/.well-known/openid-configuration') {
          response.writeHead(302, { location: `${server.url}/.well-known/openid-configuration` }).end();
        } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
      }),
    ),
  );

  function address(issuer: string, { allowLoopback = true, fields = {} } = {}) {
    metadata = {
      issuer: server.url,
      authorization_endpoint: `${server.url}/auth`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/jwks`,
      ...fields,
    };
    const clock = { nowMs: () => Date.now() };
    const client = createOpenIdClient({ clock, fetch: createGuardedFetch({ allowLoopback }), allowLoopback });
    const provider = { issuer, clientId: 'console', secret: null, acrValues: [], maxAgeSeconds: 60 };
    const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), redirectUri: `${server.url}/back` };
    return client.addressOf({ ...provider, forbidsMailLinks: false }, secrets);
  }

  it('an address of the machine is refused by the guard before any request', async () => {
    asked.length = 0;
    expect(await address(server.url, { allowLoopback: false })).toMatchObject({
      ok: false,
      error: { reason: 'unreachable' },
    });
    expect(asked).toEqual([]);
  });

  it('a redirect of the provider is not followed', async () => {
    asked.length = 0;
    expect((await address(`${server.url}/away`)).ok).toBe(false);
    expect(asked).toEqual(['/away/.well-known/openid-configuration']);
  });

  it('metadata that names another issuer, or an address that no browser should open, is refused', async () => {
    expect((await address(server.url)).ok).toBe(true);
    expect((await address(server.url, { fields: { issuer: 'https://login.example.org' } })).ok).toBe(false);
    expect((await address(server.url, { fields: { authorization_endpoint: 'javascript:alert(1)' } })).ok).toBe(false);
  });
});
