/** operation getRequest; docs/contract.md#get-v1requestsid */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { bearer, expectProblem, sendRaw } from '../support';

describe('reading a request', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const get = (id: string) => house.v1('reader', 'GET', `/v1/requests/${id}`);
  const propose = async (fields: object = {}) => (await house.propose(fields)).body.request.id as string;

  it('a read answers 200 with what create answered, and the clock of the answer', async () => {
    const created = (await house.propose({ params: { a: '1' }, summary: 'not in the object' })).body;
    const read = await get(created.request.id);
    expect(read.status).toBe(200);
    expect(Object.keys(read.body).sort()).toEqual(['request', 'server_now']);
    expect(read.body.request).toEqual(created.request);
    expect(read.body.server_now).toBeGreaterThanOrEqual(created.server_now);
  });

  it('a read returns the verdict, who approved and when', async () => {
    const id = await propose({ action: 'demo.deploy', requester: 'op_alpha' });
    await house.turn('op_bravo', id);
    expect((await get(id)).body.request).toMatchObject({
      state: 'staging',
      live: true,
      approvers: [],
      decided_at: null,
    });
    await house.turn('op_charlie', id);
    const { request, server_now } = (await get(id)).body;
    expect(request).toMatchObject({
      state: 'succeeded',
      live: false,
      outcome: 'authorized',
      approvers: ['op_bravo', 'op_charlie'],
    });
    expect(request.decided_at).toBeGreaterThanOrEqual(request.created_at);
    expect(request.decided_at).toBeLessThanOrEqual(server_now);
    // Without an intent there is nothing to run, before and after the verdict.
    expect(request.execution).toEqual({
      state: 'none',
      claimed_at: null,
      lease_expires_at: null,
      reported_at: null,
      reference: null,
      error: null,
      execute_by: null,
    });
  });

  it('a read returns a refusal and an abort without approvers, even if a key was turned', async () => {
    for (const [command, outcome] of [
      ['refuse', 'denied'],
      ['abort', 'aborted'],
    ] as const) {
      const id = await propose({ action: 'demo.deploy', params: { intent: DIGEST }, intent: ENVELOPE });
      expect((await house.turn('op_bravo', id)).status).toBe(200);
      expect((await house.api('op_charlie', 'POST', `/api/requests/${id}/${command}`, {})).status).toBe(200);
      expect((await get(id)).body.request).toMatchObject({
        state: outcome,
        live: false,
        outcome,
        approvers: [],
        intent: ENVELOPE,
        execution: { state: 'none', execute_by: null },
      });
    }
  });

  it('a request reads expired from the end of the TTL, to the millisecond, whenever it is read', async () => {
    const { created_at, id } = (await house.propose()).body.request;
    const now = (await get(id)).body.server_now;
    await house.advance(created_at + 3_600_000 - now - 10_000);
    expect((await get(id)).body.request).toMatchObject({ state: 'notified', live: true, decided_at: null });
    for (const laterMs of [15_000, 3_600_000]) {
      await house.advance(laterMs);
      expect((await get(id)).body.request).toMatchObject({
        state: 'expired',
        outcome: 'expired',
        live: false,
        decided_at: created_at + 3_600_000,
      });
    }
    house.forgetSessions();
  });

  it('a claimed request reads pending again once its lease has ended', async () => {
    const id = await house.authorizedIntent();
    const pending = (await get(id)).body.request;
    expect(pending.execution).toMatchObject({ state: 'pending', claimed_at: null, lease_expires_at: null });
    const claimed = await house.v1('worker', 'POST', `/v1/requests/${id}/claim`, { lease_seconds: 10 });
    expect((await get(id)).body.request).toEqual(claimed.body.request);
    await house.advance(10_000);
    expect((await get(id)).body.request.execution).toEqual(pending.execution);
  });

  it.each([
    'req_000000000000000000000000',
    'req_',
    'req_00000000000000000000000',
    'req_0000000000000000000000000',
    'req_00000000000000000000000G',
    'REQ_000000000000000000000000',
    'clm_000000000000000000000000',
    '1',
    '%20',
    '..%2e',
    '%00',
    'req_000000000000000000000000%0A',
    '%F0%9F%94%91',
    'r'.repeat(4000),
  ])('a read answers 404 for %s', async (id) => {
    expectProblem(await get(id), 404, 'not_found');
  });

  it('a read compares the id exactly: nothing before it and nothing after it', async () => {
    const id = await propose();
    for (const path of [
      `${id}%20`,
      `%20${id}`,
      id.toUpperCase(),
      `${id}%23`,
      `${id}%3Fa`,
      `${id}/`,
      `${id}%0A`,
      `x${id}`,
    ]) {
      expectProblem(await get(path), 404, 'not_found');
    }
  });

  it('a read answers 404 for another organization, with the same message as for an unknown id', async () => {
    const id = await propose();
    const theirs = await house.v1('other_org', 'GET', `/v1/requests/${id}`);
    const nothing = await house.v1('other_org', 'GET', '/v1/requests/req_000000000000000000000000');
    expectProblem(theirs, 404, 'not_found');
    expect(theirs.body).toEqual(nothing.body);
  });

  it('a read ignores a body and its type', async () => {
    const id = await propose();
    const headers = { ...bearer(house, 'reader'), 'content-type': 'text/plain', 'content-length': '5' };
    const read = await sendRaw(house.url, { method: 'GET', path: `/v1/requests/${id}`, headers, body: '{{{{{' });
    expect(read.status).toBe(200);
  });
});
