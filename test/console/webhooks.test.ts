import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifySignature } from '../../src/protocol/signature';
import { heldToContract, openContract } from '../support/contract';
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
    const id = await house.denied();
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

/** operations getChat, setChat, removeChat, testChat, and what a chat is told (docs/decisions/chat.md) */
const contract = openContract('console');

describe('a chat', () => {
  const chat = openedOnce(openReceiver);
  const house = openedOnce(() => openHouse({ memory: true, demoPages: true }));
  beforeEach(() => {
    chat.answer(200);
    chat.posts.length = 0;
  });

  const call = async (method: string, path: string, body?: object, operator = 'op_alpha') => {
    const answered = await house.api(operator, method, path, body);
    contract.held(method, path, answered);
    return answered;
  };
  const set = (format = 'slack', url = `${chat.url}?token=s3cret`) => call('PUT', '/api/chat', { format, url });
  /** Waits until everything that followed is done. */
  const told = async () => {
    await house.messages('op_alpha');
    return chat.posts.map(({ json }) => json.blocks[0].text.text.replaceAll('\u2060', '') as string);
  };

  it('an organization has no chat at first, and nothing is posted', async () => {
    expect((await call('GET', '/api/chat')).body.chat).toBeNull();
    expect((await call('POST', '/api/chat/test', {})).status).toBe(404);
    const id = await house.proposed();
    await house.refuse('op_bravo', id);
    expect(await told()).toEqual([]);
  });

  it('a chat gets a message about a request, with a link and without a code, and about its verdict', async () => {
    expect((await set()).status).toBe(200);
    const id = await house.proposed({ summary: 'Pay <!channel> now', params: { account: 'DE89' } });
    const [asked] = await told();
    expect(asked).toContain('op_alpha requests the action demo.solo.');
    expect(asked).toContain('Pay &lt;!channel&gt; now');
    expect(asked).toMatch(/expires in 60 minutes/);
    expect(asked).toContain(`<${house.url}/requests/${id}|Open it in the console>`);
    for (const operator of ['op_bravo', 'op_charlie', 'op_delta']) {
      expect(chat.posts[0]!.body).not.toContain(await house.code(operator, id));
    }
    expect(chat.posts[0]!.body).not.toContain('DE89');
    await house.turn('op_bravo', id);
    const [, settled] = await told();
    expect(settled).toContain('Approved: ');
    expect(settled).toContain('There is nothing left to do.');
    expect(chat.posts).toHaveLength(2);
  });

  it('a chat gets a message at half of the time, shortly before the end and at the expiry, once each', async () => {
    const id = await house.proposed({ action: 'demo.deploy' });
    await house.turn('op_bravo', id);
    await told();
    await house.advance(31 * 60_000);
    await house.advance(10 * 60_000);
    const [, reminder, ...none] = await told();
    expect(reminder).toMatch(/^Expires in 29 minutes: /);
    expect(none).toEqual([]);
    await house.advance(14 * 60_000);
    await house.advance(2 * 60_000);
    const [, , warning, ...others] = await told();
    expect(warning).toMatch(/^Expires in 5 minutes: /);
    expect(warning).toContain('Waiting for op_charlie, op_delta.');
    expect(others).toEqual([]);
    await house.advance(4 * 60_000);
    expect((await told()).at(-1)).toMatch(/^Expired: /);
  });

  it('a message to a chat says what is unusual, and has no value of a param', async () => {
    for (let n = 0; n < 5; n++) await house.turn('op_bravo', await house.proposed({ params: { amount: '10' } }));
    await told();
    chat.posts.length = 0;
    // For ten minutes an instance remembers which requests it compares with.
    await house.advance(600_000);
    await house.api(
      'op_bravo',
      'POST',
      `/api/requests/${await house.proposed({ params: { amount: '500' } })}/refuse`,
      {},
    );
    await house.advance(600_000);
    await house.proposed({ params: { amount: '500' } });
    const asked = (await told()).filter((text) => text.startsWith('Approval requested'));
    expect(asked[0]).toContain('Unusual: the param amount is 50 times the highest approved before.');
    expect(asked[1]).toContain('Unusual: exactly this was requested before and denied.');
    expect(asked.join()).not.toMatch(/\b500\b/);
  });

  it('a chat gets a post again that it refused temporarily, and no post twice', async () => {
    chat.answer(503);
    const id = await house.proposed();
    await told();
    expect(chat.posts).toHaveLength(1);
    chat.answer(200);
    await house.advance(181_000);
    await told();
    await house.advance(181_000);
    expect(await told()).toHaveLength(2);
    await house.refuse('op_bravo', id);
    expect(await told()).toHaveLength(3);
  });

  it('a chat that fails does not delay mails, and gets no more retries after some minutes', async () => {
    chat.answer(500);
    const id = await house.proposed();
    expect(await house.code('op_bravo', id)).toMatch(/^\d{8}$/);
    for (let n = 0; n < 5; n++) await house.advance(181_000);
    await told();
    expect(chat.posts.length).toBeLessThanOrEqual(3);
    // After a final refusal there is no retry.
    chat.posts.length = 0;
    chat.answer(404);
    const refused = await house.proposed();
    for (let n = 0; n < 3; n++) await house.advance(181_000);
    await told();
    expect(chat.posts.filter(({ body }) => body.includes(refused))).toHaveLength(1);
  });

  it('a message that a chat refuses is one audit entry and a line on the page of webhooks, until the chat takes one', async () => {
    const kinds = async () => {
      const { entries } = (await call('GET', '/api/audit?limit=100')).body;
      return entries
        .map(({ kind }: { kind: string }) => kind)
        .filter((kind: string) => /^chat.(failing|working)/.test(kind));
    };
    const shown = async () => (await call('GET', '/api/chat')).body.chat.failing;
    await house.proposed();
    await house.advance(MINUTE);
    const before = (await kinds()).length;
    chat.answer(400);
    for (let n = 0; n < 2; n++) {
      await house.proposed();
      await house.advance(MINUTE);
    }
    const problem = 'The chat answered 400. Check the URL, or make a new one in the chat.';
    expect(await shown()).toEqual({ since: expect.any(Number), problem });
    expect((await kinds()).slice(before)).toEqual(['chat.failing']);
    chat.answer(200);
    await house.proposed();
    await house.advance(MINUTE);
    expect(await shown()).toBeNull();
    expect((await kinds()).slice(before)).toEqual(['chat.failing', 'chat.working']);
  });

  it('a chat gets a test message, and the console says why if it was not accepted', async () => {
    expect((await call('POST', '/api/chat/test', {})).body).toMatchObject({ taken: true, problem: null });
    expect(chat.posts[0]!.json.blocks[0].text.text).toContain('op_alpha sent this from the console');
    chat.answer(410);
    const { taken, problem } = (await call('POST', '/api/chat/test', {})).body;
    expect([taken, problem]).toEqual([false, 'The chat answered 410. Check the URL, or make a new one in the chat.']);
  });

  it.each([
    ['teams', (json: { type: string }) => json.type, 'message'],
    ['discord', (json: { flags: number }) => json.flags, 4],
  ])('a chat of %s gets messages in its own format', async (format, of, expected) => {
    await set(format);
    await call('POST', '/api/chat/test', {});
    expect(of(chat.posts[0]!.json)).toBe(expected);
    await set();
  });

  it('the URL of a chat is in no answer, no entry, no log and no message', async () => {
    const answers = await Promise.all([set(), call('GET', '/api/chat'), call('POST', '/api/chat/test', {})]);
    const audit = await call('GET', '/api/audit?limit=100');
    const messages = await house.messages('op_alpha');
    const log = readFileSync(join(house.running.demoFile, '../service.log'), 'utf8');
    expect(log).not.toBe('');
    expect(JSON.stringify([answers.map(({ body }) => body), audit.body, messages, log])).not.toContain('s3cret');
    expect(audit.body.entries.some(({ kind }: { kind: string }) => kind === 'chat.set')).toBe(true);
  });

  it('a chat can be this machine, whose mailbox page shows the posts', async () => {
    await set('teams', `${house.url}/local/chat`);
    expect((await call('POST', '/api/chat/test', {})).body.taken).toBe(true);
    const { body } = await house.send('GET', '/local/mailbox');
    expect(body).toContain('op_alpha sent this from the console');
    await set();
  });

  it('the URL of a chat is refused if the service may not post to it, and from operators who are not admins', async () => {
    for (const url of ['http://hooks.example.org/x', 'https://10.0.0.1/x', 'https://user:pw@hooks.example.org/', 'x']) {
      expect((await set('slack', url)).status).toBe(422);
    }
    for (const body of [{ format: 'irc', url: chat.url }, { format: 'slack' }, {}]) {
      expect((await call('PUT', '/api/chat', body)).status).toBe(400);
    }
    for (const [method, path] of [
      ['GET', '/api/chat'],
      ['DELETE', '/api/chat'],
      ['POST', '/api/chat/test'],
    ] as const) {
      expect((await call(method, path, method === 'POST' ? {} : undefined, 'op_bravo')).status).toBe(403);
    }
    expect((await call('PUT', '/api/chat', { format: 'slack', url: chat.url }, 'op_bravo')).status).toBe(403);
  });

  it('a removed chat gets no messages', async () => {
    expect((await call('DELETE', '/api/chat')).body.chat).toBeNull();
    expect((await call('DELETE', '/api/chat')).status).toBe(200);
    await house.proposed();
    expect(await told()).toEqual([]);
  });
});
