import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '../../src/protocol/canonical-json';
import type { EventType } from '../../src/protocol/event-types';
import { digestOf, operationHash, taggedHashHex } from '../../src/protocol/hash';
import {
  deliveryId,
  type EventId,
  eventId,
  type OrgId,
  type RequestId,
  requestIdFromKey,
} from '../../src/protocol/identifiers';
import { operationPreimage } from '../../src/protocol/operation-fingerprint';
import { type Envelope, intentKeyBytes, openEnvelope, sealIntent } from '../../src/protocol/sealed-envelope';
import { reachedWhenStopped, runResultOf } from '../../src/protocol/shown/request';
import { deriveCallbackKey, signEvent, standardWebhookHeaders } from '../../src/protocol/signature';
import { standardWebhookSecret } from '../../src/protocol/standard-webhook-secret';
import signatureVectors from '../vectors/event-signature.json';
import identifierVectors from '../vectors/identifiers.json';
import operationVectors from '../vectors/operation-hash.json';
import sealedVectors from '../vectors/sealed-intent.json';

describe('identifiers', () => {
  it.each(identifierVectors.cases.map((one) => [one.what, one] as const))(
    'derives the id of the vector: %s',
    (_, one) => {
      const [first, second] = one.parts as [string, string];
      const derived = {
        'service.request.v1': () => requestIdFromKey(first as OrgId, second),
        'service.event.v1': () => eventId(first as RequestId, second as EventType),
        'service.delivery.v1': () => deliveryId(first as EventId, second),
      }[one.tag];
      expect(derived?.()).toBe(one.id);
    },
  );

  it('an id separates its parts, so that moving a letter between them gives another id', () => {
    expect(taggedHashHex('t', 'a', 'bc')).not.toBe(taggedHashHex('t', 'ab', 'c'));
  });
});

describe('operation hash', () => {
  it.each(operationVectors.cases.map((one) => [one.operation_hash, one] as const))(
    'the operation hash is that of the vector: %s',
    (_, one) => {
      const params = one.params as unknown as Record<string, string>;
      expect(Buffer.from(operationPreimage(one.action, params)).toString('hex')).toBe(one.preimage_hex);
      expect(operationHash(one.action, params)).toBe(one.operation_hash);
    },
  );

  it('the operation hash refuses a lone surrogate', () => {
    expect(() => operationHash('a', { k: '\ud800' })).toThrow('lone surrogate');
    expect(() => operationHash('a', { '\udc00': 'v' })).toThrow('lone surrogate');
  });

  it('the operation hash covers a param named __proto__', () => {
    const params = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    expect(canonicalJson(params)).toBe('{"__proto__":"x"}');
    expect(operationHash('a', params)).not.toBe(operationHash('a', {}));
  });
});

describe('event signature', () => {
  const { body, t, callback, endpoint } = signatureVectors;
  const derived = deriveCallbackKey(callback.api_key_token);

  it('the callback key of an API key is derived as in the vector', () => {
    expect(Buffer.from(derived).toString('hex')).toBe(callback.derived_key_hex);
  });

  it('a callback and an endpoint post are signed as in the vectors', () => {
    expect(signEvent({ body, keys: [derived], tSeconds: t })).toBe(callback.header);
    expect(signEvent({ body, keys: [endpoint.secret], tSeconds: t })).toBe(endpoint.header);
  });
});

describe('sealed intent', () => {
  const keyBytes = (base64: string) => intentKeyBytes(base64) as Buffer;

  it.each(sealedVectors.cases.map((one) => [one.name, one] as const))(
    'an intent is sealed and opened as in the vector: %s',
    (_, one) => {
      const nonce = Buffer.from(one.envelope.nonce, 'base64url');
      const sealed = sealIntent({ key: keyBytes(one.key_base64), action: one.action, plaintext: one.plaintext, nonce });
      expect(sealed).toEqual({ envelope: one.envelope, digest: one.params_intent });
      const keys = [keyBytes(one.key_base64)];
      const opened = openEnvelope({ keys, action: one.action, envelope: one.envelope as Envelope });
      expect(opened.ok && opened.value.toString('utf8')).toBe(one.plaintext);
    },
  );

  it.each(sealedVectors.refusals.map((one) => [one.name, one] as const))(
    'an envelope is refused as in the vector: %s',
    (_, one) => {
      const keys = one.keys.map(keyBytes);
      const opened = openEnvelope({ keys, action: one.action, envelope: one.envelope as Envelope });
      const reason = !opened.ok
        ? opened.error
        : digestOf(opened.value) === one.params_intent
          ? null
          : 'digest_mismatch';
      expect(reason).toBe(one.expect);
    },
  );

  it('sealing an intent twice uses two nonces', () => {
    const key = createHash('sha256').update('a key').digest();
    const seal = () => sealIntent({ key, action: 'a', plaintext: '{}' }).envelope.nonce;
    expect(seal()).not.toBe(seal());
  });
});

/** Our posts as a library of Standard Webhooks verifies them, written down a second time (version 1.0.0 of the text). */
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

/** What became of a stopped request, for the list, the export and the page alike (docs/decisions/stop.md). */
type Shown = Parameters<typeof runResultOf>[0];
const EXECUTION = {
  ...{ claimed_at: null, lease_expires_at: null, reported_at: null },
  ...{ reference: null, error: null, execute_by: null },
};
const BEGUN = { from: 1, until: 2 };

function shown(state: string, execution: string, view: object = {}, stopped = true): Shown {
  const request = { action: 'pay', outcome: 'authorized', state, execution: { ...EXECUTION, state: execution } };
  const mark = stopped ? { stopped: { at: 3, by: 'op_a', claimed_at: null } } : {};
  return {
    request: { ...request, ...mark },
    view: { integration: null, has_intent: true, ...view },
  } as unknown as Shown;
}

it.each<[string, Shown, string, string | null]>([
  ['before a worker had it', shown('succeeded', 'none'), 'stopped', 'not_run'],
  ['while a worker has it', shown('succeeded', 'claimed', { begun: BEGUN }), 'stopped', 'may_have_run'],
  ['after a lease without a report', shown('succeeded', 'none', { begun: BEGUN }), 'stopped', 'may_have_run'],
  ['and reported as run', shown('succeeded', 'succeeded', { begun: BEGUN }), 'done', null],
  ['and reported as failed', shown('succeeded', 'failed', { begun: BEGUN }), 'failed', null],
  ['before its integration was called', shown('failed', 'none', { integration: 'bank' }), 'stopped', 'not_run'],
  [
    'and its integration took the call',
    shown('succeeded', 'none', { integration: 'bank', begun: BEGUN }),
    'done',
    null,
  ],
  ['by nobody', shown('succeeded', 'none', {}, false), 'done', null],
])('a request that was stopped %s', (_, request, run, stop) => {
  expect([runResultOf(request, 10), reachedWhenStopped(request)]).toEqual([run, stop]);
});
