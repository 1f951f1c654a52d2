/** Operators sign in with their company account (docs/decisions/company-sign-in.md), at a real identity provider. */
import { openContract } from '../support/contract';
import { cookieOf, openHouse, pendingOf, sendAs } from '../support/house';
import { type Brought, type Login, openIdentityProvider, settingOf } from '../support/identity-provider';
import { openedOnce } from '../support/opened';
import { tokenIn } from '../support/sign-in-link';

const contract = openContract('console');
const HOUR = 3600;
const SETTING = '/api/company-sign-in';
const OWN = '/api/company-sign-in/identity';
const SIGN_IN = '/api/session/company';

describe('company sign-in', () => {
  const house = openedOnce(() => openHouse({ memory: true }));
  const provider = openedOnce(() => openIdentityProvider([`${house.url}/sign-in/company`], { ignoresMaxAge: true }));
  beforeAll(async () => {
    const set = await use('op_alpha', {});
    if (set.status !== 200) throw new Error(JSON.stringify(set.body));
    await connect('op_bravo', { login: 'bea' });
  });

  /** A call with these cookies, held to the document of the console. */
  async function call(method: string, path: string, body?: unknown, cookie = '') {
    const answer = await sendAs(house, cookie, method, path, body);
    contract.held(method, path, answer);
    return answer;
  }
  /** A new session of the operator, from a link. */
  async function session(operator: string): Promise<string> {
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator } });
    return cookieOf(await call('POST', '/api/session', { token: tokenIn(body.sign_in_url) }), 'session');
  }
  const use = async (admin: string, fields: object) =>
    call('PUT', SETTING, { provider: settingOf(provider, fields) }, await session(admin));
  async function connect(operator: string, login: Login) {
    const cookie = await session(operator);
    const started = await call('POST', OWN, {}, cookie);
    const brought = await provider.signIn(started.body.url, login);
    return call('PUT', OWN, brought, `${cookie}; ${pendingOf(started)}`);
  }
  /** From the first click until the page of the console has what the provider sent. */
  async function arrive(login: Login, { org = 'org_demo', tamper = (url: string) => url } = {}) {
    const started = await call('POST', SIGN_IN, { org });
    const brought = await provider.signIn(tamper(started.body.url), login);
    return { pending: pendingOf(started), brought };
  }
  const finish = ({ pending, brought }: { pending: string; brought: Brought }, changed: Partial<Brought> = {}) =>
    call('PUT', SIGN_IN, { ...brought, ...changed }, pending);
  const signIn = async (login: Login, options = {}) => finish(await arrive(login, options));
  const NOT_ACCEPTED = { status: 401, body: { error: 'The company sign-in was not accepted. Start it again.' } };

  it('a connected account signs its operator in, until the sign-in at the provider is too old', async () => {
    const opened = await signIn({ login: 'bea', ago: 600 });
    expect(opened).toMatchObject({ status: 200, body: { operator: { id: 'op_bravo' }, org: 'org_demo' } });
    const { server_now, expires_at } = opened.body;
    // The provider says whole seconds.
    expect(Math.abs(expires_at - (server_now + (HOUR - 600) * 1000))).toBeLessThan(5_000);
    const session = cookieOf(opened, 'session');
    expect((await call('GET', '/api/session', undefined, session)).body.operator.id).toBe('op_bravo');
    expect(opened.headers.getSetCookie().join()).toMatch(/pending-[\w-]+=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0/);
  });

  it('a session that a company account opened adds no passkey and no account', async () => {
    const opened = cookieOf(await signIn({ login: 'bea' }), 'session');
    const attempts = [await call('POST', '/api/passkeys/options', {}, opened), await call('POST', OWN, {}, opened)];
    expect(attempts.map(({ body }) => body.kind)).toEqual(['sign_in_again', 'sign_in_again']);
  });

  it('a company sign-in with another nonce is refused', async () => {
    const tamper = (url: string) => url.replace(/nonce=[^&]+/, 'nonce=another');
    expect(await signIn({ login: 'bea' }, { tamper })).toMatchObject(NOT_ACCEPTED);
  });

  it('a company sign-in with another issuer is refused', async () => {
    const arrived = await arrive({ login: 'bea' });
    expect(await finish(arrived, { iss: 'https://login.example.org' })).toMatchObject(NOT_ACCEPTED);
  });

  it('a code of the identity provider opens one session', async () => {
    const arrived = await arrive({ login: 'bea' });
    expect((await finish(arrived)).status).toBe(200);
    expect(await finish(arrived)).toMatchObject(NOT_ACCEPTED);
  });

  it('an answer of the provider is refused in another browser, and with another state', async () => {
    const [first, second] = [await arrive({ login: 'bea' }), await arrive({ login: 'bea' })];
    expect(await call('PUT', SIGN_IN, first.brought)).toMatchObject(NOT_ACCEPTED);
    expect(await finish({ ...first, pending: second.pending })).toMatchObject(NOT_ACCEPTED);
    expect(await finish(first, { state: second.brought.state })).toMatchObject(NOT_ACCEPTED);
  });

  it('an account is connected only in the session that started it, and a sign-in that was started connects nothing', async () => {
    const [own, other] = [await session('op_charlie'), await session('op_charlie')];
    const started = await call('POST', OWN, {}, own);
    const pending = pendingOf(started);
    const brought = await provider.signIn(started.body.url, { login: 'cleo' });
    const refused = { status: 422, body: { kind: 'refused' } };
    expect(await call('PUT', OWN, brought, `${other}; ${pending}`)).toMatchObject(refused);
    expect(await finish({ pending, brought })).toMatchObject(NOT_ACCEPTED);
    const arrived = await arrive({ login: 'cleo' });
    expect(await call('PUT', OWN, arrived.brought, `${own}; ${arrived.pending}`)).toMatchObject(refused);
    const connected = await call('PUT', OWN, brought, `${own}; ${pending}`);
    expect(connected).toMatchObject({ status: 200, body: { connected_at: expect.any(Number) } });
    expect(connected.headers.getSetCookie().join()).toMatch(/pending-[\w-]+=; .*Max-Age=0/);
  });

  it('an account that nobody connected is refused, and creates nobody', async () => {
    const before = (await house.api('op_alpha', 'GET', '/api/operators')).body.operators.length;
    expect((await signIn({ login: 'mallory' })).body.error).toMatch('is not connected to an operator');
    expect((await house.api('op_alpha', 'GET', '/api/operators')).body.operators).toHaveLength(before);
  });

  it('a sign-in at the provider that is too old is refused', async () => {
    const refused = {
      status: 401,
      body: { error: expect.stringMatching(/^Your sign-in at the identity provider is too old/) },
    };
    expect(await signIn({ login: 'bea', ago: HOUR + 60 })).toMatchObject(refused);
  });

  it('an account that is connected in another organization is refused', async () => {
    const changed = await use('op_echo', {});
    expect(changed.status).toBe(202);
    expect((await house.turn('op_foxtrot', changed.body.change.id)).status).toBe(200);
    await house.messages('op_echo');
    expect((await connect('op_golf', { login: 'gil' })).status).toBe(200);
    expect((await signIn({ login: 'gil' }, { org: 'org_four_eyes' })).body.operator.id).toBe('op_golf');
    expect((await signIn({ login: 'gil' })).body.error).toMatch('is not connected to an operator');
  });

  it('an organization without company sign-in answers as an unknown one', async () => {
    const [without, unknown] = [
      await call('POST', SIGN_IN, { org: 'org_other' }),
      await call('POST', SIGN_IN, { org: 'x' }),
    ];
    expect(without).toMatchObject({ status: 422, body: { error: 'This organization has no company sign-in.' } });
    expect(unknown.body).toEqual(without.body);
  });

  it('a provider that cannot be reached is not reported as missing', async () => {
    await provider.stop();
    // What the provider says of itself is remembered for a while.
    await house.advance(24 * HOUR * 1000);
    expect(await call('POST', SIGN_IN, { org: 'org_demo' })).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^The identity provider cannot be used now/) },
    });
  });
});
