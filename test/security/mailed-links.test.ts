/** Links that operators request by mail: the mailbox is never enough to approve (docs/decisions/mailed-links.md). */

import { createConsoleHandler } from '../../src/lambda/console/handler';
import { DEMO_ORG, FOUR_EYES_ORG } from '../../src/local/demo';
import { sha256Hex } from '../../src/protocol/hash';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { noteRequestedLink } from '../../src/service/access/use-cases/mailed-link';
import { createSignInLink, signInByLink } from '../../src/service/access/use-cases/sessions';
import { aPasskey } from '../store/conformance/config-items';
import { eventOf } from '../support/gateway';
import { openHouse } from '../support/house';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';
import { mailedLinks, tokenIn } from '../support/sign-in-link';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BRAVO = { org: DEMO_ORG, address: 'op_bravo@org-demo.example' };

describe('a sign-in link that is requested by mail', () => {
  const house = openedOnce(() => openHouse({ memory: true }));
  // Three an hour: each test begins in an hour of its own.
  beforeEach(() => house.advance(HOUR));

  const allow = (allowed = true) => house.api('op_alpha', 'PUT', '/api/mailed-links', { allowed });
  /** A browser with its cookies. */
  function aBrowser() {
    const cookies = new Map<string, string>();
    const send = async (method: string, path: string, body?: unknown) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await house.send(method, path, { body, headers: { cookie, origin: house.url } });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';')[0]!.split('=');
        cookies.set(name, value);
      }
      return answer;
    };
    return {
      send,
      request: (asked: object = BRAVO) => send('POST', '/api/session/mailed-link', asked),
      open: (token: string) => send('POST', '/api/session', { token }),
    };
  }
  const linksOf = (operator: string) => mailedLinks(house, operator);
  const newestToken = async (operator: string) => tokenIn((await linksOf(operator)).at(-1)!);
  const signedIn = async () => {
    await allow();
    const browser = aBrowser();
    expect((await browser.request()).status).toBe(202);
    expect((await browser.open(await newestToken('op_bravo'))).body.began).toBe('mailed_link');
    return browser;
  };

  it('nobody gets a link where the organization has not allowed it', async () => {
    expect((await house.api('op_alpha', 'GET', '/api/mailed-links')).body.allowed).toBe(false);
    expect((await aBrowser().request()).status).toBe(202);
    expect(await linksOf('op_bravo')).toEqual([]);
    expect((await house.api('op_bravo', 'PUT', '/api/mailed-links', { allowed: true })).status).toBe(403);
  });

  it('a requested link works once, and only in the browser that requested it', async () => {
    await allow();
    const [browser, other] = [aBrowser(), aBrowser()];
    await browser.request({ ...BRAVO, address: ' OP_Bravo@org-demo.EXAMPLE ' });
    const token = await newestToken('op_bravo');
    await other.request({ ...BRAVO, address: 'nobody@org-demo.example' });
    expect((await aBrowser().open(token)).status).toBe(401);
    expect((await other.open(token)).status).toBe(401);
    expect((await browser.open(token)).status).toBe(200);
    expect((await browser.send('GET', '/api/session')).body).toMatchObject({
      operator: { id: 'op_bravo' },
      began: 'mailed_link',
    });
    expect((await browser.open(token)).status).toBe(401);
  });

  it('a requested link lives ten minutes from the request', async () => {
    await allow();
    const browser = aBrowser();
    await browser.request();
    const token = await newestToken('op_bravo');
    await house.advance(10 * MINUTE);
    expect((await browser.open(token)).status).toBe(401);
  });

  it('a link that was requested before the setting was ended opens no session', async () => {
    await allow();
    const browser = aBrowser();
    await browser.request();
    const token = await newestToken('op_bravo');
    expect((await allow(false)).body.allowed).toBe(false);
    expect((await browser.open(token)).status).toBe(401);
  });

  it('the cookie of a browser that requested a link is for this host alone, and no script can read it', async () => {
    const set = (await aBrowser().request()).headers.get('set-cookie')!;
    expect(set).toMatch(/^mailed_link=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/);
  });

  it('a session that began with a mailed link reads, asks, refuses and aborts, and turns no key with a mailed code', async () => {
    const browser = await signedIn();
    const requested = () => house.proposed({ action: 'demo.deploy', requester: 'op_alpha' });
    const [one, two] = [await requested(), await requested()];
    expect((await browser.send('GET', `/api/requests/${one}`)).status).toBe(200);
    expect((await browser.send('POST', `/api/requests/${one}/questions`, { text: 'Why?' })).status).toBe(200);
    const turned = await browser.send('POST', `/api/requests/${one}/turn`, { code: await house.code('op_bravo', one) });
    expect(turned).toMatchObject({ status: 403, body: { error: expect.stringContaining('requested by mail') } });
    expect((await house.api('op_alpha', 'GET', `/api/requests/${one}`)).body.request.state).toBe('notified');
    expect((await browser.send('POST', `/api/requests/${one}/refuse`, {})).status).toBe(200);
    expect((await browser.send('POST', `/api/requests/${two}/abort`, {})).status).toBe(200);
    expect((await browser.send('DELETE', '/api/session')).status).toBe(200);
  });

  it('a mailed link strikes no seat, ends no session and raises no epoch', async () => {
    const { id } = (await house.propose({ action: 'demo.deploy', requester: 'op_alpha' })).body.request;
    const before = await house.api('op_bravo', 'GET', '/api/session');
    await signedIn();
    expect((await house.api('op_bravo', 'GET', '/api/session')).body.session_id).toBe(before.body.session_id);
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    expect((await house.turn('op_charlie', id)).body.request.outcome).toBe('authorized');
  });
});

