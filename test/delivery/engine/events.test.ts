/** Events at callbacks and at webhook endpoints, from the verdict to the post, over the complete service. */
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { version } from '../../../packages/client/package.json';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import { deriveCallbackKey, verifySignature } from '../../../src/protocol/signature';
import { standardWebhookSecret } from '../../../src/protocol/standard-webhook-secret';
import { type House, openHouse, SEALED } from '../../support/house';
import { openedForEach, openedOnce } from '../../support/opened';
import { openReceiver, type Post } from '../../support/receiver';

/** As receivers verify: with the unmodified library of a payment company. */
const verify = (rawBody: string, signature: string, secret: string) =>
  Stripe.webhooks.constructEvent(rawBody, signature, secret);

const SECOND = 1000;
const HOUR = 3600 * SECOND;

let house: House;
const integration = openedOnce(openReceiver);
beforeAll(async () => {
  integration.answer(400);
  house = await openHouse({ memory: true, integrationUrl: integration.url });
});
afterAll(() => house?.stop());
const receiver = openedForEach(openReceiver);
afterEach(async () => {
  const { endpoints } = (await admin('GET', '/api/webhooks')).body;
  await Promise.all(endpoints.map(({ id }: { id: string }) => admin('DELETE', `/api/webhooks/${id}`)));
});

const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
/** Waits until every event in progress has arrived in the mailbox. */
const settled = () => house.messages('op_bravo');
const denied = async (fields?: object) => {
  const id = await house.denied(fields);
  await settled();
  return id;
};
const header = (name: string, posts = receiver.posts) => new Set(posts.map(({ headers }) => headers[name]));
const told = () => receiver.posts.map(({ json }) => `${json.type} ${json.data.request.id}`);
const deliveriesOf = async (path: string) => (await admin('GET', `${path}/deliveries`)).body.deliveries;

describe('events at a callback URL', () => {
  it('events arrive once at a callback URL, signed under the key that proposed, with the request as GET returns it and the head of the audit chain, and start no retry loop', async () => {
    const id = await house.proposed({ callback_url: receiver.url });
    await house.turn('op_bravo', id);
    await settled();
    expect(told()).toEqual([`request.authorized ${id}`]);
    const { body, headers, json } = receiver.posts[0]!;
    const keys = [deriveCallbackKey(house.running.demo.keys.proposer)];
    const nowSeconds = Math.floor((await house.advance(0)) / 1000);
    expect(verifySignature({ body, header: String(headers['service-signature']), keys, nowSeconds }).ok).toBe(true);
    // Libraries of Standard Webhooks also use the raw bytes of the derived key.
    expect(new Webhook(standardWebhookSecret(keys[0]!)).verify(body, headers as Record<string, string>)).toEqual(json);
    const request = await house.read(id);
    expect(json).toEqual({
      id: headers['service-event-id'],
      type: 'request.authorized',
      created_at: new Date(request.decided_at).toISOString(),
      org: 'org_demo',
      data: { request },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['service-delivery-id']).toMatch(/^dlv_[0-9a-f]{24}$/);
    expect(house.running.loopStats()).toMatchObject({ started: 0, transitions: 0 });

    await denied({ callback_url: receiver.url });
    const jws = String(receiver.posts[1]!.headers['service-audit-head']);
    const signed = JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString());
    const entry = String((await admin('GET', '/api/audit/export')).body).split('\n')[signed.seq - 1]!;
    expect(JSON.parse(entry)).toMatchObject({ seq: signed.seq, hash: signed.hash });
  });

  it('events are retried by one retry loop after growing delays, with the same ids and a new signature, until the receiver accepts them', async () => {
    receiver.answer(503);
    const path = `/api/requests/${await denied({ callback_url: receiver.url })}`;
    for (let tries = 1; tries < 4; tries++) {
      expect(receiver.posts).toHaveLength(tries);
      const [{ next_attempt_at, tries: made }] = await deliveriesOf(path);
      const step = 5 * SECOND * 2 ** (tries - 1);
      const delay = next_attempt_at - made.at(-1).finished_at;
      expect([delay >= 0.8 * step - SECOND, delay <= step]).toEqual([true, true]);
      if (tries === 3) receiver.answer(204);
      await house.advance(step);
    }
    expect([header('service-event-id').size, header('service-delivery-id').size]).toEqual([1, 1]);
    expect(header('service-signature').size).toBe(4);
    const [delivery] = await deliveriesOf(path);
    expect(delivery).toMatchObject({ state: 'delivered', receiver: 'callback', next_attempt_at: null });
    expect(delivery.tries.map(({ status }: { status: number }) => status)).toEqual([503, 503, 503, 204]);
    expect(house.running.loopStats().started).toBe(1);
  });
});

