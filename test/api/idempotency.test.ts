/** operation createRequest, Idempotency-Key; docs/contract.md#post-v1requests */
import { openHouse, SEALED } from '../support/house';
import { openedOnce } from '../support/opened';
import { expectProblem, requestIds } from './support';

describe('an Idempotency-Key', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const propose = (key: string, fields: object = {}, headers = {}) =>
    house.propose(fields, { 'idempotency-key': key, ...headers });
  const replayed = async (key: string, fields: object = {}, headers = {}) => {
    const again = await propose(key, fields, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.headers.get('location')).toBe(`/v1/requests/${again.body.request.id}`);
    return again.body.request;
  };

  it('an Idempotency-Key returns the original request, marked as a replay, and asks nobody again', async () => {
    const first = await propose('replay', { params: { a: '1', b: '2' } });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const sent = () => Promise.all(['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'].map(house.messages));
    const mails = await sent();
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(await replayed('replay', { params: { b: '2', a: '1' } })).toEqual(first.body.request);
    expect(await sent()).toEqual(mails);
    expect(await requestIds(house)).toEqual([first.body.request.id]);
  });

  it('a replay returns the request in its present state, with what is due, and never ends', async () => {
    const { id } = (await propose('reached', SEALED)).body.request;
    await house.turn('op_charlie', id);
    await house.claim(id);
    const reached = { id, approvers: ['op_charlie'], intent: SEALED.intent, execution: { state: 'claimed' } };
    expect(await replayed('reached', SEALED)).toMatchObject(reached);
    await propose('expiring');
    await house.advance(400 * 24 * 3_600_000);
    expect(await replayed('expiring')).toMatchObject({ state: 'expired', outcome: 'expired' });
    expectProblem(await propose('expiring', { params: { a: '1' } }), 409, 'idempotency_conflict');
  });

  it('an Idempotency-Key with another action or other params answers 409, and with a malformed body 400', async () => {
    const { id } = (await propose('conflict', { params: { a: '1' } })).body.request;
    for (const fields of [
      {},
      { params: { a: '2' } },
      { params: { a: '1', b: '1' } },
      { action: 'demo.deploy', params: { a: '1' } },
      { action: 'nobody.has.this', params: { a: '1' } },
    ])
      expectProblem(await propose('conflict', fields), 409, 'idempotency_conflict');
    expectProblem(await propose('conflict', { parms: 1 }), 400, 'invalid');
    expect((await house.read(id)).params).toEqual({ a: '1' });
  });

  it('an Idempotency-Key compares only action and params: another requester, summary, quorum or URL is the same operation', async () => {
    const fields = { action: 'demo.deploy', params: { a: '1' } };
    const first = (await propose('alone', fields)).body.request;
    const others = { requester: 'op_bravo', summary: 'x', quorum: 3, callback_url: 'http://10.0.0.1/' };
    expect(await replayed('alone', { ...fields, ...others })).toEqual(first);
  });

  it('a retry under a new API key returns the original, whatever its summary and callback are, and asks nobody again', async () => {
    const { token } = (await house.api('op_alpha', 'POST', '/api/keys', { name: 'other', scopes: ['propose'] })).body;
    const other = { authorization: `Bearer ${token}` };
    const { id } = (await propose('two keys', { summary: 's' }, other)).body.request;
    const mails = (await house.messages('op_bravo')).length;
    for (const fields of [{ summary: 's' }, { summary: 't' }, {}, { callback_url: 'http://127.0.0.1:9/' }]) {
      expect((await replayed('two keys', fields)).id).toBe(id);
    }
    expect((await house.messages('op_bravo')).length).toBe(mails);
    expect((await replayed('two keys', { summary: 't' }, other)).id).toBe(id);
  });

  it('another API key cannot use an Idempotency-Key for a weaker request', async () => {
    const { token } = (await house.api('op_alpha', 'POST', '/api/keys', { name: 'weak', scopes: ['propose'] })).body;
    const other = { authorization: `Bearer ${token}` };
    const fields = { action: 'demo.deploy', ...SEALED, quorum: 2, execute_within: 60 };
    await propose('weaker', { ...fields, summary: 's' }, other);
    expect((await replayed('weaker', fields)).summary).toBeUndefined();
    const { intent } = SEALED;
    for (const weaker of [
      { requester: 'op_bravo' },
      { quorum: 3 },
      { execute_within: 61 },
      { intent: { ...intent, nonce: 'AAAAAAAAAAAAAAAA' } },
    ]) {
      expectProblem(await propose('weaker', { ...fields, ...weaker }), 409, 'idempotency_conflict');
    }
  });

  it('a replay ignores the policy: it also works after the action, the requester or the roster have changed', async () => {
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const policy = { title: 'Changing', roster: ['op_bravo'], quorum };
    const put = (fields: object) => house.api('op_alpha', 'PUT', '/api/actions/changing', { ...policy, ...fields });
    const enable = (enabled: boolean) => house.api('op_alpha', 'PATCH', '/api/operators/op_delta', { enabled });
    await put({});
    const fields = { action: 'changing', requester: 'op_delta', params: { size: '1' } };
    const { id } = (await propose('policy', fields)).body.request;
    for (const edit of [
      () => put({ required_params: ['ticket'] }),
      () => put({ roster: ['op_charlie'] }),
      () => enable(false),
      () => house.api('op_alpha', 'DELETE', '/api/actions/changing'),
    ]) {
      expect((await edit()).status).toBe(200);
      expect((await replayed('policy', fields)).id).toBe(id);
    }
    expect((await house.propose(fields)).status).toBe(422);
    await enable(true);
  });

  it('an Idempotency-Key belongs to its organization: another one uses the same key for itself', async () => {
    const ours = await propose('shared', { params: { whose: 'ours' } });
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { whose: 'theirs' } };
    const theirs = await house.v1('other_org', 'POST', '/v1/requests', body, { 'idempotency-key': 'shared' });
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([202, null]);
    expect(theirs.body.request.id).not.toBe(ours.body.request.id);
  });

  it('an Idempotency-Key is compared exactly: case, inner spaces and all of 255 characters count', async () => {
    const keys = ['K', 'k', 'k  k', 'k k', '~!@#$%^&*()_+', 'x'.repeat(255), 'x'.repeat(254)];
    const ids = await Promise.all(keys.map(async (key) => (await propose(key)).body.request.id));
    expect(new Set(ids).size).toBe(keys.length);
  });
});

