import { heldToContract } from '../support/contract';
import { DIGEST, ENVELOPE, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { tokenIn } from '../support/sign-in-link';

describe('requests, as operators see them', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const inbox = async (operator: string, query = '') =>
    (await house.api(operator, 'GET', `/api/inbox?limit=100${query}`)).body.requests.map(
      ({ request }: { request: { id: string } }) => request.id,
    );

  it('an inbox that remembers earlier requests also knows what somebody has refused since', async () => {
    const again = () => house.proposed({ params: { order: 'twice' } });
    const remarksOf = async (id: string) => {
      const { requests } = (await house.api('op_bravo', 'GET', '/api/inbox')).body;
      return requests.find(({ request }: { request: { id: string } }) => request.id === id).remarks;
    };
    const first = await again();
    expect(await remarksOf(first)).toEqual([{ level: 'note', short: 'first request' }]);
    await house.refuse('op_bravo', first);
    expect(await remarksOf(await again())).toContainEqual({ level: 'warn', short: 'denied before' });
  });

  it('a request shows who was asked, who has turned, who is waited for, and what the caller may do', async () => {
    const id = await house.proposed({ action: 'demo.deploy', summary: 'x'.repeat(300), params: { version: '1.42.0' } });
    await house.turn('op_bravo', id);
    const { body } = await house.api('op_charlie', 'GET', `/api/requests/${id}`);
    expect(body.request).toMatchObject({ id, state: 'staging', params: { version: '1.42.0' } });
    expect(body.view).toMatchObject({
      title: 'Deploy to production',
      quorum: 2,
      turned: 1,
      needed: 1,
      eligible: ['op_bravo', 'op_charlie', 'op_delta'],
      waiting_for: ['op_charlie', 'op_delta'],
      decided: null,
    });
    expect([...body.view.summary]).toHaveLength(200);
    expect(body.view.seats).toContainEqual(
      expect.objectContaining({ operator: 'op_bravo', name: 'Bravo', state: 'turned', turned_at: expect.any(Number) }),
    );
    const option = (action: string) => body.view.you.options.find((each: { action: string }) => each.action === action);
    expect(option('turn')).toMatchObject({ allowed: true });
    expect(option('withdraw')).toMatchObject({ allowed: false, why: expect.stringContaining('not turned a key') });
    expect(option('restart')).toMatchObject({ allowed: false, why: expect.stringContaining('coincident') });
    expect(option('reissue')).toMatchObject({ allowed: false, why: expect.stringContaining('admin') });
  });

  it('a decided request names who decided, and accepts no further command', async () => {
    const id = await house.proposed();
    const refused = await house.refuse('op_bravo', id, { note: 'not today' });
    expect(refused.body.view.decided).toEqual({ by: ['op_bravo'], at: expect.any(Number), reason: 'not today' });
    for (const command of ['refuse', 'abort', 'withdraw']) {
      const late = await house.api('op_charlie', 'POST', `/api/requests/${id}/${command}`);
      expect(late).toMatchObject({
        status: 409,
        body: { kind: 'decided', error: expect.stringContaining('op_bravo') },
      });
    }
  });

  it('a request waits for an operator until their key is turned or there is a verdict', async () => {
    const id = await house.proposed({ action: 'demo.deploy' });
    expect(await inbox('op_bravo')).toContain(id);
    expect(await inbox('op_alpha')).not.toContain(id);
    await house.turn('op_bravo', id);
    expect(await inbox('op_bravo')).not.toContain(id);
    expect(await inbox('op_charlie')).toContain(id);
    await house.abort('op_delta', id);
    expect(await inbox('op_charlie')).not.toContain(id);
  });

  it('requests whose round is about to collapse come before requests that are about to expire', async () => {
    const calm = await house.proposed({ action: 'demo.launch' });
    const urgent = await house.proposed({ action: 'demo.launch' });
    await house.turn('op_bravo', urgent);
    const waiting = (await inbox('op_delta')).filter((id: string) => id === calm || id === urgent);
    expect(waiting).toEqual([urgent, calm]);
    const first = (await house.api('op_delta', 'GET', '/api/inbox?action=demo.launch&limit=1')).body;
    const second = await house.api('op_delta', 'GET', '/api/inbox?action=demo.launch&limit=1&offset=1');
    expect(first.requests[0].request.id).toBe(urgent);
    expect(second.body.requests[0].request.id).toBe(calm);
  });

  it('requests are listed newest first, by state, action, requester and time, without envelopes', async () => {
    const sealed = await house.proposed({ params: { intent: DIGEST }, intent: ENVELOPE });
    await house.advance(1000);
    const denied = await house.proposed({ action: 'demo.refund', params: { amount: '5' } });
    await house.refuse('op_bravo', denied);
    const all = (await house.api('op_bravo', 'GET', '/api/requests')).body.requests;
    expect(all.slice(0, 2).map(({ request }: { request: { id: string } }) => request.id)).toEqual([denied, sealed]);
    expect(all[1]).toMatchObject({ request: { intent: null }, view: { has_intent: true } });
    const byState = (await house.api('op_bravo', 'GET', '/api/requests?state=denied&action=demo.refund')).body;
    expect(byState.requests.map(({ request }: { request: { id: string } }) => request.id)).toEqual([denied]);
    const created = (n: number): number => all[n].request.created_at;
    const between = async (query: string) => {
      const { requests } = (await house.api('op_bravo', 'GET', `/api/requests?${query}`)).body;
      return requests.map(({ request }: { request: { id: string } }) => request.id);
    };
    expect(await between(`since=${created(0)}`)).toEqual([denied]);
    expect((await between(`until=${created(1)}`))[0]).toBe(sealed);
    expect(await between(`since=${created(1)}&until=${created(1)}`)).toEqual([sealed]);
    expect(await between(`since=${created(1) + 1}&until=${created(0) - 1}`)).toEqual([]);
    expect(await between('requester=op_nobody')).toEqual([]);
    expect((await between('requester=op_alpha')).slice(0, 2)).toEqual([denied, sealed]);
    expect((await house.api('op_bravo', 'GET', '/api/requests?state=pending')).status).toBe(400);
    expect((await house.api('op_bravo', 'GET', '/api/requests?limit=101')).status).toBe(400);
  });

  it('the history of a request goes from the proposal to the verdict', async () => {
    const id = await house.proposed({ action: 'demo.deploy' });
    await house.turn('op_bravo', id);
    await house.turn('op_charlie', id);
    const kinds = async () =>
      (await house.api('op_delta', 'GET', `/api/requests/${id}/history`)).body.entries.map(
        ({ kind }: { kind: string }) => kind,
      );
    const expected = [
      'request.proposed',
      'request.notified',
      'key.turned',
      'key.turned',
      'request.authorized',
      'request.succeeded',
    ];
    await house.advance(0);
    expect(await kinds()).toEqual(expected);
    const { entries } = (await house.api('op_delta', 'GET', `/api/requests/${id}/history`)).body;
    expect(entries.every(({ seq }: { seq: number | null }) => seq !== null)).toBe(true);
  });

  it('requests of other organizations and malformed ids are not found', async () => {
    const other = await house.v1('other_org', 'POST', '/v1/requests', { action: 'demo.solo', requester: 'op_alpha' });
    for (const id of [other.body.request.id, 'req_nonsense', `req_${'0'.repeat(24)}`]) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/history'],
        ['GET', '/deliveries'],
        ['POST', '/refuse'],
        ['POST', '/abort'],
      ] as const) {
        const answer = await house.api('op_alpha', method, `/api/requests/${id}${path}`);
        expect(answer).toMatchObject({ status: 404, body: { kind: 'not_found' } });
      }
    }
  });

  it('only an admin can issue a seat’s code again, and an unknown seat is refused', async () => {
    const id = await house.proposed({ action: 'demo.deploy' });
    const old = await house.code('op_bravo', id);
    const path = `/api/requests/${id}/reissue`;
    expect((await house.api('op_bravo', 'POST', path, { operator: 'op_bravo' })).status).toBe(403);
    expect(await house.api('op_alpha', 'POST', path, { operator: 'op_alpha' })).toMatchObject({
      status: 422,
      body: { kind: 'refused' },
    });
    expect((await house.api('op_alpha', 'POST', path, { operator: 'op_bravo' })).status).toBe(200);
    await house.advance(0);
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: old })).status).toBe(403);
    expect((await house.turn('op_bravo', id)).status).toBe(200);
  });
});

