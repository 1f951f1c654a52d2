/** The `Service-Signature` header (contract: Signature). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from './result';

/** Further from the receiver's clock than this, before or after, a signature is refused. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** An endpoint's whole `whsec_` secret as text, or the 32 bytes of a callback key. */
export type SigningKey = string | Uint8Array;

export interface EventToSign {
  /** The raw body; text is signed as UTF-8. */
  readonly body: string | Uint8Array;
  /** One `v1=` each, in this order; more than one during the overlap of a rotation. */
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
  /** Any of them may have signed; a receiver in the middle of a rotation passes both. */
  readonly keys: readonly SigningKey[];
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

/** The signing time of an authentic event, or why it is not one. Compares in constant time. */
export function verifySignature(input: SignatureToVerify): Result<{ readonly tSeconds: number }, SignatureFault> {
  const parsed = parseHeader(input.header);
  if (parsed === null) return err('malformed_header');
  const { tSeconds, signatures } = parsed;
  const expected = input.keys.map((key) => digest(key, tSeconds, input.body));
  const matches = signatures.map((given) => expected.map((right) => timingSafeEqual(right, given)).includes(true));
  if (!matches.includes(true)) return err('no_match');
  const tolerance = input.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS;
  if (tSeconds < input.nowSeconds - tolerance) return err('too_old');
  // A post from the future is as little proof of freshness as an old one.
  if (tSeconds > input.nowSeconds + tolerance) return err('too_new');
  return ok({ tSeconds });
}

/**
 * The key that signs the callbacks of an API key's requests (contract: Authentication): 32 bytes, which the service keeps
 * in place of the token.
 */
export function deriveCallbackKey(apiKeyToken: string): Buffer {
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
