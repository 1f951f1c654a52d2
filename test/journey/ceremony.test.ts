import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

const MINUTE = 60_000;

describe('the ceremony for operators', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const propose = async (action: string, fields: object = {}) => {
    const proposed = await house.propose({ action, requester: 'op_alpha', ...fields });
    expect(proposed.status).toBe(202);
    return proposed.body.request.id as string;
  };
  const read = (id: string) => house.read(id);

  it('a request is authorized at the quorum, with approvers in the order of their turns', async () => {
    const id = await propose('demo.deploy', { quorum: 3 });
    expect((await house.turn('op_delta', id)).body.request.state).toBe('staging');
    expect((await house.turn('op_bravo', id)).body.request.state).toBe('staging');
    expect((await read(id)).approvers).toEqual([]);
    expect((await house.turn('op_charlie', id)).body.request).toMatchObject({
      state: 'succeeded',
      outcome: 'authorized',
      approvers: ['op_delta', 'op_bravo', 'op_charlie'],
    });
  });

  it('a code is accepted as people copy it, with blanks and hyphens', async () => {
    const id = await propose('demo.deploy');
    for (const [operator, mark] of [
      ['op_bravo', ' '],
      ['op_charlie', '-'],
    ] as const) {
      const code = await house.code(operator, id);
      const copied = ` ${code.slice(0, 4)}${mark}${code.slice(4)} `;
      const turned = await house.api(operator, 'POST', `/api/requests/${id}/turn`, { code: copied });
      expect(turned.status).toBe(200);
    }
  });

  it('a requester gets no seat if self approval is denied, and is told so', async () => {
    const id = await propose('demo.deploy');
    expect((await house.messages('op_alpha')).filter((mail) => mail.request_id === id)).toEqual([]);
    const turned = await house.api('op_alpha', 'POST', `/api/requests/${id}/turn`, { code: '12345678' });
    expect(turned.status).toBe(403);
    expect(turned.body).toEqual({ error: expect.stringContaining('You made this request') });
  });

  it('an operator counts only once', async () => {
    const id = await propose('demo.deploy');
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    const again = await house.turn('op_bravo', id);
    expect(again).toMatchObject({ status: 409, body: { kind: 'already_turned' } });
    expect((await read(id)).state).toBe('staging');
  });

  it('a wrong code answers how many attempts are left, and the fifth locks the seat', async () => {
    const id = await propose('demo.solo');
    const right = await house.code('op_bravo', id);
    const wrong = right === '00000000' ? '00000001' : '00000000';
    for (const left of [4, 3, 2, 1]) {
      const refused = await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: wrong });
      expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining(`${left} `) } });
      expect(refused.body.kind).toBeUndefined();
    }
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: wrong })).status).toBe(403);
    const locked = await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: right });
    expect(locked).toMatchObject({ status: 409, body: { kind: 'seat_locked' } });
    expect((await read(id)).state).toBe('notified');

    const reissued = await house.api('op_alpha', 'POST', `/api/requests/${id}/reissue`, { operator: 'op_bravo' });
    expect(reissued.status).toBe(200);
    expect(await house.code('op_bravo', id)).not.toBe(right);
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: right })).status).toBe(403);
    expect((await house.turn('op_bravo', id)).body.request.outcome).toBe('authorized');
  });

  it('one refusal ends a request, without a code, and says who decided', async () => {
    const id = await propose('demo.deploy');
    await house.turn('op_bravo', id);
    const refused = await house.refuse('op_charlie', id, { note: 'not tonight' });
    expect(refused.body.request).toMatchObject({ state: 'denied', outcome: 'denied', approvers: [], live: false });
    const late = await house.abort('op_delta', id);
    expect(late).toMatchObject({
      status: 409,
      body: { kind: 'decided', error: expect.stringContaining('op_charlie') },
    });
  });

  it('a turn can be withdrawn before the verdict', async () => {
    const id = await propose('demo.deploy');
    await house.turn('op_bravo', id);
    expect((await house.withdraw('op_bravo', id)).body.request.state).toBe('notified');
    expect((await house.withdraw('op_bravo', id)).body.kind).toBe('not_turned');
    expect((await house.turn('op_charlie', id)).body.request.state).toBe('staging');
    expect((await house.turn('op_bravo', id)).body.request.approvers).toEqual(['op_charlie', 'op_bravo']);
  });

  it('a request expires exactly at its TTL, for every reader', async () => {
    const id = await propose('demo.deploy');
    await house.turn('op_bravo', id);
    const { created_at } = await read(id);
    await house.advance(59 * MINUTE);
    expect((await read(id)).state).toBe('staging');
    await house.advance(2 * MINUTE);
    expect(await read(id)).toMatchObject({
      state: 'expired',
      outcome: 'expired',
      decided_at: created_at + 60 * MINUTE,
      approvers: [],
    });
    const shown = (await house.api('op_delta', 'GET', `/api/requests/${id}`)).body;
    expect(shown.request.state).toBe('expired');
    expect(shown.view.decided.at).toBe(created_at + 60 * MINUTE);
    const waiting = (await house.api('op_delta', 'GET', '/api/inbox?limit=100')).body.requests;
    expect(waiting.map(({ request }: { request: { id: string } }) => request.id)).not.toContain(id);
  });

  it('a coincident round collapses on time, and the old code no longer works', async () => {
    const id = await propose('demo.launch');
    const old = await house.code('op_bravo', id);
    const other = await house.code('op_charlie', id);
    expect((await house.turn('op_bravo', id)).body.request.state).toBe('staging');
    const { window_ends_at } = (await house.api('op_bravo', 'GET', `/api/requests/${id}`)).body.view;
    const { server_now } = (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body;
    await house.advance(Math.max(0, window_ends_at - server_now - 20_000));
    expect((await read(id)).state).toBe('staging');
    await house.advance(20_000);
    expect((await read(id)).state).toBe('notified');

    const stale = await house.api('op_charlie', 'POST', `/api/requests/${id}/turn`, { code: other, round: 1 });
    expect(stale).toMatchObject({ status: 409, body: { kind: 'stale_round' } });
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: old })).status).toBe(403);

    const mail = (await house.messages('op_bravo')).filter(({ request_id }) => request_id === id);
    expect(mail.map(({ kind, round }) => [kind, round])).toEqual([
      ['asked', 1],
      ['code_reissued', 2],
    ]);
    await house.turn('op_bravo', id);
    expect((await house.turn('op_charlie', id)).body.request.outcome).toBe('authorized');
  });

  it('a coincident request is aborted when its round is restarted', async () => {
    const id = await propose('demo.launch');
    await house.turn('op_bravo', id);
    const restarted = await house.api('op_charlie', 'POST', `/api/requests/${id}/restart`);
    expect(restarted.body.request).toMatchObject({ state: 'aborted', outcome: 'aborted' });
    expect(restarted.body.view.decided.reason).toBe('round_restarted');
    const independent = await propose('demo.solo');
    const refused = await house.api('op_charlie', 'POST', `/api/requests/${independent}/restart`);
    expect(refused).toMatchObject({ status: 409, body: { kind: 'not_coincident' } });
  });

  it('an integration is called once, and the request is live until then', async () => {
    const id = await propose('demo.transfer', { params: { to: 'acct_1' } });
    const turned = await house.turn('op_bravo', id);
    expect(turned.body.request).toMatchObject({ state: 'authorized', outcome: 'authorized', live: true });
    await house.messages('op_bravo');
    expect(await read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
    const { deliveries } = (await house.api('op_alpha', 'GET', `/api/requests/${id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ receiver: 'integration', state: 'delivered', tries: [{ n: 1, status: 200 }] }]);
  });

  it('operators are reminded after half the time, and the requester and those who acted are told the result, once each', async () => {
    const id = await propose('demo.deploy');
    await house.turn('op_bravo', id);
    const kinds = async (operator: string) =>
      (await house.messages(operator)).filter(({ request_id }) => request_id === id).map(({ kind }) => kind);
    await house.advance(29 * MINUTE);
    expect(await kinds('op_delta')).toEqual(['asked']);
    await house.advance(2 * MINUTE);
    await house.advance(5 * MINUTE);
    await house.abort('op_charlie', id);
    await house.advance(5 * MINUTE);
    expect(await kinds('op_bravo')).toEqual(['asked', 'settled']);
    expect(await kinds('op_charlie')).toEqual(['asked', 'reminder', 'settled']);
    expect(await kinds('op_delta')).toEqual(['asked', 'reminder']);
    expect(await kinds('op_alpha')).toEqual(['settled']);
  });

  it('operators whose keys are missing are warned once before the end, and not about a decided request', async () => {
    const [open, decided] = [await propose('demo.deploy'), await propose('demo.deploy')];
    await house.turn('op_bravo', open);
    const kinds = async (operator: string, id: string) =>
      (await house.messages(operator)).filter(({ request_id }) => request_id === id).map(({ kind }) => kind);
    await house.advance(31 * MINUTE);
    await house.refuse('op_charlie', decided);
    await house.advance(22 * MINUTE);
    expect(await kinds('op_delta', open)).toEqual(['asked', 'reminder']);
    await house.advance(2 * MINUTE);
    await house.advance(2 * MINUTE);
    expect(await kinds('op_delta', open)).toEqual(['asked', 'reminder', 'warning']);
    expect(await kinds('op_bravo', open)).toEqual(['asked']);
    const [warning] = (await house.messages('op_delta')).filter(({ kind }) => kind === 'warning');
    expect(warning).toMatchObject({ code: null, round: 1 });
    await house.advance(5 * MINUTE);
    expect(await kinds('op_bravo', open)).toEqual(['asked', 'settled']);
    expect(await kinds('op_delta', open)).toEqual(['asked', 'reminder', 'warning']);
    expect(await kinds('op_delta', decided)).toEqual(['asked', 'reminder']);
    const { entries } = (await house.api('op_delta', 'GET', `/api/requests/${open}/history`)).body;
    const history = entries.map(({ kind }: { kind: string }) => kind);
    expect(history.slice(-3)).toEqual(['request.reminded', 'request.warned', 'request.expired']);
  });

  it('admins are told once when only one set of operators can meet a policy, and its request ends when nobody is left', async () => {
    const admin = (method: string, path: string, body: object) => house.api('op_alpha', method, path, body);
    const found = async () => {
      await house.messages('op_alpha');
      const { body } = await house.api('op_alpha', 'GET', '/api/audit/export');
      const entries = (body as string).split('\n').filter(Boolean);
      return entries.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'action.one_set');
    };
    await admin('PUT', '/api/groups/grp_rare', { name: 'Rare', members: [{ operator: 'op_delta' }] });
    const policy = {
      title: 'Needs one person',
      roster: ['grp_rare', 'op_bravo', 'op_charlie'],
      quorum: { default: 1, min: 1, max: 3, selectable: false },
      requires: [{ group: 'grp_rare', keys: 1 }],
    };
    expect((await admin('PUT', '/api/actions/rare.act', policy)).status).toBe(200);
    const [first, second] = [await propose('rare.act'), await propose('rare.act')];
    await admin('PATCH', '/api/operators/op_bravo', { name: 'Bravo again' });
    expect((await admin('PUT', '/api/actions/rare.act', { ...policy, title: 'Another title' })).status).toBe(200);
    expect(await found()).toMatchObject([{ data: { action: 'rare.act', version: 1, operators: ['op_delta'] } }]);

    await house.turn('op_charlie', first);
    expect(await read(first)).toMatchObject({ outcome: null });
    await admin('PATCH', '/api/operators/op_delta', { enabled: false });
    await house.messages('op_alpha');
    for (const id of [first, second]) {
      const { request, view } = (await house.api('op_alpha', 'GET', `/api/requests/${id}`)).body;
      expect([request.outcome, view.decided.by, view.decided.reason]).toEqual(['aborted', [], 'nobody_left']);
    }
    const refused = await house.propose({ action: 'rare.act', requester: 'op_alpha' });
    expect([refused.status, refused.body.kind]).toEqual([422, 'refused']);
    await admin('PATCH', '/api/operators/op_delta', { enabled: true });
  });
});