describe('the session', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const linkToken = async (operator: string) => {
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator } });
    return tokenIn(body.sign_in_url);
  };
  const signIn = (token: string, origin = house.url) =>
    house.send('POST', '/api/session', { body: { token }, headers: { origin } });

  it('a link opens one session, which says who is signed in', async () => {
    const token = await linkToken('op_bravo');
    const opened = await signIn(token);
    expect(opened).toMatchObject({ status: 200, body: { operator: { id: 'op_bravo', role: 'operator' } } });
    const cookie = opened.headers.get('set-cookie')!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    const again = await signIn(token);
    expect(again.status).toBe(401);
    expect(again.body.kind).toBeUndefined();
    const me = await house.send('GET', '/api/session', { headers: { cookie: cookie.split(';')[0]! } });
    expect(me.body).toMatchObject({
      operator: { id: 'op_bravo' },
      org: 'org_demo',
      session_id: opened.body.session_id,
    });
  });

  it('a link stays valid after an attempt from another origin', async () => {
    const token = await linkToken('op_bravo');
    expect((await signIn(token, 'https://evil.example')).status).toBe(403);
    expect((await signIn(token)).status).toBe(200);
  });

  it('a session ends at once when its owner or an admin ends it', async () => {
    const cookieOf = async (operator: string) =>
      (await signIn(await linkToken(operator))).headers.get('set-cookie')!.split(';')[0]!;
    const read = (cookie: string) => house.send('GET', '/api/session', { headers: { cookie } });
    const own = await cookieOf('op_charlie');
    const out = await house.send('DELETE', '/api/session', { headers: { cookie: own, origin: house.url } });
    expect(out.status).toBe(200);
    expect((await read(own)).status).toBe(401);

    const theirs = await cookieOf('op_charlie');
    const { session_id } = (await read(theirs)).body;
    const list = await house.api('op_alpha', 'GET', '/api/sessions?operator=op_charlie');
    expect(list.body.sessions).toMatchObject([{ id: session_id, operator: 'op_charlie', current: false }]);
    expect((await house.api('op_bravo', 'DELETE', `/api/sessions/${session_id}?operator=op_charlie`)).status).toBe(403);
    expect((await house.api('op_alpha', 'DELETE', `/api/sessions/${session_id}?operator=op_charlie`)).status).toBe(200);
    expect((await read(theirs)).status).toBe(401);
  });

  it('passkeys are neither offered nor accepted if the console is reached at an IP address', async () => {
    const options = await house.send('POST', '/api/session/options', { headers: { origin: house.url } });
    expect(options).toMatchObject({
      status: 422,
      body: { kind: 'refused', error: expect.stringContaining('host name') },
    });
    const response = {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' },
    };
    const signedIn = await house.send('POST', '/api/session/passkey', {
      body: { response },
      headers: { origin: house.url },
    });
    expect(signedIn.status).toBe(401);
    expect((await house.api('op_bravo', 'POST', '/api/passkeys/options')).status).toBe(422);
    expect((await house.api('op_bravo', 'GET', '/api/passkeys')).body).toMatchObject({ passkeys: [], cursor: null });
    expect((await house.api('op_bravo', 'DELETE', '/api/passkeys/psk_none')).status).toBe(404);
  });
});
