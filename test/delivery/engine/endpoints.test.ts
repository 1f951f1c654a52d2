import { Webhook } from 'standardwebhooks';
import { HAS_TOOLS, loadTool } from '../../../scripts/support/tools';
import { verifyEvent } from '../../../src/client';
import { standardWebhookSecret } from '../../../src/protocol/standard-webhook-secret';
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { openReceiver, type Post, type Receiver } from '../../support/receiver';

interface Stripe {
  readonly webhooks: { constructEvent(body: string, header: string, secret: string): { readonly id: string } };
}
const verify = (rawBody: string, signature: string, secret: string) =>
  HAS_TOOLS
    ? (loadTool('stripe') as Stripe).webhooks.constructEvent(rawBody, signature, secret)
    : verifyEvent({ rawBody, signature, secret });

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const EVERY_TYPE = [
  'request.aborted',
  'request.authorized',
  'request.denied',
  'request.executed',
  'request.execution_failed',
  'request.expired',
  'request.failed',
];

describe('events at a webhook endpoint', () => {
  let house: House;
  let integration: Receiver;
  let receiver: Receiver;
  beforeAll(async () => {
    integration = await openReceiver();
    integration.answer(400);
    house = await openHouse({ memory: true, integrationUrl: integration.url });
  });
  afterAll(async () => {
    await house?.stop();
    await integration.close();
  });
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
  /** Waits until every event in progress has arrived in the mailbox. */
  const settled = () => house.messages('op_bravo');
  const add = async (fields: object = {}) => {
    const added = await admin('POST', '/api/webhooks', { url: receiver.url, ...fields });
    expect(added.status).toBe(201);
    return { id: added.body.endpoint.id as string, secret: added.body.secret as string };
  };
  const propose = async (fields: object = {}, token = house.running.demo.keys.proposer) => {
    const proposed = await house.propose(fields, { authorization: `Bearer ${token}` });
    expect(proposed.status).toBe(202);
    return proposed.body.request.id as string;
  };
  const deny = async (fields: object = {}) => {
    const id = await propose(fields);
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/refuse`)).status).toBe(200);
    await settled();
    return id;
  };
  const rotate = async (id: string, overlap_seconds?: number) => {
    const body = overlap_seconds === undefined ? {} : { overlap_seconds };
    return (await admin('POST', `/api/webhooks/${id}/rotate`, body)).body.secret as string;
  };
  const history = async (id: string) => (await admin('GET', `/api/webhooks/${id}/deliveries`)).body.deliveries;
  const retired = (id: string) => admin('DELETE', `/api/webhooks/${id}`);
  /** Verifies posts as receivers would: with the unmodified library of a payment company, or with ours where it is not installed. */
  const verifiedBy = (post: Post | undefined, ...secrets: string[]) =>
    secrets.map((secret) => {
      try {
        const header = String(post!.headers['service-signature']);
        return verify(post!.body, header, secret).id === post!.json.id;
      } catch {
        return false;
      }
    });
  /** Verifies posts with the unmodified library of Standard Webhooks, with the secret in the form that the console shows. */
  const verifiedByStandardWebhooks = (post: Post | undefined, secret: string): boolean => {
    const readers = [new Webhook(secret, { format: 'raw' }), new Webhook(standardWebhookSecret(secret))];
    const headers = post!.headers as Record<string, string>;
    // The library reads the machine's clock, and the service is on the runner's.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000);
    try {
      return readers.every((reader) => (reader.verify(post!.body, headers) as { id: string }).id === post!.json.id);
    } catch {
      return false;
    } finally {
      now.mockRestore();
    }
  };
  const signatures = (post: Post | undefined) => String(post?.headers['service-signature']).match(/v1=/g)?.length;

  it('an endpoint gets events of every type, each once, whichever key proposed the request', async () => {
    const { id: endpoint, secret } = await add();
    const made = await admin('POST', '/api/keys', { name: 'another proposer', scopes: ['propose'] });
    const tokens = [house.running.demo.keys.proposer, made.body.token as string];
    const fired = async (token: string) => {
      const denied = await propose({}, token);
      await house.api('op_bravo', 'POST', `/api/requests/${denied}/refuse`);
      const aborted = await propose({}, token);
      await house.api('op_bravo', 'POST', `/api/requests/${aborted}/abort`);
      const transfer = await propose({ action: 'demo.transfer' }, token);
      await house.turn('op_bravo', transfer);
      const ran: string[] = [];
      for (const status of ['succeeded', 'failed']) {
        const id = await propose({ params: { intent: DIGEST }, intent: ENVELOPE }, token);
        await house.turn('op_bravo', id);
        const { claim_id } = (await house.v1('worker', 'POST', `/v1/requests/${id}/claim`)).body;
        await house.v1('worker', 'POST', `/v1/requests/${id}/execution`, { claim_id, status });
        ran.push(id);
      }
      const expired = await propose({}, token);
      const [succeeded, failed] = ran;
      return [
        `request.denied ${denied}`,
        `request.aborted ${aborted}`,
        `request.authorized ${transfer}`,
        `request.failed ${transfer}`,
        `request.authorized ${succeeded}`,
        `request.executed ${succeeded}`,
        `request.authorized ${failed}`,
        `request.execution_failed ${failed}`,
        `request.expired ${expired}`,
      ];
    };
    const due = [...(await fired(tokens[0]!)), ...(await fired(tokens[1]!))];
    await house.advance(HOUR);
    const got = receiver.posts.map(({ json }) => `${json.type} ${json.data.request.id}`);
    expect(got.sort()).toEqual(due.sort());
    expect([...new Set(receiver.posts.map(({ headers }) => headers['service-event-type']))].sort()).toEqual(EVERY_TYPE);
    expect(receiver.posts.every((post) => verifiedBy(post, secret)[0])).toBe(true);
    expect(receiver.posts.every((post) => verifiedByStandardWebhooks(post, secret))).toBe(true);
    expect(verifiedByStandardWebhooks(receiver.posts[0], `${secret}x`)).toBe(false);
    await retired(endpoint);
  });

  it('an endpoint gets only events of the types that it takes, until it takes all', async () => {
    const { id: endpoint } = await add({ types: ['request.aborted', 'request.executed'] });
    await deny();
    const aborted = await propose();
    await house.api('op_bravo', 'POST', `/api/requests/${aborted}/abort`);
    const authorized = await propose();
    await house.turn('op_bravo', authorized);
    await settled();
    expect(receiver.posts.map(({ json }) => `${json.type} ${json.data.request.id}`)).toEqual([
      `request.aborted ${aborted}`,
    ]);
    const widened = await admin('PATCH', `/api/webhooks/${endpoint}`, { types: null });
    expect(widened.body.endpoint.types).toBeNull();
    await deny();
    expect(receiver.posts.map(({ json }) => json.type)).toEqual(['request.aborted', 'request.denied']);
    await retired(endpoint);
  });

  it('an endpoint and a callback get the same event id, each signed with its own secret and with its own delivery id', async () => {
    const callback = await openReceiver();
    const { id: endpoint, secret } = await add();
    try {
      await deny({ callback_url: callback.url });
      const [here, there] = [receiver.posts[0]!, callback.posts[0]!];
      expect([receiver.posts.length, callback.posts.length]).toEqual([1, 1]);
      expect(here.headers['service-event-id']).toBe(there.headers['service-event-id']);
      expect(here.headers['service-delivery-id']).not.toBe(there.headers['service-delivery-id']);
      expect(here.body).toBe(there.body);
      expect([...verifiedBy(here, secret), ...verifiedBy(there, secret)]).toEqual([true, false]);
    } finally {
      await callback.close();
      await retired(endpoint);
    }
  });

  it('posts are signed with both secrets during the overlap of a rotation, and only with the new one after it', async () => {
    const { id: endpoint, secret: old } = await add();
    const fresh = await rotate(endpoint, 3600);
    await deny();
    expect(signatures(receiver.posts.at(-1))).toBe(2);
    expect(verifiedBy(receiver.posts.at(-1), old, fresh)).toEqual([true, true]);
    expect([old, fresh].map((secret) => verifiedByStandardWebhooks(receiver.posts.at(-1), secret))).toEqual([
      true,
      true,
    ]);
    await house.advance(HOUR - 60 * SECOND);
    await deny();
    expect(verifiedBy(receiver.posts.at(-1), old, fresh)).toEqual([true, true]);
    await house.advance(60 * SECOND);
    await deny();
    expect(receiver.posts).toHaveLength(3);
    expect(signatures(receiver.posts.at(-1))).toBe(1);
    expect(verifiedBy(receiver.posts.at(-1), old, fresh)).toEqual([false, true]);
    await retired(endpoint);
  });

  it('posts are signed only with the new secret once the previous one is revoked, or if there was no overlap', async () => {
    const { id: endpoint, secret: first } = await add();
    const second = await rotate(endpoint, 86_400);
    await admin('POST', `/api/webhooks/${endpoint}/revoke-previous`);
    await deny();
    expect(verifiedBy(receiver.posts.at(-1), first, second)).toEqual([false, true]);
    const third = await rotate(endpoint);
    await deny();
    expect(signatures(receiver.posts.at(-1))).toBe(1);
    expect(verifiedBy(receiver.posts.at(-1), first, second, third)).toEqual([false, false, true]);
    await retired(endpoint);
  });

  it('events from before a rotation are retried under the new secret', async () => {
    const { id: endpoint, secret: old } = await add();
    receiver.answer(503);
    await deny();
    expect(verifiedBy(receiver.posts.at(-1), old)).toEqual([true]);
    const second = await rotate(endpoint, 3600);
    await house.advance(5 * SECOND);
    expect(receiver.posts).toHaveLength(2);
    expect(verifiedBy(receiver.posts.at(-1), old, second)).toEqual([true, true]);
    const third = await rotate(endpoint, 0);
    receiver.answer(200);
    await house.advance(10 * SECOND);
    expect(receiver.posts).toHaveLength(3);
    expect(verifiedBy(receiver.posts.at(-1), old, second, third)).toEqual([false, false, true]);
    expect(new Set(receiver.posts.map(({ headers }) => headers['service-delivery-id'])).size).toBe(1);
    await retired(endpoint);
  });

  it.each([
    ['disabled', 'endpoint_disabled', (id: string) => admin('PATCH', `/api/webhooks/${id}`, { enabled: false })],
    ['deleted', 'endpoint_deleted', retired],
  ])(
    'an endpoint that is %s gets no more posts: pending events fail at their next attempt, and the history stays',
    async (_, reason, end) => {
      const { id: endpoint } = await add();
      receiver.answer(503);
      const pending = await deny();
      expect((await end(endpoint)).status).toBe(200);
      expect(await history(endpoint)).toMatchObject([{ request_id: pending, state: 'pending' }]);
      receiver.answer(200);
      await deny();
      await house.advance(5 * SECOND);
      expect(receiver.posts).toHaveLength(1);
      expect(await history(endpoint)).toMatchObject([
        {
          request_id: pending,
          state: 'failed',
          reason,
          next_attempt_at: null,
          tries: [
            { n: 1, status: 503, outcome: 'refused', trigger: 'first' },
            { n: 2, status: null, outcome: 'not_sent', error: reason, trigger: 'retry' },
          ],
        },
      ]);
      await house.advance(HOUR);
      expect(receiver.posts).toHaveLength(1);
      expect(await history(endpoint)).toHaveLength(1);
    },
  );

  it('events that were fired while an endpoint was disabled are not sent when it is enabled again; later ones are', async () => {
    const { id: endpoint } = await add();
    await admin('PATCH', `/api/webhooks/${endpoint}`, { enabled: false });
    await deny();
    await admin('PATCH', `/api/webhooks/${endpoint}`, { enabled: true });
    await house.advance(HOUR);
    expect(receiver.posts).toHaveLength(0);
    const after = await deny();
    expect(receiver.posts.map(({ json }) => json.data.request.id)).toEqual([after]);
    await retired(endpoint);
  });
});
