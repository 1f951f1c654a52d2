/** operation abortOwnRequest; docs/decisions/stop.md */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { bearer, expectProblem, postText, sendRaw } from '../support';

const NOBODY = 'req_000000000000000000000000';

describe('taking back a request', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const abort = (id: string, body?: unknown, headers?: Record<string, string>) =>
    house.v1('proposer', 'POST', `/v1/requests/${id}/abort`, body, headers);
  const claim = (id: string, lease_seconds = 600) =>
    house.v1('worker', 'POST', `/v1/requests/${id}/claim`, { lease_seconds });
  const report = (id: string, claim_id: string, status = 'succeeded') =>
    house.v1('worker', 'POST', `/v1/requests/${id}/execution`, { claim_id, status });
  const read = async (id: string) => (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const open = async (body?: object, headers?: Record<string, string>): Promise<string> =>
    (await house.propose(body, headers)).body.request.id;
  const view = async (id: string) => (await house.api('op_alpha', 'GET', `/api/requests/${id}`)).body;
  const history = async (id: string) =>
    (await house.api('op_alpha', 'GET', `/api/requests/${id}/history`)).body.entries as {
      kind: string;
      actor: string;
      data: Record<string, unknown>;
    }[];
  const keyId = async (id: string) => (await history(id)).find(({ kind }) => kind === 'request.proposed')!.actor;

  it('a request without a verdict is aborted: nobody decided, the key is the actor, and the event is sent', async () => {
    const id = await open({ action: 'demo.deploy' });
    await house.turn('op_bravo', id);
    const aborted = await abort(id, { reason: 'the order was cancelled' });
    expect(aborted.status).toBe(200);
    expect(aborted.body).toEqual({ server_now: expect.any(Number), request: await read(id) });
    expect(aborted.body.request).toMatchObject({ state: 'aborted', outcome: 'aborted', approvers: [], live: false });
    expect(aborted.body.request).not.toHaveProperty('stopped');
    expect((await view(id)).view.decided).toMatchObject({ by: [], reason: 'aborted_by_program' });
    await house.advance(0);
    const entry = (await history(id)).find(({ kind }) => kind === 'request.aborted');
    expect(entry).toMatchObject({
      actor: await keyId(id),
      data: { reason: 'aborted_by_program', note: 'the order was cancelled' },
    });
    const { events } = (await house.v1('reader', 'GET', '/v1/events')).body;
    expect(events.filter(({ data }: { data: { request: { id: string } } }) => data.request.id === id)).toEqual([
      expect.objectContaining({ type: 'request.aborted' }),
    ]);
    const refused = await house.api('op_bravo', 'POST', `/api/requests/${id}/refuse`);
    expect(refused.body.error).toMatch(/^The request was already aborted by the program that requested it, at /);
  });

  it('an authorized request is stopped: it stays what it was, nobody gets it any more, and no event is sent', async () => {
    const id = await house.authorizedIntent();
    const before = await read(id);
    const stopped = await abort(id);
    expect(stopped.status).toBe(200);
    expect(stopped.body.request).toEqual({
      ...before,
      execution: { ...before.execution, state: 'none', execute_by: null },
      stopped: { at: expect.any(Number), by: await keyId(id), claimed_at: null },
    });
    const refused = await claim(id);
    expectProblem(refused, 409, 'not_authorized');
    expect(refused.body.error).toBe(
      `The authorization of this request no longer stands. It was stopped at ${new Date(stopped.body.request.stopped.at).toISOString()}.`,
    );
    const listed = (await house.v1('worker', 'GET', '/v1/requests?executable=true&limit=100')).body.requests;
    expect(listed.map((each: { id: string }) => each.id)).not.toContain(id);
    await house.advance(0);
    expect((await history(id)).map(({ kind }) => kind)).not.toContain('intent.window_closed');
    const { events } = (await house.v1('reader', 'GET', '/v1/events?limit=100')).body;
    expect(
      events
        .filter(({ data }: { data: { request: { id: string } } }) => data.request.id === id)
        .map(({ type }: { type: string }) => type),
    ).toEqual(['request.authorized']);
  });

  it('a worker that had it can still report, during its lease and after it, and the report is shown', async () => {
    for (const waitMs of [0, 61_000]) {
      const id = await house.authorizedIntent();
      const { claim_id, lease_expires_at } = (await claim(id, 60)).body;
      const { request } = (await abort(id)).body;
      expect(request.execution).toMatchObject({ state: 'claimed', lease_expires_at });
      expect(request.stopped.claimed_at).toBe(request.execution.claimed_at);
      await house.advance(waitMs);
      expect((await read(id)).execution.state).toBe(waitMs === 0 ? 'claimed' : 'none');
      expectProblem(await claim(id), 409, 'not_authorized');
      const reported = await report(id, claim_id);
      expect(reported.status).toBe(200);
      expect(reported.body.request).toMatchObject({ execution: { state: 'succeeded' }, stopped: request.stopped });
      expectProblem(await claim(id), 409, 'already_reported');
      // What it wanted has happened, whatever came after.
      expect((await abort(id)).status).toBe(200);
    }
  });

  it('a stop after a lease has ended says when a worker had it', async () => {
    const id = await house.authorizedIntent();
    const { execution } = (await claim(id, 60)).body.request;
    await house.advance(61_000);
    expect((await view(id)).view.begun).toEqual({ from: execution.claimed_at, until: execution.lease_expires_at });
    const { request } = (await abort(id)).body;
    expect(request).toMatchObject({ execution: { state: 'none' }, stopped: { claimed_at: execution.claimed_at } });
  });

  it('repeating it changes nothing and answers the same', async () => {
    for (const id of [await open(), await house.authorizedIntent()]) {
      const first = await abort(id, { reason: 'first' });
      await house.advance(1000);
      const second = await abort(id, { reason: 'second' });
      expect(second).toMatchObject({ status: 200, body: { request: first.body.request } });
      await house.advance(0);
      expect((await history(id)).filter(({ data }) => data.note !== undefined)).toHaveLength(1);
    }
  });

  it('it answers 200 wherever nothing more can start: denied, expired, aborted, window over', async () => {
    const denied = await open();
    await house.api('op_bravo', 'POST', `/api/requests/${denied}/refuse`);
    const aborted = await open();
    await house.api('op_bravo', 'POST', `/api/requests/${aborted}/abort`);
    const expired = await open();
    const over = await house.authorizedIntent({ execute_within: 60 });
    await house.advance(3600_000);
    for (const [id, state] of [
      [denied, 'denied'],
      [aborted, 'aborted'],
      [expired, 'expired'],
      [over, 'succeeded'],
    ] as const) {
      const answered = await abort(id);
      expect(answered).toMatchObject({ status: 200, body: { request: { state } } });
      expect(answered.body.request).not.toHaveProperty('stopped');
    }
  });

  it('it answers 409 if the run was reported, or if the service runs nothing of it', async () => {
    const reported = await house.authorizedIntent();
    await report(reported, (await claim(reported)).body.claim_id, 'failed');
    expectProblem(await abort(reported), 409, 'already_reported');
    const plain = await open();
    await house.turn('op_bravo', plain);
    expectProblem(await abort(plain), 409, 'no_intent');
    const called = await open({ action: 'demo.transfer' });
    await house.turn('op_bravo', called);
    await house.advance(0);
    expect((await read(called)).state).toBe('succeeded');
    expectProblem(await abort(called), 409, 'no_intent');
  });

  it('a rotated key is the same key; any other key gets 404, as for a request that does not exist', async () => {
    const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'shop', scopes: ['propose'] });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const body = { action: 'demo.solo', requester: 'op_alpha' };
    const { id } = (await house.send('POST', '/v1/requests', { body, headers: as(made.body.token) })).body.request;
    const other = await abort(id);
    expectProblem(other, 404, 'not_found');
    expect(other.body).toEqual((await abort(NOBODY)).body);
    expectProblem(await abort('req_1'), 404, 'not_found');
    expectProblem(await house.v1('other_org', 'POST', `/v1/requests/${id}/abort`), 404, 'not_found');
    expect((await read(id)).state).toBe('notified');
    const rotated = await house.api('op_alpha', 'POST', `/api/keys/${made.body.key.id}/rotate`, {
      overlap_seconds: 0,
    });
    expect(rotated.status).toBe(201);
    const headers = as(rotated.body.token);
    const answered = await house.send('POST', `/v1/requests/${id}/abort`, { headers });
    expect(answered).toMatchObject({ status: 200, body: { request: { state: 'aborted' } } });
  });

  it('it needs the scope of a proposer', async () => {
    const id = await open();
    for (const key of ['worker', 'reader'] as const)
      expect((await house.v1(key, 'POST', `/v1/requests/${id}/abort`)).status).toBe(403);
    expect((await read(id)).state).toBe('notified');
  });

  it('the program’s words are only in the entry, so they never look like a reason of the service', async () => {
    const id = await open();
    const { request } = (await abort(id, { reason: 'misuse_reported' })).body;
    expect(JSON.stringify(request)).not.toContain('misuse_reported');
    expect((await view(id)).view.decided.reason).toBe('aborted_by_program');
    await house.advance(0);
    const [entry] = (await history(id)).filter(({ kind }) => kind === 'request.aborted');
    expect(entry!.data).toEqual({ reason: 'aborted_by_program', note: 'misuse_reported' });
  });

  it('a repeated create returns the request as it was taken back', async () => {
    const sealed = { action: 'demo.solo', params: { intent: DIGEST }, intent: ENVELOPE };
    for (const key of ['open', 'approved']) {
      const id = await open(sealed, { 'idempotency-key': key });
      if (key === 'approved') await house.turn('op_bravo', id);
      const { request } = (await abort(id)).body;
      const replayed = await house.propose(sealed, { 'idempotency-key': key });
      expect(replayed).toMatchObject({ status: 202, body: { request } });
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('a body may be left out, be empty, or have other fields', async () => {
    const proposer = bearer(house, 'proposer');
    for (const options of [
      { headers: proposer },
      { headers: { ...proposer, 'content-type': 'text/plain' }, body: '' },
      { headers: { ...proposer, 'content-type': 'application/json' }, body: '{}' },
      { headers: { ...proposer, 'content-type': 'application/json' }, body: '{"reason":"  ","run":"r-1"}' },
      {
        headers: { ...proposer, 'content-type': 'application/json' },
        body: JSON.stringify({ reason: '😀'.repeat(512) }),
      },
    ]) {
      const id = await open();
      const answered = await sendRaw(house.url, { method: 'POST', path: `/v1/requests/${id}/abort`, ...options });
      expect(answered).toMatchObject({ status: 200, body: { request: { state: 'aborted' } } });
      await house.advance(0);
      const { data } = (await history(id)).find(({ kind }) => kind === 'request.aborted')!;
      const said = options.body?.includes('😀') === true;
      expect(data).toEqual({ reason: 'aborted_by_program', ...(said && { note: '😀'.repeat(512) }) });
    }
  });

  it.each([
    ['{"reason":1}', 400, 'invalid'],
    [`{"reason":"${'x'.repeat(513)}"}`, 400, 'invalid'],
    ['{"reason":null}', 400, 'invalid'],
    ['{"reason":"a","reason":"b"}', 400, 'invalid'],
    ['[]', 400, 'invalid'],
    ['{', 400, 'invalid'],
    [`{"pad":"${'x'.repeat(4087)}"}`, 413, 'too_large'],
  ])('a body that is refused aborts nothing: %#', async (body, status, kind) => {
    const id = await open();
    expectProblem(await postText(house, 'proposer', `/v1/requests/${id}/abort`, body), status, kind);
    expect((await read(id)).state).toBe('notified');
  });

  it('a body that is not JSON answers 415', async () => {
    const id = await open();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = `/v1/requests/${id}/abort`;
    expectProblem(await postText(house, 'proposer', path, 'reason=x', type), 415, 'unsupported_media_type');
  });

  it('people stop it too: its requester, those who were asked, and admins; without a code', async () => {
    const stop = (operator: string, id: string, body?: object) =>
      house.api(operator, 'POST', `/api/requests/${id}/stop`, body);
    const option = async (operator: string, id: string) =>
      (await house.api(operator, 'GET', `/api/requests/${id}`)).body.view.you.options.find(
        ({ action }: { action: string }) => action === 'stop',
      );
    for (const operator of ['op_alpha', 'op_bravo', 'op_delta']) {
      const id = await house.authorizedIntent({ requester: operator });
      expect(await option(operator, id)).toEqual({ action: 'stop', allowed: true, why: null });
      const stopped = await stop(operator, id, { note: 'the wrong customer' });
      expect(stopped).toMatchObject({
        status: 200,
        body: { request: { stopped: { by: operator, claimed_at: null } } },
      });
      expect((await option(operator, id)).why).toMatch(/^It was already stopped at /);
      expect(await stop('op_alpha', id)).toMatchObject({
        status: 200,
        body: { request: { stopped: stopped.body.request.stopped } },
      });
      await house.advance(0);
      expect((await history(id)).filter(({ kind }) => kind === 'intent.stopped')).toMatchObject([
        { actor: operator, data: { note: 'the wrong customer' } },
      ]);
      expectProblem(await claim(id), 409, 'not_authorized');
    }
    expect((await stop('op_alpha', NOBODY)).status).toBe(404);
  });
});
