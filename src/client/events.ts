/** Verifying events (contract: Signature), and signing them for a consumer's own tests. */
import {
  deriveCallbackKey as deriveKey,
  type SignatureFault,
  type SigningKey,
  signEvent,
  verifySignature,
} from '../protocol/signature';
import type { EventType, RequestEvent } from './types';

/** 32 bytes: what the service signs the callbacks of this API key's requests with. */
export const deriveCallbackKey = (apiKey: string): Uint8Array => deriveKey(apiKey);

export interface EventSecrets {
  /** A webhook endpoint's `whsec_…`; several during a rotation. */
  readonly secret?: string | readonly string[];
  /** The API key whose requests name a callback URL; several during a rotation. */
  readonly apiKey?: string | readonly string[];
}

export interface EventToVerify extends EventSecrets {
  /** The body's bytes as they arrived, before anything parsed them. */
  readonly rawBody: string | Uint8Array;
  /** The header `Service-Signature`. */
  readonly signature: string | null | undefined;
  /** Seconds; 300 unless given. */
  readonly toleranceSeconds?: number;
  /** Epoch ms; the system's clock unless given. */
  readonly nowMs?: number;
}

export type EventFault = SignatureFault | 'no_signature' | 'not_an_event';

/** The post is not to be acted on; answer 400. */
export class EventVerificationError extends Error {
  override readonly name = 'EventVerificationError';

  constructor(readonly reason: EventFault) {
    super(HINTS[reason]);
  }
}

const HINTS: Readonly<Record<EventFault, string>> = {
  no_signature: 'there is no Service-Signature header: this was not posted by the service, or a proxy removed it',
  malformed_header: 'the Service-Signature header does not read t=<unix seconds>,v1=<hex>',
  no_match:
    'no signature matches: the body was parsed or changed before it was verified, or this is the secret of another endpoint (a callback URL is signed under the API key, an endpoint with its whsec_ secret)',
  too_old: 'the signature is older than the tolerance: a replay, or a clock that is ahead',
  too_new: 'the signature is from the future: a clock that is behind',
  not_an_event: 'the signature is right but the body is no event of this version',
};

/** The event, if it is authentic and fresh. Throws `EventVerificationError`. Dedupe on its `id`. */
export function verifyEvent(post: EventToVerify): RequestEvent {
  if (post.signature === null || post.signature === undefined || post.signature === '')
    throw new EventVerificationError('no_signature');
  const verified = verifySignature({
    body: post.rawBody,
    header: post.signature,
    keys: keysOf(post),
    nowSeconds: Math.floor((post.nowMs ?? Date.now()) / 1000),
    ...(post.toleranceSeconds === undefined ? {} : { toleranceSeconds: post.toleranceSeconds }),
  });
  if (!verified.ok) throw new EventVerificationError(verified.error);
  return parseEvent(post.rawBody);
}

export interface TestEvent {
  readonly rawBody: string;
  /** As a post would carry them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A post as the service would make it, for the tests of a receiver. `nowMs`: the signing time. */
export function createTestEvent(event: RequestEvent, secrets: EventSecrets, nowMs = Date.now()): TestEvent {
  const rawBody = JSON.stringify(event);
  return {
    rawBody,
    headers: {
      'content-type': 'application/json',
      'service-signature': signEvent({ body: rawBody, keys: keysOf(secrets), tSeconds: Math.floor(nowMs / 1000) }),
      'service-event-id': event.id,
      'service-event-type': event.type satisfies EventType,
      'service-delivery-id': `dlv_${'0'.repeat(24)}`,
    },
  };
}

function keysOf({ secret = [], apiKey = [] }: EventSecrets): SigningKey[] {
  const list = (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value);
  const keys = [...list(secret), ...list(apiKey).map(deriveKey)];
  if (keys.length === 0 || keys.includes(''))
    throw new TypeError('name the endpoint secret or the API key that signs the posts');
  return keys;
}

function parseEvent(rawBody: string | Uint8Array): RequestEvent {
  try {
    const event = JSON.parse(
      typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'),
    ) as RequestEvent;
    if (typeof event.id === 'string' && typeof event.type === 'string' && typeof event.data?.request?.id === 'string')
      return event;
  } catch {
    // Signed, but not JSON: the same answer.
  }
  throw new EventVerificationError('not_an_event');
}
