/** Verifying events (contract: Signature), and signing them for a consumer's own tests. */
import {
  deriveCallbackKey as deriveKey,
  SIGNATURE_TOLERANCE_SECONDS,
  type SignatureFault,
  type SigningKey,
  signEvent,
  verifySignature,
} from '../protocol/signature';
import type { EventType, RequestEvent } from './types';

/** 32 bytes: what the service signs the callbacks of this API key's requests with. */
export const deriveCallbackKey = (apiKey: string): Uint8Array => deriveKey(apiKey);

const CALLBACK_KEY_BYTES = 32;

export interface EventSecrets {
  /** A webhook endpoint's `whsec_…`; several during a rotation. */
  readonly secret?: string | readonly string[];
  /** The API key whose requests name a callback URL; several during a rotation. */
  readonly apiKey?: string | readonly string[];
  /** What `deriveCallbackKey` makes, for a receiver that is not to hold the API key itself. */
  readonly callbackKey?: Uint8Array | readonly Uint8Array[];
}

/** As a framework has them, in any case, or a `Headers`. */
export type EventHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface EventToVerify extends EventSecrets {
  /** The body's bytes as they arrived, before anything parsed them. */
  readonly rawBody: string | Uint8Array;
  /** The header `Service-Signature`; or give `headers`. */
  readonly signature?: string | null;
  readonly headers?: EventHeaders;
  /** Seconds; 300 unless given. */
  readonly toleranceSeconds?: number;
  /** Epoch ms; the system's clock unless given. */
  readonly nowMs?: number;
}

export type EventFault = SignatureFault | 'no_signature' | 'parsed_body' | 'not_an_event';

/** The post is not to be acted on; answer 400. */
export class EventVerificationError extends Error {
  override readonly name = 'EventVerificationError';

  constructor(readonly reason: EventFault) {
    super(HINTS[reason]);
  }
}

const HINTS: Readonly<Record<EventFault, string>> = {
  no_signature: 'there is no Service-Signature header: this was not posted by the service, or a proxy removed it',
  parsed_body:
    'the body is not the bytes that were posted: the body was parsed before it was verified, and cannot be verified any more',
  malformed_header: 'the Service-Signature header does not read t=<unix seconds>,v1=<hex>',
  no_match:
    'no signature matches: the body was parsed or changed before it was verified, or this is the secret of another endpoint (a callback URL is signed under the API key, an endpoint with its whsec_ secret)',
  too_old: 'the signature is older than the tolerance: a replay, or a clock that is ahead',
  too_new: 'the signature is from the future: a clock that is behind',
  not_an_event: 'the signature is right but the body is no event of this version',
};

/** The event, if it is authentic and fresh. Throws `EventVerificationError`. Dedupe on its `id`. */
export function verifyEvent(post: EventToVerify): RequestEvent {
  const { rawBody, toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS, nowMs = Date.now() } = post;
  const keys = signingKeys(post);
  // With NaN for one of them no signature would ever be too old.
  if (!Number.isFinite(toleranceSeconds) || !Number.isFinite(nowMs)) {
    throw new RangeError('toleranceSeconds and nowMs are finite numbers');
  }
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) throw new EventVerificationError('parsed_body');
  const signature = post.signature ?? headerOf(post.headers ?? {}, 'service-signature');
  if (typeof signature !== 'string' || signature === '') throw new EventVerificationError('no_signature');
  const nowSeconds = Math.floor(nowMs / 1000);
  const verified = verifySignature({ body: rawBody, header: signature, keys, nowSeconds, toleranceSeconds });
  if (!verified.ok) throw new EventVerificationError(verified.error);
  return parseEvent(rawBody);
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
      'service-signature': signEvent({ body: rawBody, keys: signingKeys(secrets), tSeconds: Math.floor(nowMs / 1000) }),
      'service-event-id': event.id,
      'service-event-type': event.type satisfies EventType,
      'service-delivery-id': `dlv_${'0'.repeat(24)}`,
    },
  };
}

/** Throws TypeError where a secret is missing or empty: what is signed under an empty one, anybody can sign. */
export function signingKeys({ secret = [], apiKey = [], callbackKey = [] }: EventSecrets): SigningKey[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const apiKeys = typeof apiKey === 'string' ? [apiKey] : apiKey;
  const callbackKeys = callbackKey instanceof Uint8Array ? [callbackKey] : callbackKey;
  const isSecret = (text: unknown) => typeof text === 'string' && text !== '';
  const isKey = (bytes: unknown) => bytes instanceof Uint8Array && bytes.length === CALLBACK_KEY_BYTES;
  const right = [...secrets, ...apiKeys].every(isSecret) && callbackKeys.every(isKey);
  const keys = right ? [...secrets, ...apiKeys.map(deriveKey), ...callbackKeys] : [];
  if (keys.length === 0) throw new TypeError('name the endpoint secret or the API key that signs the posts');
  return keys;
}

/** Names are compared in lower case. */
function headerOf(headers: EventHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key, one]) => key.toLowerCase() === name && one !== undefined)?.[1];
  return typeof value === 'string' ? value : value?.[0];
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