/** The console links the request that used an envelope before (docs/security.md): only the digest can tell. */
describe('an envelope that was proposed before', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const firstUseOf = async (id: string) => (await house.view(id)).intent_first_used_in;

  it('an envelope that was proposed before is reported in every later request that has it, and not in the first or without it', async () => {
    const { intent } = SEALED.params;
    const of = (params: object) => house.proposed({ ...SEALED, params });
    const [first, again, third] = [
      await of({ amount: '48000', intent }),
      await of({ amount: '5', intent }),
      await of({ intent }),
    ];
    const another = await of({ intent: `sha256:${'cd'.repeat(32)}` });
    const plain = await house.proposed({ params: { intent: 'a param of that name' } });
    const used = await Promise.all([first, again, third, another, plain].map(firstUseOf));
    expect(used).toEqual([null, first, first, null, null]);
  });

  it('an envelope that was proposed before is reported only within its organization', async () => {
    const fields = { ...SEALED, params: { intent: `sha256:${'ef'.repeat(32)}` } };
    const body = { action: 'demo.solo', requester: 'op_alpha', ...fields };
    expect((await house.v1('other_org', 'POST', '/v1/requests', body)).status).toBe(202);
    expect(await firstUseOf(await house.proposed(fields))).toBeNull();
  });
});
