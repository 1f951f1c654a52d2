/** Requests and posts for the tests of consumers: as the service itself makes them. */
import { Webhook } from 'standardwebhooks';
import {
  type AuthorizationRequest,
  createTestEvent,
  createTestRequest,
  deriveCallbackKey,
  openIntent,
  operationHash,
  type RequestEvent,
  sealIntent,
  standardWebhookSecret,
  type TestRequest,
  verifyEvent,
} from '../../src/client';
import { openContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openReceiver } from '../support/receiver';

const contract = openContract('service');
const asAnswered = (request: AuthorizationRequest) =>
  contract.held('GET', `/v1/requests/${request.id}`, {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' }),
    body: JSON.parse(JSON.stringify({ server_now: 1, request })),
  });
const STATES = [
  ...['proposed', 'notified', 'staging', 'authorized', 'executing'],
  ...['succeeded', 'failed', 'expired', 'aborted', 'denied'],
] as const;

describe('createTestRequest', () => {
  it.each(STATES)('createTestRequest makes a request that is %s with everything that this state has', (state) => {
    const request = createTestRequest({ state });
    asAnswered(request);
    const isOpen = ['proposed', 'notified', 'staging'].includes(state);
    const isAuthorized = ['authorized', 'executing', 'succeeded', 'failed'].includes(state);
    const isLive = isOpen || ['authorized', 'executing'].includes(state);
    expect(request).toMatchObject({
      ...{ state, live: isLive, outcome: isOpen ? null : isAuthorized ? 'authorized' : state, intent: null },
      approvers: isAuthorized ? [expect.any(String)] : [],
      decided_at: isLive ? null : expect.any(Number),
      operation_hash: operationHash(request.action, request.params),
      execution: { state: 'none', execute_by: null },
    });
  });

  it.each(['pending', 'claimed', 'succeeded', 'failed'] as const)(
    'createTestRequest makes an authorized request whose execution is %s, with an intent',
    (state) => {
      const request = createTestRequest({ execution: { state } });
      asAnswered(request);
      const { execution } = request;
      expect(request).toMatchObject({
        outcome: 'authorized',
        state: 'succeeded',
        params: { intent: expect.any(String) },
      });
      expect(execution.claimed_at === null).toBe(state === 'pending');
      expect(execution.reported_at === null).toBe(!['succeeded', 'failed'].includes(state));
      expect([execution.reference !== null, execution.error !== null]).toEqual([
        state === 'succeeded',
        state === 'failed',
      ]);
      expect(execution.execute_by).toBeGreaterThan(Date.now());
      if (state === 'claimed') expect(execution.lease_expires_at).toBeGreaterThan(Date.now());
    },
  );

  it.each(['authorized', 'denied', 'expired', 'aborted'] as const)(
    'createTestRequest derives the state from the outcome %s',
    (outcome) => {
      expect(createTestRequest({ outcome }).state).toBe(outcome === 'authorized' ? 'succeeded' : outcome);
    },
  );

  it('createTestRequest makes an open request by default, and keeps what is passed', () => {
    expect(createTestRequest()).toMatchObject({ state: 'notified', outcome: null });
    const given = { id: `req_${'1'.repeat(24)}`, requester: 'op_alpha', approvers: ['op_b', 'op_c'], created_at: 5 };
    expect(createTestRequest({ outcome: 'authorized', ...given })).toMatchObject({ ...given, decided_at: 60_005 });
    expect(createTestRequest({ operation_hash: 'sha256:other' }).operation_hash).toBe('sha256:other');
  });

  it('createTestRequest accepts a sealed intent that a worker can open', () => {
    const keys = [Buffer.alloc(32, 7).toString('base64')];
    const action = 'refund';
    const { intent, digest } = sealIntent({ keys, action, client: 'billing', method: 'refund', args: ['ch_1'] });
    const request = createTestRequest({
      outcome: 'authorized',
      action,
      intent,
      params: { charge: 'ch_1', intent: digest },
    });
    asAnswered(request);
    expect(request.execution.state).toBe('pending');
    expect(openIntent({ keys, request })).toMatchObject({ ok: true, value: { intent: { args: ['ch_1'] } } });
  });

  it.each<[TestRequest, string]>([
    [{ state: 'succeeded', outcome: 'denied' }, 'No request in the state "succeeded" has this `outcome`.'],
    [{ state: 'denied', live: true }, 'No request in the state "denied" has this `live`.'],
    [{ state: 'notified', approvers: ['op_b'] }, 'No request in the state "notified" has this `approvers`.'],
    [{ outcome: 'authorized', approvers: [] }, 'No request in the state "succeeded" has this `approvers`.'],
    [{ state: 'staging', decided_at: 5 }, 'No request in the state "staging" has this `decided_at`.'],
    [
      { outcome: 'denied', execution: { state: 'claimed' } },
      'No request in the state "denied" has this `execution.state`.',
    ],
    [
      { intent: createTestRequest({ execution: { state: 'pending' } }).intent, params: {} },
      'No request in the state "notified" has this `params.intent`.',
    ],
  ])('createTestRequest refuses what the service would never answer: %j', (overrides, sentence) => {
    expect(() => createTestRequest(overrides)).toThrow(new TypeError(sentence));
  });
});

describe('createTestEvent', () => {
  const event = (request: AuthorizationRequest): RequestEvent => ({
    id: `evt_${'1'.repeat(32)}`,
    type: 'request.denied',
    created_at: '2026-11-22T12:00:00.000Z',
    org: 'org_demo',
    data: { request },
  });

  it('createTestEvent has every header of a post of the service, and no other', async () => {
    const house = await openHouse({ memory: true });
    const receiver = await openReceiver();
    try {
      const { id } = (await house.propose({ callback_url: receiver.url })).body.request;
      // The head of the audit chain is published a minute later, and is in the posts from then on.
      await house.advance(120_000);
      await house.refuse('op_bravo', id);
      await receiver.got(1);
      const ofTransport = ['host', 'connection', 'content-length', 'user-agent', 'accept', 'accept-encoding'];
      const posted = Object.keys(receiver.posts[0]!.headers).filter((name) => !ofTransport.includes(name));
      const { headers } = createTestEvent(event(createTestRequest({ outcome: 'denied' })), { secret: 'whsec_x' });
      expect(Object.keys(headers).sort()).toEqual(posted.sort());
      expect(headers['service-audit-head']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/);
    } finally {
      await receiver.close();
      await house.stop();
    }
  });

  it.each([
    [{ secret: `whsec_${'s'.repeat(43)}` }, standardWebhookSecret(`whsec_${'s'.repeat(43)}`)],
    [{ apiKey: 'rak_x' }, standardWebhookSecret(deriveCallbackKey('rak_x'))],
  ])('createTestEvent verifies in both schemes: %#', (secrets, secret) => {
    const post = createTestEvent(event(createTestRequest({ outcome: 'denied' })), secrets);
    expect(verifyEvent({ ...post, ...secrets }).data.request.outcome).toBe('denied');
    expect(new Webhook(secret).verify(post.rawBody, { ...post.headers })).toMatchObject({ type: 'request.denied' });
  });
});
