/** What comes back from an identity provider opens a session or connects an account only as it began (docs/decisions/company-sign-in.md). */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DEMO_ORG, FOUR_EYES_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { IDENTITY_PROVIDER, type Provider } from '../../src/service/access/rules/company-sign-in';
import type { Began } from '../../src/service/access/rules/fresh-sign-in';
import { connectOwnIdentity } from '../../src/service/access/use-cases/company-sign-in';
import { connect } from '../../src/service/access/use-cases/identities';
import { openLedger, type Sent } from '../support/ledger';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';
import { openScriptedProvider, SECRET } from '../support/scripted-provider';

const SIGN_IN = '/api/session/company';
const OWN = '/api/company-sign-in/identity';
const PEER = '192.0.2.7';

type Company = Awaited<ReturnType<typeof openCompany>>;

/** The console of two organizations that sign in at a scripted provider, at a time that the test sets. */
async function openCompany() {
  const scripted = await openScriptedProvider();
  // A whole second, because the provider says whole seconds.
  const time = { nowMs: Math.floor(Date.now() / 1000) * 1000 };
  const ledger = await openLedger({ memory: true, nowMs: () => time.nowMs });
  const { config } = ledger.ports;
  const call = (method: string, path: string, body: object, { cookie, from = PEER }: Sent = {}) =>
    ledger.send(method, path, { body, cookie, from });
  const operator = async (id: string, org: OrgId = DEMO_ORG) => (await config.operator(org, id as OperatorId))!;
  async function use(fields: Partial<Provider> = {}, org: OrgId = DEMO_ORG): Promise<void> {
    const before = await config.setting(org, IDENTITY_PROVIDER);
    const provider = { issuer: scripted.issuer, clientId: 'console', sealedSecret: null, acrValues: [] };
    const all = { ...provider, maxAgeSeconds: 600, forbidsMailLinks: false, ...fields };
    const setting = { org, provider: all, revision: (before?.revision ?? 0) + 1, journal: [] };
    if ((await config.saveSetting(IDENTITY_PROVIDER, setting, PERMIT)) !== 'saved') throw new Error('not saved');
  }
  return {
    scripted,
    time,
    ledger,
    call,
    operator,
    use,
    async connected(id: string, subject: string, org: OrgId = DEMO_ORG): Promise<void> {
      const account = { issuer: scripted.issuer, subject };
      const made = await connect(config, await operator(id, org), account, {
        at: time.nowMs,
        by: 'op_alpha' as OperatorId,
      });
      if (!made.ok) throw new Error(made.error.reason);
    },
    session: (id: string, began?: Began, org?: OrgId) => ledger.session(id, org, began),
    /** Begins, and returns what the provider would send, and the cookie. */
    async begin(path: string = SIGN_IN, sent: Sent = {}, org: OrgId = DEMO_ORG) {
      const started = await call('POST', path, path === SIGN_IN ? { org } : {}, sent);
      if (started.status !== 200) throw new Error(`${started.status} ${started.body.error}`);
      const asked = new URL(started.body.url).searchParams;
      const [set] = started.cookies;
      return { brought: { code: asked.get('nonce')!, state: asked.get('state')! }, pending: set!.split(';')[0]!, set };
    },
    async stop(): Promise<void> {
      await ledger.stop();
      await scripted.stop();
    },
  };
}

const SETTING = '/api/company-sign-in';
const MAX_AGE_S = 600;
const MINUTE = 60_000;

const company = openedForEach(openCompany);
beforeEach(async () => {
  await company.use();
  await company.connected('op_bravo', 'ada');
});

