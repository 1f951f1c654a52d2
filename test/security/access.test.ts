/** How operators sign in, and what ends their access. */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import type { OperatorId } from '../../src/protocol/identifiers';
import { aCredential, type Credential } from '../support/authenticator';
import { type Ledger, openLedger } from '../support/ledger';
import { createMeeting } from '../support/meeting';
import { createMeter } from '../support/meter';
import { tokenIn } from '../support/sign-in-link';

/** Passkeys need an origin with a host name. */
const ORIGIN = 'https://console.acme.dev';
const RP_ID = 'console.acme.dev';

/** A browser at the console's handlers, whom the gateway sees at an address. */
type Browser = ReturnType<typeof aBrowser>;
function aBrowser(ledger: Ledger, from: string) {
  let cookie: string | null = null;
  const browser = {
    get cookie() {
      return cookie;
    },
    async send(method: string, path: string, body?: unknown) {
      const answer = await ledger.send(method, path, { body, cookie, from });
      const [set] = answer.cookies;
      if (set !== undefined) cookie = set.split(';')[0]!;
      return answer;
    },
    /** Opens a sign-in link. */
    open: (link: string) => browser.send('POST', '/api/session', { token: tokenIn(link) }),
  };
  return browser;
}

describe('the sign-in of an operator', () => {
  let ledger: Ledger;
  const newBrowser = (address = '198.51.100.1') => aBrowser(ledger, address);
  let admin: Browser;
  const begin = async (opened: Promise<Ledger>) => {
    ledger = await opened;
    admin = newBrowser();
    const { sign_in_url } = ledger.demo.operators.find(({ id }) => id === 'op_alpha')!;
    expect((await admin.open(sign_in_url)).status).toBe(200);
  };
  beforeEach(() => begin(openLedger({ memory: true, origin: ORIGIN })));
  /** With tables in memory, writes do not run in parallel, and stored items cannot be listed. */
  const beginWithDatabase = async () => {
    await ledger.stop();
    await begin(openLedger({ origin: ORIGIN }));
  };
  afterEach(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });

  const makeLink = async (operator: string): Promise<string> => {
    const made = await admin.send('POST', `/api/operators/${operator}/sign-in-link`);
    expect(made.status).toBe(201);
    return made.body.sign_in_url;
  };
  const signedInAs = async (operator: string): Promise<Browser> => {
    const browser = newBrowser();
    expect((await browser.open(await makeLink(operator))).status).toBe(200);
    return browser;
  };
  const enrolment = async (browser: Browser): Promise<string> => {
    const { body } = await browser.send('POST', '/api/passkeys/options');
    return body.options.challenge;
  };
  const enrol = async (browser: Browser, credential: Credential, name = 'laptop') => {
    const response = credential.create(await enrolment(browser));
    return browser.send('POST', '/api/passkeys', { name, response });
  };
  const signInWith = async (credential: Credential, browser = newBrowser()) => {
    const { body } = await browser.send('POST', '/api/session/options');
    return browser.send('POST', '/api/session/passkey', { response: credential.use(body.options.challenge) });
  };
  const newCredential = () => aCredential({ origin: ORIGIN, rpId: RP_ID });
  const isIn = async (browser: Browser) => (await browser.send('GET', '/api/session')).status === 200;

  /** Every way in which op_bravo could sign in again. */
  const everyWayIn = async () => {
    const credential = newCredential();
    const byLink = await signedInAs('op_bravo');
    expect((await enrol(byLink, credential)).status).toBe(201);
    const unopened = await makeLink('op_bravo');
    const pending = newCredential().create(await enrolment(byLink));
    return { byLink, credential, unopened, pending };
  };
  const allAreShut = async ({ byLink, credential, unopened, pending }: Awaited<ReturnType<typeof everyWayIn>>) => {
    expect(await isIn(byLink)).toBe(false);
    expect((await byLink.send('POST', '/api/passkeys', { name: 'late', response: pending })).status).toBe(401);
    expect((await newBrowser().open(unopened)).status).toBe(401);
    expect((await signInWith(credential)).status).toBe(401);
  };

  it('a session ends when its operator is disabled, and does not work again when they are enabled', async () => {
    const ways = await everyWayIn();
    expect((await admin.send('PATCH', '/api/operators/op_bravo', { enabled: false })).status).toBe(200);
    await allAreShut(ways);
    expect((await admin.send('PATCH', '/api/operators/op_bravo', { enabled: true })).status).toBe(200);
    await allAreShut(ways);
    expect((await admin.send('GET', '/api/sessions?operator=op_bravo')).body.sessions).toEqual([]);
    expect(await isIn(await signedInAs('op_bravo'))).toBe(true);
  });

  it('an admin who revokes all access also ends passkeys that a link led to', async () => {
    const ways = await everyWayIn();
    // The passkey opens a session, in which another is enrolled: the link led to both.
    const second = newCredential();
    const byPasskey = newBrowser();
    expect((await signInWith(ways.credential, byPasskey)).status).toBe(200);
    expect((await enrol(byPasskey, second)).status).toBe(201);
    expect((await admin.send('DELETE', '/api/sessions?operator=op_bravo')).status).toBe(200);
    await allAreShut(ways);
    expect(await isIn(byPasskey)).toBe(false);
    expect((await signInWith(second)).status).toBe(401);
    expect((await admin.send('GET', '/api/operators/op_bravo/passkeys')).body.passkeys).toEqual([]);
    expect(await isIn(admin)).toBe(true);
  });

  it('a person whose sessions an admin ended gets 401, whatever they send', async () => {
    const bravo = await signedInAs('op_bravo');
    expect((await admin.send('DELETE', '/api/sessions?operator=op_bravo')).status).toBe(200);
    const sent = [
      ['POST', '/api/actions/demo.deploy/preview', {}],
      ['POST', '/api/actions/demo.deploy/preview', 'no JSON'],
      ['GET', '/api/requests?limit=1000', undefined],
      ['GET', '/api/nothing', undefined],
      ['GET', '/api/requests/of-no-form', undefined],
      ['PUT', '/api/requests', {}],
    ] as const;
    const answers = await Promise.all(sent.map(([method, path, body]) => bravo.send(method, path, body)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 401));
  });

  it('an operator who revokes their own sessions keeps the session of the call', async () => {
    const ways = await everyWayIn();
    const mine = await signedInAs('op_bravo');
    expect((await mine.send('DELETE', '/api/sessions')).status).toBe(200);
    await allAreShut(ways);
    expect(await isIn(mine)).toBe(true);
    expect((await mine.send('GET', '/api/sessions')).body.sessions).toMatchObject([{ current: true }]);
    const fresh = newCredential();
    expect((await enrol(mine, fresh)).status).toBe(201);
    expect((await signInWith(fresh)).status).toBe(200);
  });

  it('a session is revoked by an admin, and not by another operator', async () => {
    const charlie = await signedInAs('op_charlie');
    const bravo = await signedInAs('op_bravo');
    expect((await charlie.send('DELETE', '/api/sessions?operator=op_bravo')).status).toBe(403);
    expect(await isIn(bravo)).toBe(true);
    expect((await admin.send('DELETE', '/api/sessions?operator=op_bravo')).status).toBe(200);
    expect(await isIn(bravo)).toBe(false);
    expect(await admin.send('DELETE', '/api/sessions?operator=op_nobody')).toMatchObject({
      status: 404,
      body: { kind: 'not_found' },
    });
  });

  it('signing in does not replace another operator’s session if the page asked it not to, and keeps the link', async () => {
    const bravo = await signedInAs('op_bravo');
    const cookie = bravo.cookie;
    const body = { token: tokenIn(await makeLink('op_charlie')), replace: false };
    const asked = await bravo.send('POST', '/api/session', body);
    expect(asked).toMatchObject({
      status: 409,
      body: { kind: 'conflict', error: expect.stringContaining('op_bravo') },
    });
    expect(bravo.cookie).toBe(cookie);
    expect((await bravo.send('GET', '/api/session')).body.operator.id).toBe('op_bravo');
    expect((await bravo.send('POST', '/api/session', { ...body, replace: true })).status).toBe(200);
    expect((await bravo.send('GET', '/api/session')).body.operator.id).toBe('op_charlie');
    // There is no other operator’s session: it has ended, or there is none.
    const ended = await signedInAs('op_delta');
    await admin.send('DELETE', '/api/sessions?operator=op_delta');
    expect(await isIn(ended)).toBe(false);
    const next = { token: tokenIn(await makeLink('op_delta')), replace: false };
    expect((await ended.send('POST', '/api/session', next)).status).toBe(200);
    const fresh = { token: tokenIn(await makeLink('op_delta')), replace: false };
    expect((await newBrowser().send('POST', '/api/session', fresh)).status).toBe(200);
  });

  it('an ended session turns no key, although the operator is enabled again', async () => {
    const bravo = await signedInAs('op_bravo');
    await admin.send('PATCH', '/api/operators/op_bravo', { enabled: false });
    await admin.send('PATCH', '/api/operators/op_bravo', { enabled: true });
    const body = { action: 'demo.solo', requester: 'op_alpha', params: {} };
    const { id } = (await ledger.propose(body)).body.request;
    const code = await ledger.code('op_bravo', id);
    for (const [command, sent] of [
      ['turn', { code }],
      ['refuse', {}],
      ['abort', {}],
    ] as const) {
      expect((await bravo.send('POST', `/api/requests/${id}/${command}`, sent)).status).toBe(401);
    }
    const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
    expect(request).toMatchObject({ state: 'notified', revision: 1 });
  });

  it('a passkey’s answer signs in once: a copy of it is refused, also at the same moment', async () => {
    await beginWithDatabase();
    const meeting = createMeeting(ledger.tables);
    const credential = newCredential();
    const bravo = await signedInAs('op_bravo');
    await enrol(bravo, credential);
    const answerTo = async () => {
      const { body } = await newBrowser().send('POST', '/api/session/options');
      return { response: credential.use(body.options.challenge) };
    };
    const first = await answerTo();
    const statuses = async (answers: readonly object[]) => {
      const said = await Promise.all(answers.map((one) => newBrowser().send('POST', '/api/session/passkey', one)));
      return said.map(({ status }) => status).sort();
    };
    meeting.arrange(3, (command, input) => command.startsWith('Put') && input.includes('"used_by"'));
    expect(await statuses([first, first, first])).toEqual([200, 401, 401]);
    expect(await statuses([first])).toEqual([401]);
    expect(await statuses([await answerTo()])).toEqual([200]);
    // Each use is for the audit log.
    const passkeys = await ledger.ports.passkeys.ofOperator(DEMO_ORG, 'op_bravo' as OperatorId);
    const enrolled = passkeys.find(({ publicKey }) => publicKey === credential.publicKey)!;
    const uses = enrolled.journal.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'passkey.used');
    expect(uses).toMatchObject(
      [1, 2].map((counter) => ({ subject: enrolled.id, ...person('op_bravo'), data: { counter } })),
    );
  });

  it('a copied answer of a passkey that does not count its uses is refused', async () => {
    const credential = aCredential({ origin: ORIGIN, rpId: RP_ID, counts: false });
    await enrol(await signedInAs('op_bravo'), credential);
    const { body } = await newBrowser().send('POST', '/api/session/options');
    const answer = { response: credential.use(body.options.challenge) };
    expect((await newBrowser().send('POST', '/api/session/passkey', answer)).status).toBe(200);
    expect((await newBrowser().send('POST', '/api/session/passkey', answer)).status).toBe(401);
  });

  it('a stranger’s calls store nothing but the count of refused attempts', async () => {
    await beginWithDatabase();
    const { client, main, transient } = ledger.tables;
    const stored = async () => {
      const found = await Promise.all(
        [main, transient].map((TableName) => client.send(new ScanCommand({ TableName }))),
      );
      return found.flatMap(({ Items = [] }) => Items).filter(({ pk }) => !(pk as string).startsWith('PEER#'));
    };
    const credential = newCredential();
    await enrol(await signedInAs('op_bravo'), credential);
    const before = await stored();
    const stranger = newBrowser('192.0.2.1');
    const meter = createMeter(ledger.tables);
    const { answer, cost } = await meter.measure(() => stranger.send('POST', '/api/session/options'));
    expect(answer.status).toBe(200);
    expect(cost.calls).toEqual([]);
    const challenge = answer.body.options.challenge as string;
    const forged = `${challenge.slice(0, 20)}${challenge[20] === 'A' ? 'B' : 'A'}${challenge.slice(21)}`;
    for (const response of [
      newCredential().use(challenge),
      { ...newCredential().use(challenge), id: credential.id, rawId: credential.id },
      credential.use(forged),
      credential.use(Buffer.alloc(54).toString('base64url')),
    ]) {
      expect((await stranger.send('POST', '/api/session/passkey', { response })).status).toBe(401);
    }
    expect(await stored()).toEqual(before);
    expect((await stranger.send('POST', '/api/session/passkey', { response: credential.use(challenge) })).status).toBe(
      200,
    );
  });

  describe('a peer that was refused twenty times', () => {
    beforeEach(beginWithDatabase);
    const peer = '192.0.2.7';
    const spend = async () => {
      const stranger = newBrowser(peer);
      for (let n = 0; n < 20; n++) {
        const said =
          n % 2 === 0
            ? await stranger.send('POST', '/api/session', { token: `made-up-${n}` })
            : await signInWith(newCredential(), stranger);
        expect(said.status).toBe(401);
      }
      return stranger;
    };

    it('a peer that was refused twenty times gets 429 with the seconds to wait, and costs the counter nothing more', async () => {
      const stranger = await spend();
      const guess = () => stranger.send('POST', '/api/session', { token: 'made-up' });
      const blocked = await guess();
      expect([blocked.status, Object.keys(blocked.body)]).toEqual([429, ['error']]);
      const seconds = Number(blocked.headers['retry-after']);
      expect(seconds).toBeGreaterThan(200);
      expect(seconds).toBeLessThanOrEqual(300);
      const counter = async () => {
        const TableName = ledger.tables.transient;
        const { Items = [] } = await ledger.tables.client.send(new ScanCommand({ TableName }));
        return Items.filter(({ pk }) => (pk as string).startsWith('PEER#'));
      };
      const counted = await counter();
      expect(counted).toHaveLength(1);
      expect((await signInWith(newCredential(), stranger)).status).toBe(429);
      expect((await guess()).status).toBe(429);
      expect(await counter()).toEqual(counted);
      ledger.clock.advance(seconds * 1000);
      expect((await guess()).status).toBe(401);
    });

    it('a valid link or passkey still signs in from an address that was refused twenty times', async () => {
      const credential = newCredential();
      await enrol(await signedInAs('op_bravo'), credential);
      await spend();
      expect((await newBrowser(peer).open(await makeLink('op_charlie'))).status).toBe(200);
      expect((await signInWith(credential, newBrowser(peer))).status).toBe(200);
    });

    it('refused sign-ins do not count against other addresses or API keys, nor refused keys against sign-ins', async () => {
      await spend();
      expect((await newBrowser('192.0.2.8').send('POST', '/api/session', { token: 'made-up' })).status).toBe(401);
      const withKey = (key: string) =>
        ledger.v1('reader', 'GET', '/v1/requests/none', {
          headers: { authorization: `Bearer ${key}` },
          sourceIp: peer,
        });
      for (let n = 0; n < 20; n++) expect((await withKey('rak_nonsense')).status).toBe(401);
      expect((await withKey('rak_nonsense')).status).toBe(429);
      const statuses: number[] = [];
      for (let n = 0; n < 21; n++) {
        const said = await ledger.v1('reader', 'GET', '/v1/requests/none', {
          headers: { authorization: 'Bearer rak_nonsense' },
          sourceIp: '192.0.2.9',
        });
        statuses.push(said.status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect((await newBrowser('192.0.2.9').send('POST', '/api/session', { token: 'made-up' })).status).toBe(401);
    });
  });

  it('an operator has at most ten passkeys, however many are enrolled at once', async () => {
    await beginWithDatabase();
    const meeting = createMeeting(ledger.tables);
    const bravo = await signedInAs('op_bravo');
    for (let n = 0; n < 8; n++) expect((await enrol(bravo, newCredential())).status).toBe(201);
    const options = await Promise.all(Array.from({ length: 5 }, () => enrolment(bravo)));
    meeting.arrange(5, (command, input) => command.startsWith('Transact') && input.includes('"enrolments"'));
    const late = await Promise.all(
      options.map((challenge) =>
        bravo.send('POST', '/api/passkeys', { name: 'late', response: newCredential().create(challenge) }),
      ),
    );
    expect(late.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
    expect(late.find(({ status }) => status === 422)!.body).toMatchObject({ kind: 'refused' });
    const { passkeys } = (await bravo.send('GET', '/api/passkeys?limit=100')).body;
    expect(passkeys).toHaveLength(10);
    // After one is deleted, another one can be enrolled.
    expect((await bravo.send('DELETE', `/api/passkeys/${passkeys[0].id}`)).status).toBe(200);
    expect((await enrol(bravo, newCredential())).status).toBe(201);
  });

  it('an admin sees an operator’s passkeys, and can delete one', async () => {
    const [bravo, charlie] = [await signedInAs('op_bravo'), await signedInAs('op_charlie')];
    const [lost, kept] = [newCredential(), newCredential()];
    await enrol(bravo, lost, 'lost phone');
    await enrol(bravo, kept, 'laptop');
    const path = '/api/operators/op_bravo/passkeys';
    const { passkeys } = (await admin.send('GET', path)).body;
    const names = passkeys.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['laptop', 'lost phone']);
    const { id } = passkeys.find(({ name }: { name: string }) => name === 'lost phone');
    expect((await charlie.send('GET', path)).status).toBe(403);
    expect((await charlie.send('DELETE', `${path}/${id}`)).status).toBe(403);
    expect((await admin.send('DELETE', `/api/operators/op_charlie/passkeys/${id}`)).status).toBe(404);
    expect((await admin.send('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await admin.send('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await signInWith(lost)).status).toBe(401);
    expect((await signInWith(kept)).status).toBe(200);
  });

  it('an operator who deletes a passkey keeps their seats, and loses them if an admin deletes it', async () => {
    const bravo = await signedInAs('op_bravo');
    const [own, another] = [newCredential(), newCredential()];
    await enrol(bravo, own);
    await enrol(bravo, another);
    const [first, second] = (await bravo.send('GET', '/api/passkeys')).body.passkeys as { id: string }[];
    const body = { action: 'demo.deploy', requester: 'op_alpha' };
    const { id } = (await ledger.propose(body)).body.request;
    const code = await ledger.code('op_bravo', id);
    expect((await bravo.send('DELETE', `/api/passkeys/${first!.id}`)).status).toBe(200);
    expect((await bravo.send('POST', `/api/requests/${id}/turn`, { code })).body.view.turned).toBe(1);
    expect((await admin.send('DELETE', `/api/operators/op_bravo/passkeys/${second!.id}`)).status).toBe(200);
    // The person who was asked may no longer be the one who signs in.
    expect((await bravo.send('POST', `/api/requests/${id}/refuse`)).status).toBe(403);
    expect((await bravo.send('GET', `/api/requests/${id}`)).body.view).toMatchObject({
      turned: 0,
      you: { seat: false },
    });
  });
});