it('a firewall that refuses requests without a User-Agent takes posts to a callback, an endpoint, an integration and a chat, which name the release', async () => {
  const seen: Record<string, string | undefined> = {};
  const firewall = (place: string) => (request: IncomingMessage, response: ServerResponse) => {
    seen[place] = request.headers['user-agent'];
    response.writeHead(seen[place] === undefined ? 403 : 204).end();
  };
  const others = { endpoint: await openReceiver(), chat: await openReceiver() };
  try {
    receiver.answer(firewall('callback'));
    integration.answer(firewall('integration'));
    for (const [place, { answer }] of Object.entries(others)) answer(firewall(place));
    await admin('POST', '/api/webhooks', { url: others.endpoint.url });
    await admin('PUT', '/api/chat', { format: 'slack', url: others.chat.url });
    const fields = { action: 'demo.transfer', params: { to: 'acct_1' }, callback_url: receiver.url };
    const id = await house.proposed(fields);
    await house.turn('op_bravo', id);
    await settled();
    const agent = `request-authorization-service/${version}`;
    expect(seen).toEqual({ callback: agent, endpoint: agent, integration: agent, chat: agent });
    const deliveries: { readonly state: string }[] = await deliveriesOf(`/api/requests/${id}`);
    expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  } finally {
    integration.answer(400);
    await admin('DELETE', '/api/chat');
    await Promise.all(Object.values(others).map(({ close }) => close()));
  }
});

describe('events at a webhook endpoint', () => {
  const add = async (fields: object = {}) => {
    const added = await admin('POST', '/api/webhooks', { url: receiver.url, ...fields });
    expect(added.status).toBe(201);
    return { path: `/api/webhooks/${added.body.endpoint.id}`, secret: added.body.secret as string };
  };
  const rotate = async (path: string, overlap_seconds?: number) =>
    (await admin('POST', `${path}/rotate`, { overlap_seconds })).body.secret as string;
  /** Receivers read their own clock, and the service is on the runner's, which these tests move. */
  const isVerified = ({ headers, json }: Post, event: () => { readonly id: string }): boolean => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000);
    try {
      return event().id === json.id;
    } catch {
      return false;
    } finally {
      now.mockRestore();
    }
  };
  const verified = (post: Post, ...secrets: string[]) =>
    secrets.map((secret) =>
      isVerified(post, () => verify(post.body, String(post.headers['service-signature']), secret)),
    );
  /** By which of these secrets the last post is signed. */
  const signedBy = (...secrets: string[]) => verified(receiver.posts.at(-1)!, ...secrets);
  /** With the unmodified library of Standard Webhooks, with the secret in the form that the console shows. */
  const verifiedByStandardWebhooks = (post: Post, secret: string): boolean => {
    const readers = [new Webhook(secret, { format: 'raw' }), new Webhook(standardWebhookSecret(secret))];
    const headers = post.headers as Record<string, string>;
    return readers.every((reader) => isVerified(post, () => reader.verify(post.body, headers) as { id: string }));
  };

  it('an endpoint gets events of every type, each once, whichever key proposed the request', async () => {
    const { secret } = await add();
    const made = await admin('POST', '/api/keys', { name: 'another proposer', scopes: ['propose'] });
    const due: string[] = [];
    for (const token of [house.running.demo.keys.proposer, made.body.token]) {
      const propose = (fields: object = {}) => house.proposed(fields, { authorization: `Bearer ${token}` });
      const [refused, aborted, expired] = [await propose(), await propose(), await propose()];
      await house.refuse('op_bravo', refused);
      await house.abort('op_bravo', aborted);
      due.push(`request.denied ${refused}`, `request.aborted ${aborted}`, `request.expired ${expired}`);
      const transfer = await propose({ action: 'demo.transfer' });
      await house.turn('op_bravo', transfer);
      due.push(`request.authorized ${transfer}`, `request.failed ${transfer}`);
      for (const [status, type] of [
        ['succeeded', 'request.executed'],
        ['failed', 'request.execution_failed'],
      ]) {
        const id = await propose(SEALED);
        await house.turn('op_bravo', id);
        await house.report(id, { claim_id: (await house.claim(id)).body.claim_id, status });
        due.push(`request.authorized ${id}`, `${type} ${id}`);
      }
    }
    await house.advance(HOUR);
    expect(told().sort()).toEqual(due.sort());
    expect([...header('service-event-type')].sort()).toEqual([...EVENT_TYPES].sort());
    for (const post of receiver.posts)
      expect([...verified(post, secret), verifiedByStandardWebhooks(post, secret)]).toEqual([true, true]);
    expect(verifiedByStandardWebhooks(receiver.posts[0]!, `${secret}x`)).toBe(false);
  });

  it('an endpoint gets only events of the types that it takes, until it takes all', async () => {
    const { path } = await add({ types: ['request.aborted', 'request.executed'] });
    await denied();
    const aborted = await house.proposed();
    await house.abort('op_bravo', aborted);
    await settled();
    expect(told()).toEqual([`request.aborted ${aborted}`]);
    expect((await admin('PATCH', path, { types: null })).body.endpoint.types).toBeNull();
    const next = await denied();
    expect(told().slice(1)).toEqual([`request.denied ${next}`]);
  });

  it('an endpoint and a callback get the same event id, each signed with its own secret and with its own delivery id', async () => {
    const callback = await openReceiver();
    const { secret } = await add();
    await denied({ callback_url: callback.url }).finally(() => callback.close());
    const both = [receiver.posts[0]!, callback.posts[0]!] as const;
    expect([receiver.posts.length, callback.posts.length, both[0].body]).toEqual([1, 1, both[1].body]);
    expect([header('service-event-id', [...both]).size, header('service-delivery-id', [...both]).size]).toEqual([1, 2]);
    expect(both.map((post) => verified(post, secret)[0])).toEqual([true, false]);
  });

  it('posts are signed with both secrets during the overlap of a rotation, and only with the new one after it, or once the previous one is revoked', async () => {
    const { path, secret: first } = await add();
    const second = await rotate(path, 3600);
    await house.advance(HOUR - 60 * SECOND);
    await denied();
    expect(signedBy(first, second)).toEqual([true, true]);
    for (const secret of [first, second]) expect(verifiedByStandardWebhooks(receiver.posts.at(-1)!, secret)).toBe(true);
    await house.advance(60 * SECOND);
    await denied();
    expect(signedBy(first, second)).toEqual([false, true]);
    expect(String(receiver.posts.at(-1)!.headers['service-signature']).match(/v1=/g)).toHaveLength(1);
    const third = await rotate(path, 86_400);
    await admin('POST', `${path}/revoke-previous`);
    await denied();
    expect(signedBy(second, third)).toEqual([false, true]);
    // Events from before a rotation are retried under the new secret.
    receiver.answer(503);
    await denied();
    const fourth = await rotate(path);
    receiver.answer(200);
    await house.advance(5 * SECOND);
    expect([receiver.posts.length, ...signedBy(third, fourth)]).toEqual([5, false, true]);
  });

  it.each([
    ['disabled', 'endpoint_disabled', (path: string) => admin('PATCH', path, { enabled: false })],
    ['deleted', 'endpoint_deleted', (path: string) => admin('DELETE', path)],
  ])(
    'an endpoint that is %s gets no more posts: pending events fail at their next attempt, and the history stays',
    async (_, reason, end) => {
      const { path } = await add();
      receiver.answer(503);
      const pending = await denied();
      expect((await end(path)).status).toBe(200);
      expect(await deliveriesOf(path)).toMatchObject([{ request_id: pending, state: 'pending' }]);
      receiver.answer(200);
      await denied();
      await house.advance(HOUR);
      expect(receiver.posts).toHaveLength(1);
      const tries = [
        { n: 1, status: 503, outcome: 'refused', trigger: 'first' },
        { n: 2, status: null, outcome: 'not_sent', error: reason, trigger: 'retry' },
      ];
      const failed = { request_id: pending, state: 'failed', reason, next_attempt_at: null, tries };
      expect(await deliveriesOf(path)).toMatchObject([failed]);
    },
  );

  it('events that were fired while an endpoint was disabled are not sent when it is enabled again; later ones are', async () => {
    const { path } = await add();
    await admin('PATCH', path, { enabled: false });
    await denied();
    await admin('PATCH', path, { enabled: true });
    await house.advance(HOUR);
    expect(receiver.posts).toHaveLength(0);
    expect([`request.denied ${await denied()}`]).toEqual(told());
  });
});

