/**
 * An API key is rotated while its requests are open: nothing is created twice, and every event verifies with the token that
 * the receiver has (docs/contract.md#authentication).
 */
import { deriveCallbackKey, verifySignature } from '../../src/protocol/signature';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver, type Post } from '../support/receiver';

describe('a consumer that rotates its API key', () => {
  const receiver = openedOnce(openReceiver);
  const house = openedOnce(() => openHouse({ memory: true }));

  const operation = { action: 'demo.deploy', requester: 'op_alpha', params: { version: '1.42.0' } };
  const propose = (token: string, key: string) =>
    house.send('POST', '/v1/requests', {
      body: { ...operation, callback_url: receiver.url },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    });
  const decided = async (id: string): Promise<Post> => {
    const { status } = await house.refuse('op_bravo', id);
    expect(status).toBe(200);
    await house.messages('op_alpha');
    return receiver.posts.find(({ json }) => json.data.request.id === id)!;
  };
  const verifies = ({ headers, body }: Post, token: string): boolean => {
    const header = String(headers['service-signature']);
    const nowSeconds = Number(/t=(\d+)/.exec(header)![1]);
    return verifySignature({ body, header, keys: [deriveCallbackKey(token)], nowSeconds }).ok;
  };
  const keys = async () => (await house.api('op_alpha', 'GET', '/api/keys?limit=100')).body.keys;
  const proposer = async () => (await keys()).find(({ name }: { name: string }) => name === 'demo proposer');

  it('a consumer that rotates its API key creates nothing twice, loses no event, and then ends the old token', async () => {
    const old = house.running.demo.keys.proposer;
    const { id: key } = await proposer();
    const open = (await propose(old, 'run-1')).body.request;
    const another = (await propose(old, 'run-2')).body.request;

    const rotated = await house.api('op_alpha', 'POST', `/api/keys/${key}/rotate`);
    expect(rotated).toMatchObject({ status: 201, body: { key: { id: key, tokens: [{ number: 1 }, { number: 2 }] } } });
    const { token } = rotated.body;
    expect((await house.api('op_alpha', 'POST', `/api/keys/${key}/rotate`)).body).toEqual({
      error: 'This API key has two tokens already. End one of them first.',
      kind: 'conflict',
    });

    const replay = await propose(token, 'run-1');
    expect([replay.status, replay.headers.get('idempotent-replayed'), replay.body.request.id]).toEqual([
      202,
      'true',
      open.id,
    ]);

    const first = await decided(open.id);
    expect([old, token].map((each) => verifies(first, each))).toEqual([true, true]);
    expect((await proposer()).tokens.map(({ last_used_at }: { last_used_at: number | null }) => last_used_at)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);

    expect(await house.api('op_alpha', 'DELETE', `/api/keys/${key}/tokens/1`)).toMatchObject({
      status: 200,
      body: { key: { revoked_at: null, tokens: [{ number: 1, ended_at: expect.any(Number) }, { ended_at: null }] } },
    });
    expect((await propose(old, 'run-3')).status).toBe(401);

    // It was requested with the token that has ended, which signs for it as long as posts are made.
    const second = await decided(another.id);
    expect([old, token].map((each) => verifies(second, each))).toEqual([true, true]);
    const third = await decided((await propose(token, 'run-3')).body.request.id);
    expect([old, token].map((each) => verifies(third, each))).toEqual([false, true]);
  });

  it('revoking an API key ends every token, and its requests still send their events', async () => {
    const { id: key } = await proposer();
    const { token } = (await house.api('op_alpha', 'POST', `/api/keys/${key}/rotate`)).body;
    const { id } = (await propose(token, 'run-4')).body.request;
    expect((await house.api('op_alpha', 'DELETE', `/api/keys/${key}`)).status).toBe(200);
    expect((await propose(token, 'run-5')).status).toBe(401);
    expect(verifies(await decided(id), token)).toBe(true);
    const again = await house.api('op_alpha', 'POST', `/api/keys/${key}/rotate`);
    expect([again.status, again.body.error]).toEqual([409, 'This API key is revoked. Create another one.']);
    expect((await house.api('op_alpha', 'DELETE', `/api/keys/${key}/tokens/9`)).status).toBe(404);
  });
});
