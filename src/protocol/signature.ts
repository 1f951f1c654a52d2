/** The signatures of a post: the `Service-Signature` header (docs/contract.md#signature), and those of Standard Webhooks. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from './result';

/** A signature is refused if its time differs from the receiver's clock by more than this, in either direction. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The complete `whsec_` secret of an endpoint as text, or the 32 bytes of a callback key. */
export type SigningKey = string | Uint8Array;

export interface EventToSign {
  /** The raw body; text is signed as UTF-8. */
  readonly body: string | Uint8Array;
  /** One `v1=` for each key, in this order. There are several during the overlap of a rotation. */
  readonly keys: readonly SigningKey[];
  readonly tSeconds: number;
}

/** `t=<unix seconds>,v1=<hex>`, one `v1` for each key. */
export function signEvent({ body, keys, tSeconds }: EventToSign): string {
  return [`t=${tSeconds}`, ...keys.map((key) => `v1=${digest(key, tSeconds, body).toString('hex')}`)].join(',');
}

export type SignatureFault = 'malformed_header' | 'too_old' | 'too_new' | 'no_match';

export interface SignatureToVerify {
  readonly body: string | Uint8Array;
  readonly header: string;
  /** The post may be signed with any of them. Pass both during a rotation. */
  readonly keys: readonly SigningKey[];
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

/** The signing time of an authentic event, or the reason why it is not authentic. Compares in constant time. */
export function verifySignature(input: SignatureToVerify): Result<{ readonly tSeconds: number }, SignatureFault> {
  const parsed = parseHeader(input.header);
  if (parsed === null) return err('malformed_header');
  const { tSeconds, signatures } = parsed;
  const expected = input.keys.map((key) => digest(key, tSeconds, input.body));
  const matches = signatures.map((given) => expected.map((right) => timingSafeEqual(right, given)).includes(true));
  if (!matches.includes(true)) return err('no_match');
  const tolerance = input.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS;
  if (tSeconds < input.nowSeconds - tolerance) return err('too_old');
  // A time in the future does not prove that a post is fresh, just as a time in the past does not.
  if (tSeconds > input.nowSeconds + tolerance) return err('too_new');
  return ok({ tSeconds });
}

/**
 * The key that signs the callbacks of an API key's requests: 32 bytes. The service keeps it instead of the token
 * (docs/contract.md#authentication).
 */
export function deriveCallbackKey(apiKeyToken: string): Uint8Array {
  return createHmac('sha256', apiKeyToken).update('service/callback-key/v1').digest();
}

function digest(key: SigningKey, tSeconds: number, body: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${tSeconds}.`).update(body).digest();
}

function parseHeader(header: string): { tSeconds: number; signatures: Buffer[] } | null {
  const parts = header.split(',').map((part) => part.trim());
  const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  if (times.length !== 1 || signatures.length === 0) return null;
  return { tSeconds: Number(times[0]), signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

export interface MessageToSign {
  /** The event's id: the same at every attempt and every receiver. */
  readonly id: string;
  /** The raw body. */
  readonly body: string;
  /** One signature for each key, in this order. There are several during the overlap of a rotation. */
  readonly keys: readonly SigningKey[];
  readonly tSeconds: number;
}

/**
 * The headers of Standard Webhooks, beside our own and from the same keys, so that its libraries verify our posts
 * (https://github.com/standard-webhooks/standard-webhooks, version 1.0.0).
 */
export function standardWebhookHeaders({ id, body, keys, tSeconds }: MessageToSign) {
  const signatures = keys.map((key) => createHmac('sha256', key).update(`${id}.${tSeconds}.${body}`).digest('base64'));
  return {
    'Webhook-Id': id,
    'Webhook-Timestamp': String(tSeconds),
    'Webhook-Signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