describe('what comes back from an identity provider', () => {
  type Begun = Awaited<ReturnType<Company['begin']>>;
  const finish = ({ brought, pending: cookie }: Begun, changed: object = {}) =>
    company.call('PUT', SIGN_IN, { ...brought, ...changed }, { cookie });
  const seconds = () => company.time.nowMs / 1000;

  it('a pending sign-in lasts ten minutes, to the last millisecond, and so does its cookie', async () => {
    const [kept, late] = [await company.begin(), await company.begin()];
    expect(kept.set).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    company.time.nowMs += 10 * MINUTE - 1;
    company.scripted.says({ claims: { auth_time: Math.floor(seconds()) } });
    expect((await finish(kept)).status).toBe(200);
    company.time.nowMs += 1;
    expect((await finish(late)).status).toBe(401);
    expect(company.scripted.exchanges()).toBe(1);
  });

  it.each<[string, (begun: Begun) => Begun | Promise<Begun>]>([
    ['of another organization', (begun) => ({ ...begun, pending: begun.pending.replace(DEMO_ORG, FOUR_EYES_ORG) })],
    ['of no organization', (begun) => ({ ...begun, pending: begun.pending.replace(`${DEMO_ORG}:`, '') })],
    ['that was changed', (begun) => ({ ...begun, pending: begun.pending.slice(0, -2) })],
    ['with another state', (begun) => ({ ...begun, brought: { ...begun.brought, state: `${begun.brought.state}x` } })],
    ['of another sign-in', async (begun) => ({ ...begun, pending: (await company.begin()).pending })],
    ['that connects an account', async () => company.begin(OWN, { cookie: await company.session('op_bravo') })],
  ])('a pending sign-in %s opens no session, and the provider is not asked', async (_, changed) => {
    await company.use({}, FOUR_EYES_ORG as OrgId);
    expect((await finish(await changed(await company.begin()))).status).toBe(401);
    expect(company.scripted.exchanges()).toBe(0);
  });

  it('a sign-in that began at another provider than the organization now has is refused, and nobody is asked', async () => {
    const other = await openScriptedProvider();
    const begun = await company.begin();
    await company.use({ issuer: other.issuer });
    expect((await finish(begun)).status).toBe(401);
    expect([company.scripted.exchanges(), other.exchanges()]).toEqual([0, 0]);
    await other.stop();
  });

  it('a sign-in at the provider is enough until it is exactly as old as the setting allows, and the session ends then', async () => {
    company.scripted.says({ claims: { auth_time: seconds() - MAX_AGE_S + 1 } });
    const opened = await finish(await company.begin());
    expect([opened.status, opened.body.expires_at]).toEqual([200, company.time.nowMs + 1000]);
    company.scripted.says({ claims: { auth_time: seconds() - MAX_AGE_S } });
    expect(await finish(await company.begin())).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/^Your sign-in at the identity provider is too old/) },
    });
  });

  it('a sign-in whose time the provider does not say is refused with the claim that is missing', async () => {
    company.scripted.says({ claims: { auth_time: undefined } });
    const said = {
      error: expect.stringMatching(/does not say when you signed in there: .*"auth_time".*optional claim/),
    };
    expect(await finish(await company.begin())).toMatchObject({ status: 401, body: said });
    const session = await company.session('op_charlie');
    const { brought, pending } = await company.begin(OWN, { cookie: session });
    const connected = await company.call('PUT', OWN, brought, { cookie: `${session}; ${pending}` });
    expect(connected).toMatchObject({ status: 422, body: said });
  });

  it('three sign-ins wait in one browser, each finishes by itself, and a fourth ends the oldest', async () => {
    const jar = new Map<string, string>();
    const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ');
    const keep = (set: readonly string[]) => {
      for (const text of set) {
        const [name, value] = text.split(';')[0]!.split('=') as [string, string];
        if (text.includes('Max-Age=0')) jar.delete(name);
        else jar.set(name, value);
      }
    };
    const begun = [];
    for (let n = 0; n < 4; n++) {
      company.time.nowMs += 1000;
      const started = await company.call('POST', SIGN_IN, { org: DEMO_ORG }, { cookie: cookie() });
      keep(started.cookies);
      const asked = new URL(started.body.url).searchParams;
      begun.push({ code: asked.get('nonce')!, state: asked.get('state')! });
    }
    expect(jar.size).toBe(3);
    const statuses: number[] = [];
    for (const n of [1, 0, 3, 2, 2]) {
      const finished = await company.call('PUT', SIGN_IN, begun[n]!, { cookie: cookie() });
      keep(finished.cookies);
      statuses.push(finished.status);
    }
    expect(statuses).toEqual([200, 401, 200, 200, 401]);
    expect([...jar.keys()].filter((name) => name.startsWith('pending'))).toEqual([]);
  });

  it('an account is connected by a sign-in at the provider that is not too old, in a session that is fresh when it comes back', async () => {
    const connect = async (subject: string, auth_time: number, laterMs = 0) => {
      const session = await company.session('op_charlie');
      const { brought, pending } = await company.begin(OWN, { cookie: session });
      company.time.nowMs += laterMs;
      company.scripted.says({ claims: { sub: subject, auth_time } });
      return company.call('PUT', OWN, brought, { cookie: `${session}; ${pending}` });
    };
    expect((await connect('cleo', seconds() - MAX_AGE_S)).body.error).toMatch(/is too old/);
    expect((await connect('cleo', seconds(), 5 * 60_000)).body).toMatchObject({ kind: 'sign_in_again' });
    expect((await connect('cleo', seconds() - MAX_AGE_S + 1, 5 * 60_000 - 1)).body.error).toMatch(/is too old/);
    expect((await connect('cleo', Math.floor(seconds()) - MAX_AGE_S + 1)).status).toBe(200);
  });

  it('an account that was proved for one organization is connected to no operator of another', async () => {
    await company.use({}, FOUR_EYES_ORG as OrgId);
    const golf = await company.operator('op_golf', FOUR_EYES_ORG as OrgId);
    const { ports } = company.ledger;
    const session = { id: 'ses_1', createdAtMs: company.time.nowMs, began: 'link' as const };
    const pending = { issuer: company.scripted.issuer, state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
    const text = JSON.stringify({ ...pending, purpose: 'connect:ses_1', endsAtMs: company.time.nowMs + 1000 });
    const sealed = await ports.secretBox.seal(DEMO_ORG, 'pending-sign-in', new TextEncoder().encode(text));
    const given = { cookie: `${DEMO_ORG}:${sealed}`, answer: { code: 'n', state: 's' } };
    const deps = { ...ports, origin: 'https://console.acme.dev' };
    expect(await connectOwnIdentity(deps, golf, session, given)).toEqual({
      ok: false,
      error: { reason: 'not_accepted' },
    });
    expect(await ports.config.identities(FOUR_EYES_ORG as OrgId)).toEqual([]);
    // The same is connected to an operator of its own organization.
    const again = JSON.stringify({ ...JSON.parse(text), state: 't' });
    const own = await ports.secretBox.seal(DEMO_ORG, 'pending-sign-in', new TextEncoder().encode(again));
    company.scripted.says({ claims: { sub: 'cleo' } });
    const charlie = await company.operator('op_charlie');
    const back = { cookie: `${DEMO_ORG}:${own}`, answer: { code: 'n', state: 't' } };
    expect(await connectOwnIdentity(deps, charlie, session, back)).toMatchObject({ ok: true });
  });

  it.each([
    ['mfa', ['mfa'], 200],
    ['key', ['mfa', 'key'], 200],
    ['basic', ['mfa', 'key'], 401],
    [undefined, ['mfa'], 401],
    [undefined, [], 200],
  ])('a sign-in by %j where one of %j is required is answered with %d', async (acr, acrValues, status) => {
    await company.use({ acrValues });
    company.scripted.says({ claims: { acr } });
    expect((await finish(await company.begin())).status).toBe(status);
  });

  it('the stored secret is sent only to the issuer, and only for the client, that it was saved for', async () => {
    const cookie = await company.session('op_alpha');
    const setting = {
      issuer: company.scripted.issuer,
      client_id: 'console',
      acr_values: [],
      max_age_seconds: MAX_AGE_S,
    };
    const save = (fields: object) =>
      company.call('PUT', SETTING, { provider: { ...setting, forbids_mail_links: false, ...fields } }, { cookie });
    expect((await save({ client_secret: SECRET })).status).toBe(200);
    const other = await openScriptedProvider();
    for (const moved of [{ client_id: 'another' }, { issuer: other.issuer }]) {
      expect((await save(moved)).body.error).toMatch(/^Send client_secret again/);
    }
    expect(other.asked).toEqual([]);
    await other.stop();
    expect((await save({ max_age_seconds: 900 })).body.provider).toMatchObject({ has_secret: true });
    expect((await finish(await company.begin())).status).toBe(200);
    expect(company.scripted.asked.find(({ path }) => path === '/token')!.authorization).toMatch(/^Basic /);
    expect((await save({ client_secret: null })).body.provider).toMatchObject({ has_secret: false });
  });
});

