/** What a post of an event has in it, and which keys sign it. */

import type { ApiKeyId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { signEvent } from '../../src/protocol/signature';
import type { ConfigStore } from '../../src/service/configuration/ports';
import type { Endpoint } from '../../src/service/configuration/rules/items';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { attemptDelivery, firstAttempt } from '../../src/service/delivery/use-cases/attempt-delivery';
import { withCallbackKeys } from '../../src/service/delivery/use-cases/callback-keys';
import { composePost, unsignedPost } from '../../src/service/delivery/use-cases/compose-post';
import {
  continueDelivery,
  createDeliveries,
  deliveryMessage,
  sendDeliveries,
} from '../../src/service/delivery/use-cases/hand-over';
import { redeliver, testWebhook } from '../../src/service/delivery/use-cases/send-by-hand';
import { noticesOf } from '../../src/service/notice/rules/notices';
import { queueNotices } from '../../src/service/transport/use-cases/dispatch';
import { anApiKey, anApiToken } from '../store/conformance/config-items';
import { aRequest, at, hours, ORG } from '../support/builders';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';
import { aDelivery, DENIED, HOOK, NOW, openStage, type Stage } from '../support/stage';

const stage = openedForEach(openStage);

async function compose(delivery: Delivery = aDelivery()) {
  const composed = await composePost(stage.deps, delivery, NOW);
  if (composed.kind !== 'post') throw new Error(composed.reason);
  return composed;
}

it('a post names its event and its delivery, and has the last published head of the audit chain', async () => {
  const delivery = aDelivery();
  const { headers, body } = (await compose(delivery)).post;
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'Service-Event-Id': delivery.eventId,
    'Service-Event-Type': 'request.denied',
    'Service-Delivery-Id': delivery.id,
    'Webhook-Id': delivery.eventId,
    'Service-Audit-Head': 'jws',
    'Service-Signature': expect.stringMatching(new RegExp(`^t=${NOW / 1000},v1=[0-9a-f]{64}$`)),
  });
  expect(JSON.parse(body)).toMatchObject({ id: delivery.eventId, type: 'request.denied' });
});

it.each<[string, () => Promise<string | null>, string[]]>([
  ['no head was published', async () => null, []],
  ['the head cannot be read', () => Promise.reject(new RangeError('down')), ['RangeError']],
  ['the reading of the head throws a text', () => Promise.reject('down'), ['unknown']],
])('a post goes out without the head if %s', async (_, headJws, errors) => {
  stage.deps.headJws = headJws;
  expect(Object.keys((await compose()).post.headers)).not.toContain('Service-Audit-Head');
  expect(stage.warned).toEqual(errors.map((error) => ['a post goes out without the audit head', { error }]));
});

it('a post to a callback is signed with the key of the token that made the request', async () => {
  const token = anApiToken('h', { sealedCallbackKey: 'APIKEY#key_1#callback_key#1: the key' });
  await stage.deps.config.saveApiKey(anApiKey(ORG, { tokens: [token] }), PERMIT);
  await stage.put({ ...DENIED, callback: { url: 'https://x.dev/cb', keyId: 'key_1' as ApiKeyId, token: 1 } });
  const { endpoint, post } = await compose(aDelivery({ receiver: 'callback' }));
  expect([endpoint, post.url]).toEqual([null, 'https://x.dev/cb']);
  const keys = [Buffer.from('the key')];
  expect(post.headers['Service-Signature']).toBe(signEvent({ body: post.body, keys, tSeconds: NOW / 1000 }));
});

it('only the test event of a destination that is not verified has its token, which people are not shown', async () => {
  await stage.endpoint({ enabled: false, sealedToken: `ENDPOINT#${HOOK}#token: the token` });
  const { post, kept } = await compose(aDelivery({ test: true }));
  expect(JSON.parse(post.body).verification_token).toBe('the token');
  expect(kept.body).not.toContain('verification_token');
  await expect(compose()).rejects.toThrow('endpoint_disabled');
  await stage.endpoint({ sealedToken: null });
  expect((await compose(aDelivery({ test: true }))).post.body).not.toContain('verification_token');
});

it('the post that people read before an attempt has no signature, and there is none for a request that is gone', async () => {
  const shown = await unsignedPost(stage.deps, aDelivery());
  expect(Object.keys(shown!.headers).sort()).toEqual([
    'Content-Type',
    'Service-Delivery-Id',
    'Service-Event-Id',
    'Service-Event-Type',
  ]);
  expect(await unsignedPost(stage.deps, aDelivery({ requestId: 'req_gone' as RequestId }))).toBeNull();
});

