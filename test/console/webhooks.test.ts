import { verifySignature } from '../../src/protocol/signature';
import { heldToContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openedForEach, openedOnce } from '../support/opened';
import { openReceiver, type Post } from '../support/receiver';

const MINUTE = 60_000;

describe('webhook endpoints, as an admin keeps them', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));
  const receiver = openedForEach(openReceiver);

  const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
  const add = async (fields: object = {}) => {
    const added = await admin('POST', '/api/webhooks', { url: receiver.url, ...fields });
    expect(added.status).toBe(201);
    return added.body as { endpoint: { id: string }; secret: string };
  };
  /** A verdict, and everything that follows from it. */
  const denied = async (): Promise<string> => {
    const proposed = await house.propose();
    const id = proposed.body.request.id as string;
    expect((await house.refuse('op_bravo', id)).status).toBe(200);
    await house.advance(0);
    return id;
  };
  const signedUnder = (post: Post, key: string) => {
    const header = post.headers['service-signature'] as string;
    // The test clock runs ahead of the signature; its age is another test's matter.
    return verifySignature({ body: post.body, header, keys: [key], nowSeconds: 0, toleranceSeconds: Infinity }).ok;
  };
  const deliveriesOf = async (id: string) => (await admin('GET', `/api/webhooks/${id}/deliveries`)).body.deliveries;

  it('the secret of an endpoint is shown once, and signs the posts', async () => {
    const { endpoint, secret } = await add();
    expect(endpoint).toMatchObject({ url: receiver.url, types: null, enabled: true, created_at: expect.any(Number) });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const listed = await admin('GET', '/api/webhooks?limit=100');
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const request = await denied();
    expect(receiver.posts).toHaveLength(1);
    expect(signedUnder(receiver.posts[0]!, secret)).toBe(true);
    const [delivery] = await deliveriesOf(endpoint.id);
    expect(delivery).toMatchObject({
      event_type: 'request.denied',
      request_id: request,
      receiver: endpoint.id,
      state: 'delivered',
      tries: [{ n: 1, status: 200, outcome: 'delivered', trigger: 'first' }],
    });
    const ofRequest = await admin('GET', `/api/requests/${request}/deliveries`);
    expect(ofRequest.body.deliveries.map(({ id }: { id: string }) => id)).toContain(delivery.id);
  });

  it('the URL of an endpoint is refused if the service may not post to it', async () => {
    for (const url of ['http://10.0.0.7/hook', 'https://169.254.169.254/', 'ftp://acme.dev/', 'not a url']) {
      const refused = await admin('POST', '/api/webhooks', { url });
      expect(refused).toMatchObject({
        status: 422,
        body: { kind: 'refused', error: expect.stringContaining('url: ') },
      });
    }
  });

  it('a test event is marked as a test, and attempted once, and a disabled endpoint gets none', async () => {
    const { endpoint, secret } = await add();
    receiver.answer(500);
    const sent = await admin('POST', `/api/webhooks/${endpoint.id}/test`, { type: 'request.expired' });
    expect(sent).toMatchObject({ status: 202, body: { delivery: { test: true, event_type: 'request.expired' } } });
    await house.advance(10 * MINUTE);
    expect(receiver.posts).toHaveLength(1);
    expect(signedUnder(receiver.posts[0]!, secret)).toBe(true);
    expect(JSON.parse(receiver.posts[0]!.body).type).toBe('request.expired');
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { state: 'failed', test: true, tries: [{ trigger: 'test' }] },
    ]);
    const disabled = await admin('PATCH', `/api/webhooks/${endpoint.id}`, { enabled: false });
    expect(disabled.body.endpoint.enabled).toBe(false);
    expect(await admin('POST', `/api/webhooks/${endpoint.id}/test`)).toMatchObject({
      status: 422,
      body: { kind: 'refused' },
    });
  });

  it('each attempt shows exactly what it posted, also after the request has changed', async () => {
    const { endpoint } = await add();
    receiver.answer(503);
    const id = await house.authorizedIntent();
    await house.messages('op_bravo');
    await house.claim(id);
    receiver.answer(200);
    await house.advance(MINUTE);
    const delivery = (await deliveriesOf(endpoint.id)).at(-1);
    const [first, second] = receiver.posts.filter((post) => post.headers['service-delivery-id'] === delivery.id);
    for (const [attempt, post] of [first!, second!].entries()) {
      const { body: shown } = await admin('GET', `/api/deliveries/${delivery.id}/post?attempt=${attempt + 1}`);
      expect(shown).toMatchObject({ posted: true, body: post.body });
      const received = Object.entries(shown.headers).map(([name]) => [name, post.headers[name.toLowerCase()]]);
      expect(Object.fromEntries(received)).toEqual(shown.headers);
      expect(shown.headers['Service-Signature']).toBe(post.headers['service-signature']);
    }
    expect(first!.body).not.toBe(second!.body);
    const none = await admin('GET', `/api/deliveries/${delivery.id}/post?attempt=3`);
    expect(none.body.posted).toBe(false);
    expect(Object.keys(none.body.headers)).not.toContain('Service-Signature');
    expect((await admin('GET', `/api/deliveries/${delivery.id}/post?attempt=0`)).status).toBe(400);
  });

  it('only admins of the organization see what a delivery will post, without a signature', async () => {
    const { endpoint } = await add();
    await denied();
    const [delivery] = await deliveriesOf(endpoint.id);
    const { status, body } = await admin('GET', `/api/deliveries/${delivery.id}/post`);
    expect(status).toBe(200);
    expect(body.body).toBe(receiver.posts[0]!.body);
    expect(body.headers['Service-Delivery-Id']).toBe(delivery.id);
    expect(Object.keys(body.headers)).not.toContain('Service-Signature');
    expect((await house.api('op_bravo', 'GET', `/api/deliveries/${delivery.id}/post`)).status).toBe(403);
    expect((await admin('GET', `/api/deliveries/dlv_${'0'.repeat(24)}/post`)).status).toBe(404);
  });

  it('a deleted endpoint keeps its history, and is not listed', async () => {
    const { endpoint } = await add();
    await denied();
    expect((await admin('DELETE', `/api/webhooks/${endpoint.id}`)).body.endpoint.deleted_at).toEqual(
      expect.any(Number),
    );
    expect(await deliveriesOf(endpoint.id)).toHaveLength(1);
    const ids = (await admin('GET', '/api/webhooks?limit=100')).body.endpoints.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(endpoint.id);
    for (const path of ['', '/rotate', '/test']) {
      const method = path === '' ? 'PATCH' : 'POST';
      const answer = await admin(method, `/api/webhooks/${endpoint.id}${path}`, path === '' ? { enabled: true } : {});
      expect(answer).toMatchObject({ status: 404, body: { kind: 'not_found' } });
    }
  });

  it('the list of endpoints has pages, and no list accepts a cursor that no page gave', async () => {
    await add();
    await add();
    const first = (await admin('GET', '/api/webhooks?limit=1')).body;
    expect(first.endpoints).toHaveLength(1);
    const second = (await admin('GET', `/api/webhooks?limit=1&cursor=${first.cursor}`)).body;
    expect(second.endpoints[0].id).not.toBe(first.endpoints[0].id);
    const { endpoint } = await add();
    for (const path of ['/api/webhooks', `/api/webhooks/${endpoint.id}/deliveries`, '/api/requests']) {
      expect(await admin('GET', `${path}?cursor=nonsense`)).toMatchObject({ status: 400, body: { kind: 'invalid' } });
    }
  });
});
