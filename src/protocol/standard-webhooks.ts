/**
 * The headers of Standard Webhooks, beside our own and from the same keys, so that its libraries verify our posts
 * (https://github.com/standard-webhooks/standard-webhooks, version 1.0.0).
 */
import { createHmac } from 'node:crypto';
import type { SigningKey } from './signature';

export interface MessageToSign {
  /** The event's id: the same at every attempt and every receiver. */
  readonly id: string;
  /** The raw body. */
  readonly body: string;
  /** One signature for each key, in this order. There are several during the overlap of a rotation. */
  readonly keys: readonly SigningKey[];
  readonly tSeconds: number;
}

export function standardWebhookHeaders({ id, body, keys, tSeconds }: MessageToSign) {
  const signatures = keys.map((key) => createHmac('sha256', key).update(`${id}.${tSeconds}.${body}`).digest('base64'));
  return {
    'Webhook-Id': id,
    'Webhook-Timestamp': String(tSeconds),
    'Webhook-Signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
