/** How often somebody who is nobody yet can make this service ask an identity provider (docs/design.md#refused-attempts). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DEMO_ORG } from '../../src/local/demo';
import { OWN, openCompany, PEER, SIGN_IN } from '../support/company';
import { openedForEach } from '../support/opened';

const MINUTE = 60_000;

describe('attempts to sign in with a company account', () => {
  const company = openedForEach(openCompany);
  beforeEach(async () => {
    await company.use();
    await company.connected('op_bravo', 'ada');
  });

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
