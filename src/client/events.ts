/** Verifying events (docs/contract.md#signature), and signing events for your own tests. */
import {
  deriveCallbackKey as deriveKey,
  SIGNATURE_TOLERANCE_SECONDS,
  type SignatureFault,
  type SigningKey,
  signEvent,
  standardWebhookHeaders,
  verifySignature,
} from '../protocol/signature';
import type { EventType, RequestEvent } from './types';

/** The 32 bytes with which the service signs the callbacks of this API key's requests. */
export const deriveCallbackKey = (apiKey: string): Uint8Array => deriveKey(apiKey);

const CALLBACK_KEY_BYTES = 32;

export interface EventSecrets {
  /** The `whsec_…` secret of a webhook endpoint; several during a rotation. */
  readonly secret?: string | readonly string[];
  /** The API key of the requests that name a callback URL; several during a rotation. */
  readonly apiKey?: string | readonly string[];
  /** The result of `deriveCallbackKey`, for a receiver that must not hold the API key itself. */
  readonly callbackKey?: Uint8Array | readonly Uint8Array[];
}

/** The headers as the framework has them, in any case, or a `Headers`. */
export type EventHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface EventToVerify extends EventSecrets {
  /** The raw bytes of the body, before anything parsed them. */
  readonly rawBody: string | Uint8Array;
  /** The header `Service-Signature`, also as a list. Alternatively pass `headers`. */
  readonly signature?: string | readonly string[] | null;
  readonly headers?: EventHeaders;
  /** Seconds. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Epoch ms. Default: the system's clock. */
  readonly nowMs?: number;
}

export type EventFault = SignatureFault | 'no_signature' | 'parsed_body' | 'byte_order_mark' | 'not_an_event';

/** Do not act on this post; answer it with 400. */
export class EventVerificationError extends Error {
  override readonly name = 'EventVerificationError';

  constructor(readonly reason: EventFault) {
    super(HINTS[reason]);
  }
}

const HINTS: Readonly<Record<EventFault, string>> = {
  no_signature:
    'there is no Service-Signature header: the service did not send this post, or a proxy removed the header',
  parsed_body: 'the body was parsed before it was verified; verification needs the raw bytes of the body',
  byte_order_mark:
    'the body begins with a byte order mark, which the service does not send: something on the way added it. Pass the raw bytes of the body',
  malformed_header: 'the Service-Signature header does not have the form t=<unix seconds>,v1=<hex>',
  no_match:
    'no signature matches: the body was parsed or changed before it was verified, or the secret is wrong (posts to a callback URL are signed under the API key, posts to an endpoint with its whsec_ secret)',
  too_old: 'the signature is older than the tolerance: the post is a replay, or the clock of this machine is fast',
  too_new: 'the signature is from the future: the clock of this machine is slow',
  not_an_event: 'the signature is valid, but the body is not an event of this version',
};

/** Returns the event if it is authentic and fresh. Throws `EventVerificationError`. Ignore duplicates by its `id`. */
export function verifyEvent(post: EventToVerify): RequestEvent {
  const { rawBody, toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS, nowMs = Date.now() } = post;
  const keys = signingKeys(post);
  // If one of these were NaN, no signature would ever be too old.
  if (!Number.isFinite(toleranceSeconds) || !Number.isFinite(nowMs)) {
    throw new RangeError('`toleranceSeconds` and `nowMs` must be finite numbers.');
  }
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) throw new EventVerificationError('parsed_body');
  const signature = asOne(post.signature ?? headerOf(post.headers ?? {}, 'service-signature'));
  if (typeof signature !== 'string' || signature === '') throw new EventVerificationError('no_signature');
  const nowSeconds = Math.floor(nowMs / 1000);
  const verified = verifySignature({ body: rawBody, header: signature, keys, nowSeconds, toleranceSeconds });
  if (!verified.ok) {
    const isMarked = verified.error === 'no_match' && hasByteOrderMark(rawBody);
    throw new EventVerificationError(isMarked ? 'byte_order_mark' : verified.error);
  }
  return parseEvent(rawBody);
}

export interface TestEvent {
  readonly rawBody: string;
  /** The headers of a post, with lower-case names, as Node has them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands in for a signed head of the audit chain: the form is right, but no key verifies it. */
const AUDIT_HEAD = ['{"alg":"ES256"}', '{}', '\0'.repeat(64)]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

/**
 * A post as the service would send it, for tests of a receiver: with every header, signed in both schemes. `nowMs` is
 * the signing time.
 */
export function createTestEvent(event: RequestEvent, secrets: EventSecrets, nowMs = Date.now()): TestEvent {
  const rawBody = JSON.stringify(event);
  const signing = { body: rawBody, keys: signingKeys(secrets), tSeconds: Math.floor(nowMs / 1000) };
  const headers = {
    'Content-Type': 'application/json',
    'Service-Signature': signEvent(signing),
    ...standardWebhookHeaders({ ...signing, id: event.id }),
    'Service-Event-Id': event.id,
    'Service-Event-Type': event.type satisfies EventType,
    'Service-Delivery-Id': `dlv_${'0'.repeat(24)}`,
    'Service-Audit-Head': AUDIT_HEAD,
  };
  return {
    rawBody,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** Throws TypeError if a secret is missing or empty, because anyone can sign with an empty secret. */
export function signingKeys({ secret = [], apiKey = [], callbackKey = [] }: EventSecrets): SigningKey[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const apiKeys = typeof apiKey === 'string' ? [apiKey] : apiKey;
  const callbackKeys = callbackKey instanceof Uint8Array ? [callbackKey] : callbackKey;
  const isSecret = (text: unknown) => typeof text === 'string' && text !== '';
  const isKey = (bytes: unknown) => bytes instanceof Uint8Array && bytes.length === CALLBACK_KEY_BYTES;
  const right = [...secrets, ...apiKeys].every(isSecret) && callbackKeys.every(isKey);
  const keys = right ? [...secrets, ...apiKeys.map(deriveKey), ...callbackKeys] : [];
  if (keys.length === 0) throw new TypeError('Pass the endpoint secret or the API key that signs the posts.');
  return keys;
}

/** Header names are compared in lower case. */
function headerOf(headers: EventHeaders, name: string): string | readonly string[] | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return Object.entries(headers).find(([key, one]) => key.toLowerCase() === name && one !== undefined)?.[1];
}

/** Some frameworks split each header at its commas. */
function asOne(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(',') : value;
}

function hasByteOrderMark(body: string | Uint8Array): boolean {
  if (typeof body === 'string') return body.startsWith('\uFEFF');
  return [0xef, 0xbb, 0xbf].every((byte, index) => body[index] === byte);
}

function parseEvent(rawBody: string | Uint8Array): RequestEvent {
  try {
    const event = JSON.parse(
      typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'),
    ) as RequestEvent;
    if (typeof event.id === 'string' && typeof event.type === 'string' && typeof event.data?.request?.id === 'string')
      return event;
  } catch {
    // The body is signed but is not JSON. This has the same answer.
  }
  throw new EventVerificationError('not_an_event');
}