/** How often somebody who is nobody yet can make this service ask an identity provider (docs/design.md#refused-attempts). */
describe('attempts to sign in with a company account', () => {
  function statuses(answers: readonly { readonly status: number }[]): Record<number, number> {
    const times: Record<number, number> = {};
    for (const { status } of answers) times[status] = (times[status] ?? 0) + 1;
    return times;
  }
  async function inTwenties<T>(times: number, make: () => Promise<T>): Promise<T[]> {
    const made: T[] = [];
    let begun = 0;
    const lane = async () => {
      while (begun++ < times) made.push(await make());
    };
    await Promise.all(Array.from({ length: 20 }, lane));
    return made;
  }
  async function counted(peer = PEER) {
    const { tables } = company.ledger;
    const key = { TableName: tables.transient, Key: { pk: `PEER#company#${peer}` } };
    return (await tables.client.send(new GetCommand(key))).Item?.counted ?? null;
  }
  const unknown = (from = PEER) => company.call('PUT', SIGN_IN, { code: 'c', state: 's' }, { from });

  it('300 finishes with one cookie ask the provider once, and all but 50 are answered 429 without a write', async () => {
    company.scripted.says({ claims: { sub: 'mallory' } });
    const { brought, pending: cookie } = await company.begin();
    const answers = await inTwenties(300, () => company.call('PUT', SIGN_IN, brought, { cookie }));
    expect(company.scripted.exchanges()).toBe(1);
    expect(statuses(answers)).toEqual({ 401: 50, 429: 250 });
    expect(await counted()).toBe(50);
    const [locked] = answers.filter(({ status }) => status === 429);
    expect(locked!.headers['retry-after']).toBe('300');
  });

  it('300 starts at a provider that cannot be used are answered 429 after 50', async () => {
    await company.use({ issuer: 'http://127.0.0.1:9' });
    const answers = await inTwenties(300, () => company.call('POST', SIGN_IN, { org: DEMO_ORG }));
    expect(statuses(answers)).toEqual({ 422: 50, 429: 250 });
  });

  it('200 sign-ins from one address within a minute, 20 at a time, all succeed, and leave no count', async () => {
    const opened = await inTwenties(200, async () => {
      const { brought, pending: cookie } = await company.begin();
      return company.call('PUT', SIGN_IN, brought, { cookie });
    });
    expect(statuses(opened)).toEqual({ 200: 200 });
    expect([await counted(), company.scripted.exchanges()]).toEqual([0, 200]);
  }, 120_000);

  it('refused company sign-ins of an address affect no link and no passkey of it, nor the other way round', async () => {
    const link = () => company.call('POST', '/api/session', { token: 'x'.repeat(43) });
    for (let n = 0; n < 60; n++) await unknown();
    expect([(await unknown()).status, (await link()).status]).toEqual([429, 401]);
    expect((await company.call('POST', '/api/session/passkey', { response: {} })).status).not.toBe(429);
    const other = await openCompany();
    await other.use();
    for (let n = 0; n < 25; n++) await other.call('POST', '/api/session', { token: 'x'.repeat(43) });
    expect((await other.call('POST', '/api/session', { token: 'x'.repeat(43) })).status).toBe(429);
    expect((await other.begin()).brought.code).toEqual(expect.any(String));
    await other.stop();
  });

  it('refused company sign-ins of an address lock it until five minutes after the first, and nobody else', async () => {
    expect((await unknown()).status).toBe(401);
    company.time.nowMs += MINUTE;
    for (let n = 0; n < 49; n++) expect((await unknown()).status).toBe(401);
    expect((await unknown()).headers['retry-after']).toBe('240');
    await expect(company.begin()).rejects.toThrow('429');
    expect((await unknown('192.0.2.8')).status).toBe(401);
    company.time.nowMs += 4 * MINUTE - 1;
    expect((await unknown()).headers['retry-after']).toBe('1');
    company.time.nowMs += 1;
    expect((await unknown()).status).toBe(401);
  });

  it('two finishes at once with one cookie open one session', async () => {
    const { brought, pending: cookie } = await company.begin();
    const both = await Promise.all([1, 2].map(() => company.call('PUT', SIGN_IN, brought, { cookie })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(company.scripted.exchanges()).toBe(1);
  });

  it('an account is connected with one answer of the provider, which is asked once', async () => {
    const session = await company.session('op_charlie');
    company.scripted.says({ claims: { sub: 'ada' } });
    const { brought, pending } = await company.begin(OWN, { cookie: session });
    const connect = () => company.call('PUT', OWN, brought, { cookie: `${session}; ${pending}` });
    expect([(await connect()).status, (await connect()).status]).toEqual([409, 422]);
    expect(company.scripted.exchanges()).toBe(1);
  });
});
