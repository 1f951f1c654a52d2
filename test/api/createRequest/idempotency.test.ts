/** operation createRequest, Idempotency-Key; docs/contract.md#post-v1requests */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { expectProblem, requestIds } from '../support';

describe('an Idempotency-Key', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const propose = (key: string, fields: object = {}) => house.propose(fields, { 'idempotency-key': key });

  it('an Idempotency-Key returns the original request, marked as a replay, and asks nobody again', async () => {
    const first = await propose('replay', { params: { a: '1', b: '2' } });
    expect(first.status).toBe(202);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const sent = () => Promise.all(['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'].map(house.messages));
    const mails = await sent();
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    const second = await propose('replay', { params: { b: '2', a: '1' } });
    expect(second.status).toBe(202);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.request).toEqual(first.body.request);
    expect(await sent()).toEqual(mails);
    expect((await requestIds(house)).filter((id) => id === first.body.request.id)).toHaveLength(1);
  });

  it('a replay returns the request in its present state, including intent and execution', async () => {
    const fields = { params: { intent: DIGEST }, intent: ENVELOPE };
    const { id } = (await propose('reached', fields)).body.request;
    await house.turn('op_charlie', id);
    const decided = await propose('reached', fields);
    expect(decided.headers.get('idempotent-replayed')).toBe('true');
    expect(decided.body.request).toMatchObject({
      id,
      state: 'succeeded',
      outcome: 'authorized',
      approvers: ['op_charlie'],
      intent: ENVELOPE,
      execution: { state: 'pending' },
    });
    await house.v1('worker', 'POST', `/v1/requests/${id}/claim`);
    expect((await propose('reached', fields)).body.request.execution.state).toBe('claimed');
  });

  it('a replay applies what is due: after the TTL it reads expired', async () => {
    await propose('expiring');
    await house.advance(3_600_000);
    house.forgetSessions();
    expect((await propose('expiring')).body.request).toMatchObject({ state: 'expired', outcome: 'expired' });
  });

  it('an Idempotency-Key with another action or other params answers 409', async () => {
    const { id } = (await propose('conflict', { params: { a: '1' } })).body.request;
    for (const fields of [
      {},
      { params: { a: '2' } },
      { params: { a: '1', b: '1' } },
      { action: 'demo.deploy', params: { a: '1' } },
      { action: 'nobody.has.this', params: { a: '1' } },
    ]) {
      expectProblem(await propose('conflict', fields), 409, 'idempotency_conflict');
    }
    expect((await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request.params).toEqual({ a: '1' });
  });

  it('an Idempotency-Key compares only action and params: another requester, summary, quorum or URL is the same operation', async () => {
    const fields = { action: 'demo.deploy', params: { a: '1' } };
    const first = await propose('alone', fields);
    for (const others of [
      { requester: 'op_bravo' },
      { summary: 'x' },
      { quorum: 3 },
      { callback_url: 'http://10.0.0.1/' },
    ]) {
      const again = await propose('alone', { ...fields, ...others });
      expect({ status: again.status, request: again.body.request }).toEqual({
        status: 202,
        request: first.body.request,
      });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('an Idempotency-Key is checked after the body: a malformed repeat answers 400, and is no replay', async () => {
    await propose('malformed');
    expectProblem(await propose('malformed', { parms: 1 }), 400, 'invalid');
  });

  it('a replay ignores the policy: it also works after the action, the requester or the roster have changed', async () => {
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const policy = { title: 'Changing', roster: ['op_bravo'], quorum };
    const put = (fields: object) => house.api('op_alpha', 'PUT', '/api/actions/changing', { ...policy, ...fields });
    expect((await put({})).status).toBe(200);
    const fields = { action: 'changing', requester: 'op_delta', params: { size: '1' } };
    const first = await propose('policy', fields);
    expect(first.status).toBe(202);
    const replayed = async () => {
      const again = await propose('policy', fields);
      expect({ status: again.status, id: again.body.request?.id }).toEqual({ status: 202, id: first.body.request.id });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    };
    expect((await put({ required_params: ['ticket'] })).status).toBe(200);
    expect((await house.propose(fields)).status).toBe(422);
    await replayed();
    expect((await put({ roster: ['op_charlie'] })).status).toBe(200);
    await replayed();
    expect((await house.api('op_alpha', 'PATCH', '/api/operators/op_delta', { enabled: false })).status).toBe(200);
    await replayed();
    expect((await house.api('op_alpha', 'DELETE', '/api/actions/changing')).status).toBe(200);
    await replayed();
    expect((await house.api('op_alpha', 'PATCH', '/api/operators/op_delta', { enabled: true })).status).toBe(200);
  });

  it('an Idempotency-Key belongs to its organization: another one uses the same key for itself', async () => {
    const ours = await propose('shared', { params: { whose: 'ours' } });
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { whose: 'theirs' } };
    const theirs = await house.v1('other_org', 'POST', '/v1/requests', body, { 'idempotency-key': 'shared' });
    expect(theirs.status).toBe(202);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    expect(theirs.body.request.id).not.toBe(ours.body.request.id);
    expect(theirs.body.request.params).toEqual({ whose: 'theirs' });
  });

  it('an Idempotency-Key is compared exactly: case, inner spaces and all of 255 characters count', async () => {
    const keys = ['K', 'k', 'k  k', 'k k', '~!@#$%^&*()_+', 'x'.repeat(255), 'x'.repeat(254)];
    const ids = await Promise.all(keys.map(async (key) => (await propose(key)).body.request.id));
    expect(new Set(ids).size).toBe(keys.length);
  });

  it('an Idempotency-Key never expires', async () => {
    const { id } = (await propose('lasting')).body.request;
    await house.advance(400 * 24 * 3_600_000);
    const again = await propose('lasting');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.request.id).toBe(id);
    expectProblem(await propose('lasting', { params: { a: '1' } }), 409, 'idempotency_conflict');
  });

  describe('an Idempotency-Key of another API key', () => {
    let other: string;
    beforeAll(async () => {
      const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'other', scopes: ['propose'] });
      other = made.body.token;
    });

    const proposeByOther = async (key: string, fields: object = {}) => {
      const answer = await fetch(`${house.url}/v1/requests`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${other}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ action: 'demo.deploy', requester: 'op_alpha', ...fields }),
      });
      const body = (await answer.json()) as { request: { id: string } };
      return { status: answer.status, headers: answer.headers, body };
    };
    const mine = (key: string, fields: object = {}) => propose(key, { action: 'demo.deploy', ...fields });

    it.each<[what: string, theirs: object, mine: object]>([
      ['nothing besides the operation', {}, {}],
      ['the same requester, summary and quorum', { summary: 's', quorum: 3 }, { summary: 's', quorum: 3 }],
    ])(
      'another API key gets the original request with the same Idempotency-Key if both sent %s',
      async (what, theirs, own) => {
        const first = await proposeByOther(`same ${what}`, theirs);
        const second = await mine(`same ${what}`, own);
        expect(second.status).toBe(202);
        expect(second.headers.get('idempotent-replayed')).toBe('true');
        expect(second.body.request.id).toBe(first.body.request.id);
      },
    );

    const callback_url = 'https://hooks.example.com/a';
    const sealed = { params: { intent: DIGEST }, intent: ENVELOPE };
    it.each<[what: string, theirs: object, mine: object]>([
      ['another requester', { requester: 'op_bravo' }, {}],
      ['a lower quorum', { quorum: 1 }, { quorum: 2 }],
      ['the default quorum in words', { quorum: 2 }, {}],
      ['another summary', { summary: 'a' }, { summary: 'b' }],
      ['a summary', { summary: 'a' }, {}],
      ['an empty summary', { summary: '' }, {}],
      ['another execute_within', { ...sealed, execute_within: 60 }, { ...sealed, execute_within: 120 }],
      ['the default execute_within in words', { ...sealed, execute_within: 604_800 }, sealed],
      [
        'another intent',
        sealed,
        { ...sealed, intent: { ...ENVELOPE, ciphertext: ENVELOPE.ciphertext.replace(/^../, 'Zz') } },
      ],
      ['a callback', { callback_url }, {}],
      ['no callback', {}, { callback_url }],
      ['the same callback', { callback_url }, { callback_url }],
    ])('another API key gets 409 with the same Idempotency-Key if the first one sent %s', async (what, theirs, own) => {
      expect((await proposeByOther(`other ${what}`, theirs)).status).toBe(202);
      expectProblem(await mine(`other ${what}`, own), 409, 'idempotency_conflict');
    });

    it('the API key that created a request gets the original, whatever else it sends', async () => {
      const { id } = (await mine('own', { quorum: 2, callback_url })).body.request;
      const again = await mine('own', { quorum: 3, summary: 'other', requester: 'op_bravo' });
      expect(again.body.request.id).toBe(id);
    });
  });
});
