/** Our posts as a library of Standard Webhooks verifies them, written down a second time (version 1.0.0 of the text). */
import { createHmac } from 'node:crypto';
import { standardWebhookSecret } from '../../src/protocol/standard-webhook-secret';
import { standardWebhookHeaders } from '../../src/protocol/standard-webhooks';

/** The library decodes what follows `whsec_`, and signs id, time and body with dots between them. */
function byTheLibrary(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const [OLD, NEW] = ['whsec_0123456789', Uint8Array.from({ length: 32 }, (_, index) => 255 - index)];
const message = { id: 'evt_1', body: '{"a":"€"}', tSeconds: 1_795_176_000 };

it.each([
  ['the secret of an endpoint', OLD],
  ['the bytes of a callback key', NEW],
])('a post is verified with %s', (_, key) => {
  const secret = standardWebhookSecret(key);
  expect(secret).toBe(`whsec_${Buffer.from(key as string).toString('base64')}`);
  expect(standardWebhookHeaders({ ...message, keys: [key] })).toEqual({
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': '1795176000',
    'Webhook-Signature': byTheLibrary(secret, 'evt_1', '1795176000', message.body),
  });
});

it('a post has one signature for each key of a rotation, in their order and with blanks between them', () => {
  const parts = [OLD, NEW].map((key) =>
    byTheLibrary(standardWebhookSecret(key), message.id, '1795176000', message.body),
  );
  const headers = standardWebhookHeaders({ ...message, keys: [OLD, NEW] });
  expect(headers['Webhook-Signature']).toBe(parts.join(' '));
});
