import { person } from '../../src/protocol/actor';
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

  describe('what its page shows beside it', () => {
    const read = async (operator: string, path: string) => {
      const { status, body } = await house.api(operator, 'GET', path);
      expect(status).toBe(200);
      const { server_now: _, ...rest } = body;
      return rest;
    };
    const pageFor = async (operator: string, id: string) =>
      (await read(operator, `/api/requests/${id}?page=true`)).page;
    const timeless = ({ server_now: _, ...rest }: { server_now?: number }) => rest;

    it('is what each part answers by itself, for an operator and for an admin', async () => {
      const id = await house.proposed({ action: 'demo.deploy', requester: 'op_delta', params: { version: '1.42.0' } });
      await house.api('op_charlie', 'POST', `/api/requests/${id}/questions`, { text: 'Why now?' });
      await house.refuse('op_bravo', id);
      for (const operator of ['op_bravo', 'op_alpha']) {
        const page = await pageFor(operator, id);
        expect(timeless(page.questions)).toEqual(await read(operator, `/api/requests/${id}/questions`));
        expect(timeless(page.history)).toEqual(await read(operator, `/api/requests/${id}/history`));
        expect(timeless(page.action)).toEqual(await read(operator, '/api/actions/demo.deploy'));
        expect(page.change).toBeNull();
      }
      const { deliveries } = await pageFor('op_alpha', id);
      expect(timeless(deliveries)).toEqual(await read('op_alpha', `/api/requests/${id}/deliveries`));
    });

    it('has no deliveries for other operators than admins, and none before the verdict', async () => {
      const { body } = await house.api('op_alpha', 'POST', '/api/webhooks', { url: `${house.url}/local/sink` });
      const id = await house.proposed({ action: 'demo.deploy', requester: 'op_delta', params: { version: '1.43.0' } });
      expect((await pageFor('op_alpha', id)).deliveries).toBeNull();
      await house.refuse('op_bravo', id);
      expect((await pageFor('op_bravo', id)).deliveries).toBeNull();
      const page = await pageFor('op_alpha', id);
      const receivers = page.deliveries.deliveries.map(({ receiver }: { receiver: string }) => receiver);
      expect(receivers).toContain(body.endpoint.id);
      // Without a description, people read its host.
      expect(page.names).toContainEqual({ id: body.endpoint.id, name: new URL(house.url).host });
      await house.api('op_alpha', 'DELETE', `/api/webhooks/${body.endpoint.id}`);
    });

    it('names all operators, and for admins alone the API keys and endpoints that it mentions', async () => {
      const id = await house.proposed({ action: 'demo.deploy', requester: 'op_delta', params: { version: '1.44.0' } });
      const namesFor = async (operator: string): Promise<{ id: string; name: string }[]> =>
        (await pageFor(operator, id)).names;
      const { operators } = await read('op_bravo', '/api/operators');
      const all = operators.map((each: { id: string; name: string }) => ({ id: each.id, name: each.name }));
      expect(await namesFor('op_bravo')).toEqual(all);
      const [key, ...others] = (await namesFor('op_alpha')).slice(all.length);
      expect([key?.id.startsWith('key_'), key?.name, others]).toEqual([true, 'demo proposer', []]);
    });

    it('comes with the request alone: not without being asked for, not with a command, and never for a request of nobody', async () => {
      const id = await house.proposed({ action: 'demo.deploy', requester: 'op_delta', params: { version: '1.45.0' } });
      expect(await read('op_bravo', `/api/requests/${id}`)).not.toHaveProperty('page');
      const refused = await house.api('op_bravo', 'POST', `/api/requests/${id}/refuse?page=true`, {});
      expect(refused.body).not.toHaveProperty('page');
      const nothing = await house.api('op_bravo', 'GET', `/api/requests/req_${'0'.repeat(24)}?page=true`);
      expect([nothing.status, nothing.body.page]).toEqual([404, undefined]);
    });

    it('of a change has the change and the groups, and no action', async () => {
      const { body } = await house.api('op_echo', 'PUT', '/api/actions/demo.release', {
        title: 'Release to everybody',
        roster: ['op_echo', 'op_foxtrot', 'op_golf'],
        quorum: { default: 1, min: 1, max: 3, selectable: false },
        deny_self_approval: true,
      });
      const { id } = body.change;
      const page = await pageFor('op_foxtrot', id);
      expect(page.action).toBeNull();
      expect(page.change).toEqual((await read('op_foxtrot', `/api/changes/${id}`)).change);
      const { groups } = await read('op_foxtrot', '/api/groups');
      for (const group of groups) expect(page.names).toContainEqual({ id: group.id, name: group.name });
    });
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

  it('a request names the API key that made it to every operator, in each answer, also when the key is revoked', async () => {
    const { key, token } = (
      await house.api('op_alpha', 'POST', '/api/keys', { name: 'Billing gate', scopes: ['propose'] })
    ).body;
    const proposed = await house.send('POST', '/v1/requests', {
      body: { action: 'demo.deploy', requester: 'op_alpha', params: { version: '1' } },
      headers: { authorization: `Bearer ${token}` },
    });
    const { id } = proposed.body.request;
    const program = { id: key.id, name: 'Billing gate' };
    const read = async (operator: string) =>
      (await house.api(operator, 'GET', `/api/requests/${id}?compare=true`)).body;
    expect((await read('op_bravo')).view.program).toEqual(program);
    await house.api('op_alpha', 'DELETE', `/api/keys/${key.id}`);
    expect((await read('op_bravo')).view.program).toEqual(program);
    expect((await house.turn('op_bravo', id)).body.view.program).toEqual(program);
    expect((await house.refuse('op_charlie', id)).body.view.program).toEqual(program);
    expect(JSON.stringify(proposed.body)).not.toContain(key.id);
  });

  it('the name of an API key is only that of the request: another request, and one of another organization, has its own', async () => {
    const id = await house.proposed({ action: 'demo.deploy', params: { version: '2' } });
    const { program } = (await house.api('op_bravo', 'GET', `/api/requests/${id}`)).body.view;
    expect(program).toEqual({ id: expect.stringMatching(/^key_/), name: 'demo proposer' });
    const release = { action: 'demo.release', requester: 'op_foxtrot', params: { version: '2' } };
    const { body } = await house.v1('four_eyes', 'POST', '/v1/requests', release);
    const other = (await house.api('op_echo', 'GET', `/api/requests/${body.request.id}`)).body.view.program;
    expect(other).toEqual({ id: expect.stringMatching(/^key_/), name: expect.stringMatching(/^demo four/) });
    expect(other.id).not.toBe(program.id);
  });

  it('a change of the configuration was made by no program', async () => {
    const { body } = await house.api('op_echo', 'PUT', '/api/organization', { name: 'Acme Releases 2' });
    const change = body.change?.id;
    if (change === undefined) throw new Error(JSON.stringify(body));
    expect((await house.api('op_echo', 'GET', `/api/requests/${change}`)).body.view.program).toBeNull();
  });

  it('a decided request names who decided, and accepts no further command', async () => {
    const id = await house.proposed();
    const refused = await house.refuse('op_bravo', id, { note: 'not today' });
    expect(refused.body.view.decided).toEqual({
      by: ['op_bravo'],
      at: expect.any(Number),
      ended_by: 'person',
      note: 'not today',
      reason: null,
    });
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

/** The operator in whose name a request was made, over HTTP. */
const HOUR = 3600_000;

describe('the operator in whose name a request was made', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const propose = async (fields: object = {}): Promise<string> => {
    const { body } = await house.propose({ action: 'demo.deploy', requester: 'op_bravo', ...fields });
    return body.request.id;
  };
  const abort = (operator: string, id: string, body: object = {}) => house.abort(operator, id, body);
  const optionsOf = async (operator: string, id: string) => {
    const { body } = await house.api(operator, 'GET', `/api/requests/${id}`);
    return body.view.you.options.filter(({ allowed }: { allowed: boolean }) => allowed).map(nameOf);
  };
  const nameOf = ({ action }: { action: string }) => action;
  const endOf = async (id: string) => {
    const { body } = await house.api('op_alpha', 'GET', `/api/requests/${id}/history?limit=100`);
    return body.entries.find(({ kind }: { kind: string }) => kind === 'request.aborted');
  };
  const told = async (operator: string) =>
    (await house.messages(operator)).filter(({ kind }) => kind === 'changed').length;

  it('the requester cancels a request without a seat and a code, and the history says that nothing was signed', async () => {
    const id = await propose();
    expect(await optionsOf('op_bravo', id)).toEqual(['abort']);
    const { status, body } = await abort('op_bravo', id, { note: 'wrong version' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      request: { state: 'aborted', outcome: 'aborted' },
      view: { decided: { by: ['op_bravo'], ended_by: 'person', note: 'wrong version', reason: null } },
    });
    const entry = await endOf(id);
    expect(entry).toMatchObject({
      ...person('op_bravo'),
      data: { note: 'wrong version', as: 'requester', signed: false },
      told: {
        who: { kind: 'operator', id: 'op_bravo' },
        what: ['cancelled the request as its requester, unsigned'],
        detail: ['wrong version'],
        tone: 'plain',
      },
    });
    expect(await abort('op_bravo', id)).toMatchObject({ status: 409, body: { kind: 'decided' } });
  });

  it('a requester without a seat cannot refuse or turn a key, and nobody else without a seat can abort', async () => {
    const policy = {
      title: 'Restart',
      roster: ['op_charlie', 'op_delta'],
      quorum: { default: 1, min: 1, max: 1, selectable: false },
    };
    expect((await house.api('op_alpha', 'PUT', '/api/actions/try.restart', policy)).status).toBe(200);
    const id = await propose({ action: 'try.restart' });
    for (const command of ['refuse', 'withdraw', 'restart']) {
      expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/${command}`)).status).toBe(403);
    }
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: '00000000' })).status).toBe(403);
    expect((await abort('op_alpha', id)).status).toBe(403);
    // Another organization's operator does not learn that it exists.
    expect((await abort('op_echo', id)).status).toBe(404);
    expect((await house.read(id)).state).toBe('notified');
  });

  it('a requester cannot cancel a request after its verdict', async () => {
    const id = await propose();
    await house.turn('op_charlie', id);
    await house.turn('op_delta', id);
    expect(await abort('op_bravo', id)).toMatchObject({ status: 409, body: { kind: 'decided' } });
  });

  it('a requester reports misuse, which ends the request and mails every admin once for each key and hour', async () => {
    const before = await told('op_alpha');
    const [first, second] = [await propose(), await propose()];
    expect((await abort('op_bravo', first, { misuse: true })).body).toMatchObject({
      request: { state: 'aborted' },
      view: { decided: { by: ['op_bravo'], reason: 'misuse_reported' } },
    });
    expect((await abort('op_bravo', second, { misuse: true })).status).toBe(200);
    expect(await endOf(first)).toMatchObject({ data: { as: 'requester', signed: false } });
    // Operators who are no admins are told only that the request was aborted.
    expect([await told('op_alpha'), await told('op_charlie')]).toEqual([before + 1, 0]);
    const { body } = await house.api('op_alpha', 'GET', '/api/audit?limit=100');
    const misused = body.entries.filter(({ kind }: { kind: string }) => kind === 'request.misused');
    expect(misused).toEqual([
      expect.objectContaining({
        ...person('op_bravo'),
        data: { request: first, key: expect.stringMatching(/^key_/), key_name: expect.any(String) },
      }),
    ]);
    await house.advance(HOUR);
    expect((await abort('op_bravo', await propose(), { misuse: true })).status).toBe(200);
    expect(await told('op_alpha')).toBe(before + 2);
  });

  it('an abort in the words of a report is no report, also when the operator then reports it', async () => {
    // Admins are told once for each key and hour.
    await house.advance(HOUR);
    const before = await told('op_alpha');
    const id = await propose();
    const { body } = await abort('op_bravo', id, { note: 'misuse_reported' });
    expect(body.view.decided).toMatchObject({ ended_by: 'person', note: 'misuse_reported', reason: null });
    expect(await abort('op_bravo', id, { misuse: true })).toMatchObject({ status: 409, body: { kind: 'decided' } });
    expect(await told('op_alpha')).toBe(before);
  });

  it('only the requester can report misuse', async () => {
    const id = await propose();
    expect(await abort('op_charlie', id, { misuse: true })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Only the operator in whose name it was made') },
    });
    // With a seat of their own, too: a report is never a plain abort.
    const own = await propose({ action: 'demo.solo', requester: 'op_charlie' });
    expect((await abort('op_charlie', own, { misuse: true })).body.view.decided.reason).toBe('misuse_reported');
  });
});
