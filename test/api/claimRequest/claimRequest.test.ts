/** operation claimRequest; docs/contract.md#post-v1requestsidclaim */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { bearer, expectProblem, postText, sendRaw } from '../support';

const NOBODY = 'req_000000000000000000000000';

describe('claiming an intent', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const claim = (id: string, body?: unknown, headers?: Record<string, string>) =>
    house.v1('worker', 'POST', `/v1/requests/${id}/claim`, body, headers);
  const report = (id: string, claim_id: string, status = 'succeeded') =>
    house.v1('worker', 'POST', `/v1/requests/${id}/execution`, { claim_id, status });
  const read = async (id: string) => (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const sealed = { params: { intent: DIGEST }, intent: ENVELOPE };

  it('a claim answers 200 with the claim, its lease and the request as of the claim', async () => {
    const id = await house.authorizedIntent();
    const before = await read(id);
    const claimed = await claim(id, { lease_seconds: 30 });
    expect(claimed.status).toBe(200);
    expect(claimed.body).toEqual({
      server_now: expect.any(Number),
      claim_id: expect.stringMatching(/^clm_[0-9a-f]{24}$/),
      lease_expires_at: expect.any(Number),
      request: {
        ...before,
        execution: {
          ...before.execution,
          state: 'claimed',
          claimed_at: expect.any(Number),
          lease_expires_at: claimed.body.lease_expires_at,
        },
      },
    });
    const { execution } = claimed.body.request;
    expect(execution.lease_expires_at - execution.claimed_at).toBe(30_000);
    expect(claimed.body.server_now).toBeGreaterThanOrEqual(execution.claimed_at);
    expect(await read(id)).toEqual(claimed.body.request);
  });

  it('a claim lasts ten minutes by default: no body, an empty one of any type, an object without a lease', async () => {
    const worker = bearer(house, 'worker');
    for (const options of [
      { headers: worker },
      { headers: { ...worker, 'content-type': 'text/plain' }, body: '' },
      { headers: { ...worker, 'content-type': 'application/json' }, body: '' },
      { headers: { ...worker, 'content-type': 'application/json' }, body: '{}' },
      { headers: { ...worker, 'content-type': 'application/json' }, body: '{"worker":"w-1"}' },
    ]) {
      const id = await house.authorizedIntent();
      const claimed = await sendRaw(house.url, { method: 'POST', path: `/v1/requests/${id}/claim`, ...options });
      expect(claimed.status).toBe(200);
      expect(claimed.body.lease_expires_at - claimed.body.request.execution.claimed_at).toBe(600_000);
    }
  });

  it('a claim accepts a lease of one second and of one hour', async () => {
    for (const lease_seconds of [1, 3600]) {
      const claimed = await claim(await house.authorizedIntent(), { lease_seconds });
      expect(claimed.status).toBe(200);
      expect(claimed.body.lease_expires_at - claimed.body.request.execution.claimed_at).toBe(lease_seconds * 1000);
    }
  });

  it.each([
    '{"lease_seconds":0}',
    '{"lease_seconds":-1}',
    '{"lease_seconds":3601}',
    '{"lease_seconds":1.5}',
    '{"lease_seconds":"60"}',
    '{"lease_seconds":null}',
    '{"lease_seconds":1e400}',
    '{"lease_seconds":60,"lease_seconds":3600}',
    '{"lease_seconds":',
    'null',
    '[]',
    '60',
    ' ',
    '{"a":"\\ud800"}',
  ])('a claim answers 400 invalid and starts no lease: %s', async (body) => {
    const id = await house.authorizedIntent();
    expectProblem(await postText(house, 'worker', `/v1/requests/${id}/claim`, body), 400, 'invalid');
    expect((await read(id)).execution.state).toBe('pending');
  });

  it('a claim accepts a body of exactly 4 KiB, and answers one byte more 413', async () => {
    const id = await house.authorizedIntent();
    const sized = (bytes: number) => `{"pad":"${'x'.repeat(bytes - 10)}"}`;
    expectProblem(await postText(house, 'worker', `/v1/requests/${id}/claim`, sized(4097)), 413, 'too_large');
    expect((await postText(house, 'worker', `/v1/requests/${id}/claim`, sized(4096))).status).toBe(200);
  });

  it('a claim answers 415 for a body that is not JSON, before its size or its content are checked', async () => {
    const id = await house.authorizedIntent();
    for (const [body, type] of [
      ['lease_seconds=60', 'application/x-www-form-urlencoded'],
      ['{}', 'text/plain'],
      ['{}', ''],
      ['x'.repeat(5000), 'text/plain'],
    ] as const) {
      const refused = await postText(house, 'worker', `/v1/requests/${id}/claim`, body, { 'content-type': type });
      expectProblem(refused, 415, 'unsupported_media_type');
    }
    expect((await read(id)).execution.state).toBe('pending');
  });

  it('a claim is refused while a lease runs, and succeeds from the instant it ends', async () => {
    const id = await house.authorizedIntent();
    const first = await claim(id, { lease_seconds: 60 });
    const lost = await claim(id);
    expectProblem(lost, 409, 'already_claimed');
    expect(JSON.stringify(lost.body)).not.toContain(first.body.claim_id);
    await house.advance(55_000);
    expectProblem(await claim(id), 409, 'already_claimed');
    await house.advance(5_000);
    const second = await claim(id, { lease_seconds: 60 });
    expect(second.status).toBe(200);
    expect(second.body.claim_id).not.toBe(first.body.claim_id);
    expect((await read(id)).execution.lease_expires_at).toBe(second.body.lease_expires_at);
    expectProblem(await report(id, first.body.claim_id), 409, 'claim_lost');
  });

  it('a claim on a reported request is refused, whatever the result and however late', async () => {
    for (const status of ['succeeded', 'failed']) {
      const id = await house.authorizedIntent({ execute_within: 600 });
      const { claim_id } = (await claim(id, { lease_seconds: 1 })).body;
      expect((await report(id, claim_id, status)).status).toBe(200);
      expectProblem(await claim(id), 409, 'already_reported');
      // The lease has run out, the window is open: only the report stands in the way.
      await house.advance(2_000);
      expectProblem(await claim(id), 409, 'already_reported');
      await house.advance(601_000);
      // The window too has closed by now: that it was reported comes first.
      expectProblem(await claim(id), 409, 'already_reported');
    }
  });

  it('a claim answers 410 once execute_by has passed, after a lease or without one', async () => {
    const fresh = await house.authorizedIntent({ execute_within: 60 });
    const leased = await house.authorizedIntent({ execute_within: 60 });
    expect((await claim(leased, { lease_seconds: 3600 })).status).toBe(200);
    await house.advance(60_000);
    expectProblem(await claim(fresh), 410, 'execution_window_closed');
    // A live lease comes before the closed window.
    expectProblem(await claim(leased), 409, 'already_claimed');
    await house.advance(3_600_000);
    expectProblem(await claim(leased), 410, 'execution_window_closed');
    expectProblem(await claim(fresh), 410, 'execution_window_closed');
    house.forgetSessions();
  });

  it('a claim answers 409 not_authorized before the verdict, and after any verdict but authorized', async () => {
    const open = (await house.propose({ action: 'demo.deploy', ...sealed })).body.request.id;
    expectProblem(await claim(open), 409, 'not_authorized');
    expect((await house.turn('op_bravo', open)).status).toBe(200);
    expectProblem(await claim(open), 409, 'not_authorized');
    expect((await house.api('op_charlie', 'POST', `/api/requests/${open}/refuse`, {})).status).toBe(200);
    expectProblem(await claim(open), 409, 'not_authorized');
    const aborted = (await house.propose(sealed)).body.request.id;
    expect((await house.api('op_bravo', 'POST', `/api/requests/${aborted}/abort`, {})).status).toBe(200);
    expectProblem(await claim(aborted), 409, 'not_authorized');
    const expired = (await house.propose(sealed)).body.request.id;
    await house.advance(3_600_000);
    expect((await read(expired)).outcome).toBe('expired');
    expectProblem(await claim(expired), 409, 'not_authorized');
    house.forgetSessions();
  });

  it('a claim answers 409 no_intent for a request without one: open, authorized, denied, aborted or expired', async () => {
    const id = (await house.propose({ action: 'demo.deploy' })).body.request.id;
    const inState = async (state: string, request: string) => {
      expect((await read(request)).state).toBe(state);
      expectProblem(await claim(request), 409, 'no_intent');
    };
    await inState('notified', id);
    await house.turn('op_bravo', id);
    await inState('staging', id);
    await house.turn('op_charlie', id);
    await inState('succeeded', id);
    for (const [command, state] of [
      ['refuse', 'denied'],
      ['abort', 'aborted'],
    ] as const) {
      const stopped = (await house.propose()).body.request.id;
      await house.api('op_bravo', 'POST', `/api/requests/${stopped}/${command}`, {});
      await inState(state, stopped);
    }
    const expired = (await house.propose()).body.request.id;
    await house.advance(3_600_000);
    await inState('expired', expired);
    house.forgetSessions();
  });

  it('a claim answers 404 for an unknown id, a malformed one and one of another organization', async () => {
    const id = await house.authorizedIntent();
    for (const unknown of [NOBODY, 'req_', '%20', `${id}x`, 'x']) {
      expectProblem(await claim(unknown), 404, 'not_found');
    }
    expectProblem(await house.v1('other_org', 'POST', `/v1/requests/${id}/claim`), 404, 'not_found');
    expect((await read(id)).execution.state).toBe('pending');
  });

  it('a claim checks the body before it looks for the request', async () => {
    expectProblem(await claim(NOBODY, { lease_seconds: 0 }), 400, 'invalid');
    expectProblem(await claim(NOBODY, 'x', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
    expectProblem(await claim(NOBODY, 'x'.repeat(5000)), 413, 'too_large');
  });

  it('a claim never changes the request’s own state', async () => {
    const id = await house.authorizedIntent();
    const { execution: _before, ...before } = await read(id);
    expect((await claim(id)).status).toBe(200);
    const { execution: _after, ...after } = await read(id);
    expect(after).toEqual(before);
  });
});
