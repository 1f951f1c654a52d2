/** operation createRequest, 202; docs/contract.md#post-v1requests */
import { createHash } from 'node:crypto';
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { bearer, postText } from '../support';

describe('creating a request', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const read = async (id: string) => (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const postWith = (fields: string) =>
    postText(house, 'proposer', '/v1/requests', `{"action":"demo.solo","requester":"op_alpha",${fields}}`);

  it('a create answers 202 with the request object and nothing more', async () => {
    const before = Date.now();
    const proposed = await house.propose({ params: { charge: 'ch_1' } });
    expect(proposed.status).toBe(202);
    expect(proposed.headers.get('idempotent-replayed')).toBeNull();
    expect(proposed.body).toEqual({
      server_now: expect.any(Number),
      request: {
        id: expect.stringMatching(/^req_[0-9a-f]{24}$/),
        action: 'demo.solo',
        requester: 'op_alpha',
        operation_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        state: 'notified',
        live: true,
        outcome: null,
        approvers: [],
        params: { charge: 'ch_1' },
        created_at: expect.any(Number),
        decided_at: null,
        intent: null,
        execution: {
          state: 'none',
          claimed_at: null,
          lease_expires_at: null,
          reported_at: null,
          reference: null,
          error: null,
          execute_by: null,
        },
      },
    });
    expect(proposed.body.server_now).toBeGreaterThanOrEqual(proposed.body.request.created_at);
    expect(Math.abs(proposed.body.request.created_at - before)).toBeLessThan(60_000);
  });

  it('a create accepts a request without params, and hashes the operation with an empty object in their place', async () => {
    const { request } = (await house.propose()).body;
    expect(request.params).toEqual({});
    const preimage = '{"action":"demo.solo","params":{}}';
    const hash = createHash('sha256').update('service.operation.v1\0').update(preimage).digest('hex');
    expect(request.operation_hash).toBe(`sha256:${hash}`);
  });

  it('a create without an Idempotency-Key makes another request for the same body', async () => {
    const [first, second] = await Promise.all([house.propose(), house.propose()]);
    expect(first.body.request.id).not.toBe(second.body.request.id);
  });

  it('a create asks the operators of the roster', async () => {
    const { id } = (await house.propose()).body.request;
    for (const operator of ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta']) {
      expect(await house.code(operator, id)).toMatch(/^\d{8}$/);
    }
  });

  it('a create returns the intent verbatim, with no execution before the verdict', async () => {
    const { request } = (await house.propose({ params: { intent: DIGEST }, intent: ENVELOPE, execute_within: 60 }))
      .body;
    expect(request.intent).toEqual(ENVELOPE);
    expect(request.execution).toMatchObject({ state: 'none', execute_by: null });
    expect(await read(request.id)).toEqual(request);
  });

  it('a create gives an intent seven days from the verdict by default', async () => {
    const week = await read(await house.authorizedIntent());
    expect(week.execution.execute_by - week.decided_at).toBe(7 * 24 * 3600_000);
    const month = await read(await house.authorizedIntent({ execute_within: 2_592_000 }));
    expect(month.execution.execute_by - month.decided_at).toBe(2_592_000_000);
    const second = await read(await house.authorizedIntent({ execute_within: 1 }));
    expect(second.execution.execute_by - second.decided_at).toBe(1000);
  });

  it('a create returns params named like parts of a JavaScript object unchanged', async () => {
    const text = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}';
    const proposed = await postWith(`"params":${text}`);
    expect(proposed.status).toBe(202);
    for (const params of [proposed.body.request.params, (await read(proposed.body.request.id)).params]) {
      expect(Object.entries(params).sort()).toEqual(Object.entries(JSON.parse(text)).sort());
    }
    const { id } = proposed.body.request;
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    expect(Object.keys((await read(id)).params)).toContain('__proto__');
  });

  it('a create counts characters, not code units: 64 emoji as a key, 512 as a value', async () => {
    const params = { ['🔑'.repeat(64)]: '🚀'.repeat(512), empty: '', 'with\u0000nul': 'a\u0000b' };
    const proposed = await house.propose({ params });
    expect(proposed.status).toBe(202);
    expect((await read(proposed.body.request.id)).params).toEqual(params);
  });

  it('a create accepts 24 params of full length together', async () => {
    const entries = Array.from({ length: 24 }, (_, n) => [`k${String(n).padStart(63, '0')}`, 'v'.repeat(512)]);
    const proposed = await house.propose({ params: Object.fromEntries(entries) });
    expect(proposed.status).toBe(202);
    expect((await read(proposed.body.request.id)).params).toEqual(Object.fromEntries(entries));
  });

  it('a create accepts a quorum if the action lets the proposer select it, from what the param rules require on', async () => {
    for (const fields of [
      { action: 'demo.deploy', quorum: 1 },
      { action: 'demo.deploy', quorum: 3 },
      { action: 'demo.refund', params: { amount: '10' }, quorum: 2 },
      { action: 'demo.refund', params: { amount: '1000' }, quorum: 3 },
      { action: 'demo.refund', params: { amount: '1000' } },
    ]) {
      expect((await house.propose(fields)).status).toBe(202);
    }
  });

  it('a create accepts a callback URL that it can post to: https by name or public address, http to loopback on this machine', async () => {
    for (const callback_url of [
      'https://hooks.example.com/a?b=c',
      'https://93.184.216.34:8443/x',
      'http://127.0.0.1:9/x',
      'http://[::1]:9/x',
    ]) {
      expect({ callback_url, status: (await house.propose({ callback_url })).status }).toEqual({
        callback_url,
        status: 202,
      });
    }
  });

  it('a create accepts a content type with a charset in any case, and the content encoding identity', async () => {
    const body = JSON.stringify({ action: 'demo.solo', requester: 'op_alpha', summary: 'ünïcödé' });
    for (const headers of [
      { 'content-type': 'application/json; charset=utf-8' },
      { 'content-type': 'APPLICATION/JSON;charset="UTF-8"' },
      { 'content-type': 'application/json', 'content-encoding': 'identity' },
    ]) {
      expect((await postText(house, 'proposer', '/v1/requests', body, headers)).status).toBe(202);
    }
  });

  it('a create accepts the scheme of the key in any case', async () => {
    const { authorization } = bearer(house, 'proposer');
    const proposed = await house.propose({}, { authorization: authorization.replace('Bearer', 'bearer') });
    expect(proposed.status).toBe(202);
  });
});
