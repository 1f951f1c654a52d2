import { Webhook } from 'standardwebhooks';
import { deriveCallbackKey, verifySignature } from '../../../src/protocol/signature';
import { standardWebhookSecret } from '../../../src/protocol/standard-webhook-secret';
import { type House, openHouse } from '../../support/house';
import { openReceiver, type Receiver } from '../../support/receiver';

const SECOND = 1000;
const _HOUR = 3600 * SECOND;

describe('events at a callback URL', () => {
  let house: House;
  let receiver: Receiver;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  const propose = async (fields: object = {}) => {
    const proposed = await house.propose({ callback_url: receiver.url, ...fields });
    expect(proposed.status).toBe(202);
    return proposed.body.request.id as string;
  };
  /** Waits until every event in progress has arrived in the mailbox. */
  const settled = () => house.messages('op_bravo');
  const deliveries = async (id: string) =>
    (await house.api('op_alpha', 'GET', `/api/requests/${id}/deliveries`)).body.deliveries;
  const types = () => receiver.posts.map(({ json }) => json.type);

  it('events arrive once at a callback URL, signed under the key that proposed, with the request as GET returns it, and start no retry loop', async () => {
    const id = await propose();
    await house.turn('op_bravo', id);
    await settled();
    expect(types()).toEqual(['request.authorized']);
    const [post] = receiver.posts;
    const keys = [deriveCallbackKey(house.running.demo.keys.proposer)];
    const nowSeconds = Math.floor((await house.advance(0)) / 1000);
    expect(
      verifySignature({ body: post!.body, header: String(post!.headers['service-signature']), keys, nowSeconds }).ok,
    ).toBe(true);
    // Libraries of Standard Webhooks also use the raw bytes of the derived key.
    const library = new Webhook(standardWebhookSecret(keys[0]!));
    expect(library.verify(post!.body, post!.headers as Record<string, string>)).toEqual(post!.json);
    const read = await house.v1('reader', 'GET', `/v1/requests/${id}`);
    expect(post!.json).toEqual({
      id: post!.headers['service-event-id'],
      type: 'request.authorized',
      created_at: new Date(read.body.request.decided_at).toISOString(),
      org: 'org_demo',
      data: { request: read.body.request },
    });
    expect(post!.headers['content-type']).toBe('application/json');
    expect(post!.headers['service-delivery-id']).toMatch(/^dlv_[0-9a-f]{24}$/);
    expect(house.running.loopStats()).toMatchObject({ started: 0, transitions: 0 });
  });

  it('events have a published head of the audit chain, with the hash of their entry', async () => {
    const id = await propose();
    await house.turn('op_bravo', id);
    await settled();
    const jws = String(receiver.posts[0]!.headers['service-audit-head']);
    const signed = JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString());
    expect(signed).toMatchObject({ org: 'org_demo', seq: expect.any(Number) });
    const exported = await house.api('op_alpha', 'GET', '/api/audit/export');
    const entry = (exported.body as string).split('\n')[signed.seq - 1]!;
    expect(JSON.parse(entry)).toMatchObject({ seq: signed.seq, hash: signed.hash });
  });

  it('events are retried by one retry loop after growing delays, with the same ids and a new signature, until the receiver accepts them', async () => {
    receiver.answer(503);
    const id = await propose();
    await house.turn('op_bravo', id);
    await settled();
    for (let tries = 1; tries < 5; tries++) {
      expect(receiver.posts).toHaveLength(tries);
      const [delivery] = await deliveries(id);
      const { finished_at } = delivery.tries.at(-1);
      const delay = Date.parse(new Date(delivery.next_attempt_at).toISOString()) - finished_at;
      const step = 5 * SECOND * 2 ** (tries - 1);
      expect(delay).toBeGreaterThanOrEqual(0.8 * step - SECOND);
      expect(delay).toBeLessThanOrEqual(step);
      if (tries === 4) receiver.answer(204);
      await house.advance(step);
    }
    expect(receiver.posts).toHaveLength(5);
    const ids = receiver.posts.map(({ headers }) => `${headers['service-event-id']} ${headers['service-delivery-id']}`);
    expect(new Set(ids).size).toBe(1);
    const times = receiver.posts.map(({ headers }) =>
      Number(/^t=(\d+)/.exec(String(headers['service-signature']))?.[1]),
    );
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(5);
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: 'delivered', receiver: 'callback', next_attempt_at: null });
    expect(delivery.tries.map((one: { status: number }) => one.status)).toEqual([503, 503, 503, 503, 204]);
    expect(house.running.loopStats().started).toBe(1);
  });
});