/** The API keys that sign callbacks, as an instance that posts remembers them. */
const KEY = 'key_1' as ApiKeyId;

let nowMs = NOW;
function reading(...answers: (object | null | Error)[]) {
  let reads = 0;
  const apiKey = async () => {
    const answer = answers[reads++] ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { config: withCallbackKeys({ apiKey } as unknown as ConfigStore, { nowMs: () => nowMs }), reads: () => reads };
}

describe('an API key that signs callbacks', () => {
  it('an instance reads the API key that signs callbacks once, however many callbacks it posts', async () => {
    const { config, reads } = reading({ id: KEY });
    for (let n = 0; n < 3; n++) expect(await config.apiKey(ORG, KEY)).toEqual({ id: KEY });
    expect(reads()).toBe(1);
  });

  it('an instance reads the API key that signs callbacks for each organization separately', async () => {
    const { config, reads } = reading({ org: 'ours' }, { org: 'theirs' });
    expect(await config.apiKey(ORG, KEY)).toEqual({ org: 'ours' });
    expect(await config.apiKey('org_other' as OrgId, KEY)).toEqual({ org: 'theirs' });
    expect(reads()).toBe(2);
  });

  it('an instance reads the API key again if it was missing or the read failed', async () => {
    const { config } = reading(null, new Error('down'), { id: KEY });
    expect(await config.apiKey(ORG, KEY)).toBeNull();
    await expect(config.apiKey(ORG, KEY)).rejects.toThrow('down');
    expect(await config.apiKey(ORG, KEY)).toEqual({ id: KEY });
  });

  it('an instance reads the API key again after a minute, and at once for a token that it does not know', async () => {
    const keys = [1, 2, 3].map((count) => ({ tokens: Array.from({ length: count }, (_, n) => ({ number: n + 1 })) }));
    const { config, reads } = reading(...keys);
    expect(await config.apiKey(ORG, KEY, 1)).toBe(keys[0]);
    nowMs += 60_000 - 1;
    expect(await config.apiKey(ORG, KEY, 1)).toBe(keys[0]);
    expect(await config.apiKey(ORG, KEY, 2)).toBe(keys[1]);
    nowMs += 60_000;
    expect([await config.apiKey(ORG, KEY, 1), reads()]).toEqual([keys[2], 3]);
  });

  it('the callback of a request that a new token made is posted by an instance that knows the API key from before the rotation', async () => {
    const stage = await openStage();
    const tokens = [1, 2].map((number) =>
      anApiToken(`hash ${number}`, { number, sealedCallbackKey: `APIKEY#key_1#callback_key#${number}: ${number}` }),
    );
    const signed = async (token: number) => {
      await stage.put({ ...DENIED, callback: { url: 'https://x.dev/cb', keyId: KEY, token } });
      const delivery = aDelivery({ receiver: 'callback' });
      await attemptDelivery(deps, await stage.owes(delivery));
      const signatures = stage.posts.at(-1)?.headers['Service-Signature']?.split(',v1=').length;
      return [(await stage.read(delivery)).delivery.state, signatures! - 1];
    };
    const deps = { ...stage.deps, config: withCallbackKeys(stage.deps.config, stage.deps.clock) };
    const key = anApiKey(ORG, { id: KEY, tokens: tokens.slice(0, 1) });
    await stage.deps.config.saveApiKey(key, PERMIT);
    expect(await signed(1)).toEqual(['delivered', 1]);
    await stage.deps.config.saveApiKey({ ...key, tokens, revision: 2 }, PERMIT);
    expect(await signed(2)).toEqual(['delivered', 2]);
  });
});

/** Deliveries that an admin starts, and their queue messages. */
const bodies = () => stage.messages.map(({ body }) => body);

describe('the messages of deliveries', () => {
  it('the message of a new delivery names its request, its event and its receiver, so that its first attempt can store it', async () => {
    const delivery = newDelivery(DENIED, { type: 'request.denied', atMs: at('12:29') }, HOOK);
    await sendDeliveries(stage.deps, [delivery]);
    const [{ body, groupId }] = stage.messages as [Stage['messages'][0]];
    expect([groupId, body.owed]).toEqual([
      ORG,
      { request_id: DENIED.id, event_type: 'request.denied', receiver: HOOK },
    ]);
    await firstAttempt(stage.deps, body);
    const { state, createdAtMs, untilMs } = (await stage.read(delivery)).delivery;
    expect({ state, createdAtMs, untilMs }).toEqual({
      state: 'delivered',
      createdAtMs: at('12:29'),
      untilMs: delivery.untilMs,
    });
    expect(deliveryMessage(delivery).body).not.toHaveProperty('owed');
  });

  it('a delivery that is created again is sent again only while it is pending and was not attempted', async () => {
    const untried = [aDelivery(), aDelivery()];
    const others = [aDelivery({ attempts: 1 }), aDelivery({ state: 'failed' })];
    for (const each of [untried[1]!, ...others]) await stage.deps.deliveries.create(each);
    await createDeliveries(stage.deps, [...untried, ...others]);
    expect(bodies().map((body) => body.delivery_id)).toEqual(untried.map(({ id }) => id));
  });

  it('a delivery is continued once under its next generation, with its failures, its end and its reason', async () => {
    const delivery = aDelivery({ failures: 3 });
    await stage.owes(delivery);
    for (let n = 0; n < 2; n++) await continueDelivery(stage.deps, delivery, NOW);
    expect(bodies().map((body) => body.generation)).toEqual([2]);
    const { untilMs } = delivery;
    expect((await stage.read(delivery)).delivery).toMatchObject({
      trigger: 'first',
      untilMs,
      failures: 3,
      generation: 2,
    });
  });

  it('ten notices are in one message', async () => {
    const [notice] = noticesOf(aRequest());
    await queueNotices(stage.deps, DENIED, Array(21).fill(notice));
    const sizes = stage.notices.map(({ body, groupId }) => ['notices' in body ? body.notices.length : 0, groupId]);
    expect(sizes).toEqual([
      [10, ORG],
      [10, ORG],
      [1, ORG],
    ]);
  });
});

describe('deliveries that an admin starts', () => {
  it('a test event is about a request that does not exist, and is attempted once', async () => {
    const made = await testWebhook(stage.deps, ORG, HOOK, 'request.expired');
    if (!made.ok) throw new Error(made.error.reason);
    const requestId = expect.stringMatching(/^req_\d{24}$/);
    const expected = { test: true, trigger: 'test', untilMs: NOW, requestId, eventType: 'request.expired' };
    expect((await stage.read(made.value)).delivery).toMatchObject(expected);
    expect(bodies()).toEqual([{ org: ORG, delivery_id: made.value.id, generation: 1 }]);
  });

  it.each<[string, Partial<Endpoint> | null, string | null]>([
    ['does not exist', null, 'not_found'],
    ['was deleted', { deletedAtMs: 1 }, 'not_found'],
    ['is disabled', { enabled: false }, 'endpoint_disabled'],
    ['waits for its token', { enabled: false, sealedToken: 't' }, null],
  ])('a test event for an endpoint that %s is sent or refused (case %#)', async (_, endpoint, reason) => {
    if (endpoint !== null) await stage.endpoint(endpoint);
    const id = endpoint === null ? ('whe_gone' as typeof HOOK) : HOOK;
    const sent = await testWebhook(stage.deps, ORG, id, 'request.denied');
    expect([sent.ok ? null : sent.error.reason, stage.messages.length]).toEqual([reason, reason === null ? 1 : 0]);
  });

  it.each<[string, Partial<Delivery>, number]>([
    ['a failed event is sent again for 72 hours', { state: 'failed' }, NOW + hours(72)],
    ['the call of an integration only in its own window', { receiver: 'integration', untilMs: NOW + 77 }, NOW + 77],
  ])('%s', async (_, fields, untilMs) => {
    const delivery = aDelivery({ failures: 4, ...fields });
    await stage.owes(delivery);
    expect(await redeliver(stage.deps, ORG, delivery.id)).toMatchObject({ ok: true, value: { generation: 2 } });
    expect((await stage.read(delivery)).delivery).toMatchObject({ trigger: 'manual', untilMs, failures: 0 });
    expect(bodies()).toMatchObject([{ generation: 2 }]);
  });

  it.each<[string, Partial<Delivery> | null]>([
    ['not_found', null],
    ['call_ended', { receiver: 'integration', state: 'failed' }],
    ['busy', { heldUntilMs: NOW + 1 }],
  ])('a delivery is not sent again: %s', async (reason, fields) => {
    const delivery = aDelivery(fields ?? {});
    if (fields !== null) await stage.owes(delivery);
    expect(await redeliver(stage.deps, ORG, delivery.id)).toEqual({ ok: false, error: { reason } });
    expect(stage.messages).toEqual([]);
  });
});
