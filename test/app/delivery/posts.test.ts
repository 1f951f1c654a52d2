/** What a post of an event has in it, and which keys sign it. */
import { composePost, unsignedPost } from '../../../src/app/delivery/compose-post';
import type { Delivery } from '../../../src/core/delivery/delivery';
import type { ApiKeyId, RequestId } from '../../../src/protocol/identifiers';
import { signEvent } from '../../../src/protocol/signature';
import { anApiKey, anApiToken } from '../../store/conformance/config-items';
import { ORG } from '../../support/builders';
import { openedForEach } from '../../support/opened';
import { PERMIT } from '../../support/permit';
import { aDelivery, DENIED, HOOK, NOW, openStage } from '../stage';

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
