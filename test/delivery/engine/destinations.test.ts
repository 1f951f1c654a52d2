/** Endpoints that are event buses or queues on AWS, from the console to the send (docs/decisions/aws-destinations.md). */

import { DEMO_ORG } from '../../../src/local/demo';
import type { ActionId } from '../../../src/protocol/identifiers';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import type { Destination } from '../../../src/service/delivery/rules/destination';
import type { OutgoingPost, PostOutcome } from '../../../src/service/receiver/ports';
import { type House, openHouse } from '../../support/house';
import { openedOnce } from '../../support/opened';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';

const QUEUE = 'arn:aws:sqs:eu-central-1:111122223333:approvals';
const BUS = 'arn:aws:events:eu-central-1:111122223333:event-bus/approvals';

describe('a destination on AWS', () => {
  let house: House;
  const sent: { readonly arn: string; readonly post: OutgoingPost }[] = [];
  let answer: PostOutcome = { kind: 'answered', status: 200, retryAfterSeconds: null };
  beforeAll(async () => {
    const send = async ({ arn }: Destination, post: OutgoingPost) => {
      sent.push({ arn, post });
      return answer;
    };
    const rules = { allowed: [{ account: '111122223333', region: 'eu-central-1' }] };
    house = await openHouse({ memory: true, destinations: { rules, sends: { send } } });
  });
  afterAll(() => house?.stop());
  beforeEach(() => {
    sent.splice(0);
    answer = { kind: 'answered', status: 200, retryAfterSeconds: null };
  });

  const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
  const settled = () => house.messages('op_bravo');
  const add = async (url: string) => {
    const added = await admin('POST', '/api/webhooks', { url });
    expect(added.status).toBe(201);
    await settled();
    return added.body.endpoint as { id: string; enabled: boolean; unverified: boolean };
  };
  const tokenIn = ({ post }: (typeof sent)[number]): string => JSON.parse(post.body).verification_token;
  const verify = (id: string, token: string) => admin('POST', `/api/webhooks/${id}/verify`, { token });
  const deny = async () => {
    const id = await house.denied();
    await settled();
    return id;
  };

  it('a destination on AWS is no chat', async () => {
    const refused = await admin('PUT', '/api/chat', { format: 'slack', url: QUEUE });
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('begin with https://')]);
    expect((await admin('GET', '/api/chat')).body.chat).toBeNull();
  });

  it('a destination on AWS gets a test event with a token when it is saved, and nothing else until the token is entered', async () => {
    const { id, enabled, unverified } = await add(QUEUE);
    expect([enabled, unverified]).toEqual([false, true]);
    expect(sent.map(({ arn, post }) => [arn, post.headers['Service-Event-Type'], post.org])).toEqual([
      [QUEUE, 'request.authorized', 'org_demo'],
    ]);
    expect(tokenIn(sent[0]!)).toMatch(/^verify_[\w-]{22}$/);
    await deny();
    expect(sent).toHaveLength(1);
    expect((await admin('PATCH', `/api/webhooks/${id}`, { enabled: true })).status).toBe(422);
    expect((await verify(id, 'verify_somethingelse')).status).toBe(422);
    expect((await admin('GET', `/api/webhooks/${id}`)).body.endpoint).toMatchObject({
      enabled: false,
      unverified: true,
    });
    await admin('DELETE', `/api/webhooks/${id}`);
  });

  it('the console shows the token of a destination to nobody, neither in the history of the test event nor in the audit log', async () => {
    const { id } = await add(QUEUE);
    const token = tokenIn(sent[0]!);
    const { deliveries } = (await admin('GET', `/api/webhooks/${id}/deliveries`)).body;
    const posted = await admin('GET', `/api/deliveries/${deliveries[0].id}/post?attempt=1`);
    expect(posted.body.posted).toBe(true);
    const shown = [posted.body, deliveries, (await admin('GET', '/api/audit/export')).body];
    expect(JSON.stringify(shown)).not.toContain(token);
    await admin('DELETE', `/api/webhooks/${id}`);
  });

  it('a confirmed destination gets every event, with the ids and the signature of a post, and the same retries', async () => {
    const { id } = await add(BUS);
    const verified = await verify(id, tokenIn(sent[0]!));
    expect(verified.body.endpoint).toMatchObject({ enabled: true, unverified: false });
    answer = {
      kind: 'answered',
      status: 400,
      retryAfterSeconds: null,
      error: 'AWS answered 400: AccessDeniedException',
    };
    const request = await deny();
    answer = { kind: 'answered', status: 200, retryAfterSeconds: null };
    await house.advance(5000);
    const events = sent.slice(1).map(({ post }) => JSON.parse(post.body));
    expect(events.map(({ type, data }) => [type, data.request.id])).toEqual(Array(2).fill(['request.denied', request]));
    expect(new Set(events.map((event) => event.id)).size).toBe(1);
    expect(events.every((event) => !('verification_token' in event))).toBe(true);
    expect(sent[1]!.post.headers).toMatchObject({
      'Service-Event-Id': events[0].id,
      'Service-Signature': expect.any(String),
    });
    const [delivery] = (await admin('GET', `/api/webhooks/${id}/deliveries`)).body.deliveries;
    expect(delivery.tries.map(({ error }: { error: string | null }) => error)).toEqual([
      'AWS answered 400: AccessDeniedException',
      null,
    ]);
    await admin('DELETE', `/api/webhooks/${id}`);
  });

  it('another test event has the same token, and the token works once', async () => {
    const { id } = await add(QUEUE);
    expect((await admin('POST', `/api/webhooks/${id}/test`, {})).status).toBe(202);
    await settled();
    expect(sent.map(tokenIn)).toEqual([tokenIn(sent[0]!), tokenIn(sent[0]!)]);
    expect((await verify(id, tokenIn(sent[0]!))).status).toBe(200);
    expect((await verify(id, tokenIn(sent[0]!))).status).toBe(422);
    const chain = String((await admin('GET', '/api/audit/export')).body);
    expect(chain).toContain(`"kind":"endpoint.verified","subject":"${id}"`);
    await admin('DELETE', `/api/webhooks/${id}`);
  });

  it('a destination in another account, region or service is refused when it is saved, with what is allowed, and every one as a callback', async () => {
    const refused = async (url: string) => (await admin('POST', '/api/webhooks', { url })).body.error;
    expect(await refused(QUEUE.replace('111122223333', '999999999999'))).toBe(
      'url: The deployment does not send to the AWS account 999999999999.',
    );
    expect(await refused(QUEUE.replace('eu-central-1', 'us-east-1'))).toMatch(/only in eu-central-1, not in us-east-1/);
    expect(await refused('arn:aws:sns:eu-central-1:111122223333:topic')).toMatch(/must be that of an event bus/);
    expect(await house.propose({ callback_url: QUEUE })).toMatchObject({ status: 422, body: { kind: 'refused' } });
    expect(sent).toEqual([]);
  });

  it('another organization that names the same destination gets its own token and session, which the first one cannot enter', async () => {
    const { id } = await add(QUEUE);
    const token = tokenIn(sent[0]!);
    const other = await house.api('op_echo', 'POST', '/api/webhooks', { url: QUEUE });
    await settled();
    expect(sent.map(({ post }) => post.org)).toEqual(['org_demo', 'org_four_eyes']);
    const cross = await house.api('op_echo', 'POST', `/api/webhooks/${other.body.endpoint.id}/verify`, { token });
    expect(cross.status).toBe(422);
    expect((await house.api('op_echo', 'POST', `/api/webhooks/${id}/verify`, { token })).status).toBe(404);
    await admin('DELETE', `/api/webhooks/${id}`);
  });
});

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the one call of a platform action', () => {
  let callback: Receiver;
  const integration = openedOnce(openReceiver);
  const house = openedOnce(() => openHouse({ integrationUrl: integration.url, memory: true }));
  beforeEach(async () => {
    integration.posts.splice(0);
    callback = await openReceiver();
  });
  afterEach(() => callback.close());

  const authorize = async () => {
    const id = await house.proposed({
      action: 'demo.transfer',
      params: { to: 'acct_1' },
      callback_url: callback.url,
    });
    await house.turn('op_bravo', id);
    await house.messages('op_bravo');
    return id;
  };
  const told = () => callback.posts.map(({ json }) => json.type);

  it('the call of an integration has the request id as its idempotency key, and ends the request succeeded', async () => {
    integration.answer(200);
    const id = await authorize();
    expect(integration.posts.map(({ headers }) => headers['idempotency-key'])).toEqual([id]);
    expect(integration.posts[0]!.json).toMatchObject({
      type: 'request.authorized',
      data: { request: { id, params: { to: 'acct_1' } } },
    });
    expect(await house.read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
    expect(told()).toEqual(['request.authorized']);
  });

  it('a failing integration call is retried while the request is executing and live, and the verdict is announced once', async () => {
    integration.answer(503);
    const id = await authorize();
    expect(await house.read(id)).toMatchObject({
      state: 'executing',
      outcome: 'authorized',
      live: true,
      decided_at: null,
    });
    await house.advance(5 * SECOND);
    integration.answer(200);
    await house.advance(10 * SECOND);
    expect(await house.read(id)).toMatchObject({ state: 'succeeded', live: false });
    expect(integration.posts).toHaveLength(3);
    expect(told()).toEqual(['request.authorized']);
  });

  it('an integration call that still fails one TTL after the verdict fails the request', async () => {
    integration.answer(503);
    const id = await authorize();
    await house.advance(HOUR - 60 * SECOND);
    expect((await house.read(id)).state).toBe('executing');
    await house.advance(60 * SECOND);
    expect(await house.read(id)).toMatchObject({ state: 'failed', live: false });
    await house.advance(60 * SECOND);
    expect(told().sort()).toEqual(['request.authorized', 'request.failed']);
    const calls = integration.posts.length;
    await house.advance(3 * HOUR);
    expect(integration.posts).toHaveLength(calls);
    const { deliveries } = (await house.api('op_alpha', 'GET', `/api/requests/${id}/deliveries`)).body;
    expect(deliveries.find(({ receiver }: { receiver: string }) => receiver === 'integration')).toMatchObject({
      state: 'failed',
    });
  });

  describe('of an action that the deployment does not declare', () => {
    const OWN = 'org.own' as ActionId;

    it('no call is made if the stored policy names an integration that the deployment has removed', async () => {
      const policy = {
        title: 'Own',
        roster: ['op_bravo'],
        quorum: { default: 1, min: 1, max: 1, selectable: false },
      };
      await house.api('op_alpha', 'PUT', `/api/actions/${OWN}`, policy);
      const config = createConfigStore(house.running.tables);
      const stored = (await config.action(DEMO_ORG, OWN))!;
      const changed = { ...stored.policy, version: 2, integration: 'demo.sink' };
      await config.saveAction(DEMO_ORG, { ...stored, revision: stored.revision + 1, policy: changed }, PERMIT);
      const shown = await house.api('op_alpha', 'GET', `/api/actions/${OWN}`);
      expect(shown.body.action).toMatchObject({ version: 2, integration: null });
      const id = await house.proposed({ action: OWN });
      await house.turn('op_bravo', id);
      await house.messages('op_bravo');
      expect(await house.read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
      await house.advance(HOUR);
      expect(integration.posts).toHaveLength(0);
    });
  });
});