describe('the guard around every post', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['https://10.1.2.3/hook', /10\.1\.2\.3 is not public.*Use a host on the internet/],
    ['http://hooks.customer.com/', /use "https:\/\/"/],
    ['https://metadata.google.internal/', /use a name in public DNS/],
  ])('saving %s as an endpoint or a callback is refused, with the reason', async (url, reason) => {
    const refused = { status: 422, body: { kind: 'refused', error: expect.stringMatching(reason) } };
    expect(await admin('POST', '/api/webhooks', { url })).toMatchObject(refused);
    expect(await house.propose({ callback_url: url })).toMatchObject(refused);
  });

  it('a delivery fails for good if its name was public at the save and has a private address at the connection', async () => {
    let connections = 0;
    const inside = net.createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const url = `https://hooks.customer.com:${(inside.address() as net.AddressInfo).port}/hook`;
    const lookUp = jest.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['8.8.8.8', '10.9.8.7']);
    jest.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([]);
    const refused = await admin('POST', '/api/webhooks', { url });
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringMatching(/^(?!.*10\.9).*not public/)]);
    lookUp.mockResolvedValue(['93.184.215.14']);
    const added = await admin('POST', '/api/webhooks', { url });
    expect(added.status).toBe(201);
    lookUp.mockResolvedValue(['127.0.0.1']).mockClear();
    const id = await denied({ callback_url: url });
    await house.advance(HOUR);
    const deliveries = await deliveriesOf(`/api/requests/${id}`);
    const receivers = deliveries.map((each: { receiver: string }) => each.receiver);
    expect(receivers.sort()).toEqual(['callback', added.body.endpoint.id].sort());
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ state: 'failed', reason: 'refused_address', next_attempt_at: null });
      expect(delivery.tries).toEqual([expect.objectContaining({ n: 1, status: null, outcome: 'refused_address' })]);
    }
    // One look-up for each of the two tries, and none after them.
    expect([lookUp.mock.calls.length, connections]).toEqual([2, 0]);
    inside.close();
  });
});