describe('a request for a mailed link', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));
  beforeAll(async () => {
    await ledger.api('op_alpha', 'PUT', '/api/mailed-links', { allowed: true });
  });

  /** With these ports, nothing of the organization can be read. */
  function sealed(over: object = {}) {
    const sent: unknown[] = [];
    const nothing = new Proxy({}, { get: (_, name) => () => Promise.reject(new Error(`${String(name)} was called`)) });
    const queues = { ...ledger.ports.queues, timers: { send: async (all: unknown[]) => void sent.push(...all) } };
    const origin = 'https://console.acme.dev';
    const ports = { ...ledger.ports, config: nothing, sessions: nothing, passkeys: nothing, queues, ...over };
    const handler = createConsoleHandler({ ...ports, origin, cookieName: '__Host-session' } as never);
    const request = (body: object, sourceIp = '203.0.113.9') => {
      return handler(eventOf('POST', '/api/session/mailed-link', { origin }, { body, sourceIp }));
    };
    return { sent, request };
  }

  it('the answer reads nothing of the organization, so it cannot show what exists', async () => {
    const { sent, request } = sealed();
    const plain = async (body: object) => {
      const { statusCode, body: text = '', cookies } = await request(body);
      const kept = cookies!.map((cookie) => cookie.replace(/=[\w-]{43}/, '=secret'));
      return { statusCode, text: text.replace(/\d{13}/, 'now'), kept };
    };
    const answers = [
      await plain(BRAVO),
      await plain({ ...BRAVO, address: 'nobody@org-demo.example' }),
      await plain({ org: 'org_none', address: 'op_bravo@org-demo.example' }),
    ];
    expect(answers).toEqual(
      answers.map(() => ({
        statusCode: 202,
        text: '{"server_now":now}',
        kept: ['__Host-mailed_link=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=600; Secure'],
      })),
    );
    expect(sent).toHaveLength(3);
  });

  it('a peer gets 429 for the fourth request in an hour, and may go on an hour after the first', async () => {
    const { sent, request } = sealed();
    const from = (address: string) => request({ ...BRAVO, address }, '203.0.113.20');
    for (const address of ['a@x.example', 'b@x.example', 'c@x.example'])
      expect((await from(address)).statusCode).toBe(202);
    const refused = await from('d@x.example');
    expect([refused.statusCode, refused.headers?.['retry-after']]).toEqual([429, '3600']);
    expect(sent).toHaveLength(3);
  });

  it('an address gets three links an hour from all peers together, and the fourth request is answered like the others', async () => {
    const { sent, request } = sealed();
    const statuses = [];
    for (const n of [1, 2, 3, 4]) {
      const address = n % 2 === 0 ? 'many@x.example' : 'Many@X.example';
      statuses.push((await request({ ...BRAVO, address }, `203.0.113.3${n}`)).statusCode);
    }
    expect([statuses, sent.length]).toEqual([[202, 202, 202, 202], 3]);
  });

  describe('behind the queue', () => {
    const noted: unknown[] = [];
    const note = (over: object = {}, ports: object = {}) => {
      const saveIncident = async (incident: unknown) => {
        noted.push(incident);
        return 'saved' as const;
      };
      const config = { ...ledger.ports.config, saveIncident };
      const at = ledger.clock.nowMs();
      const asked = { kind: 'requested_link', ...BRAVO, browser: 'b', id: 'link_1', at, ...over } as const;
      return noteRequestedLink({ ...ledger.ports, config, ...ports }, asked);
    };
    beforeEach(() => void noted.splice(0));

    it('only one enabled operator with the address gets a link, and only within ten minutes', async () => {
      await note();
      expect(noted).toHaveLength(1);
      await note({ address: 'nobody@org-demo.example' });
      await note({ org: FOUR_EYES_ORG });
      await note({ org: 'org_none' });
      await note({ at: ledger.clock.nowMs() - 10 * MINUTE });
      expect(noted).toHaveLength(1);
      const charlie = (await ledger.ports.config.operator(DEMO_ORG, 'op_charlie' as OperatorId))!;
      const sharing = { ...charlie, email: BRAVO.address, revision: charlie.revision + 1 };
      expect(await ledger.ports.config.saveOperator(sharing, PERMIT)).toBe('saved');
      await note();
      expect(noted).toHaveLength(1);
      await ledger.api('op_alpha', 'PATCH', '/api/operators/op_charlie', { enabled: false });
      await note();
      expect(noted).toHaveLength(2);
    });

    it('an operator with a passkey gets no link, and a link from before the passkey opens nothing', async () => {
      const delta = (await ledger.ports.config.operator(DEMO_ORG, 'op_delta' as OperatorId))!;
      const asked = { address: delta.email };
      await note(asked);
      expect(noted).toHaveLength(1);
      const requested = { browserHash: sha256Hex('secret'), expiresAtMs: ledger.clock.nowMs() + MINUTE };
      const [one, two] = [1, 2].map(() => createSignInLink(ledger.ports, delta, PERMIT, requested));
      const began = async (link: typeof one) =>
        (await signInByLink(ledger.ports, (await link!).token, 'secret'))?.session.began ?? null;
      expect(await began(one)).toBe('mailed_link');
      const passkey = aPasskey(DEMO_ORG as OrgId, 'psk_delta', { operator: delta.id });
      expect(await ledger.ports.passkeys.enrol(passkey, 0)).toBe('saved');
      await note(asked);
      expect([noted.length, await began(two)]).toEqual([1, null]);
    });
  });
});
