/** The sealed intent envelope (docs/contract.md, "Sealed intent envelope"). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { digestOf, sha256Hex } from './hash';
import { err, ok, type Result } from './result';

const ENVELOPE_VERSION = 1;
/** The name of AES-256-GCM in RFC 7518. */
const ENVELOPE_ALG = 'A256GCM';
const INTENT_AAD_TAG = 'service.intent.v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Envelope {
  readonly v: 1;
  readonly alg: 'A256GCM';
  /** First 16 hex of SHA-256 over the key bytes. */
  readonly kid: string;
  /** 12 bytes, base64url. */
  readonly nonce: string;
  /** Ciphertext, then the 16-byte tag; base64url. */
  readonly ciphertext: string;
}

export interface SealedIntent {
  readonly envelope: Envelope;
  /** `sha256:` + hex SHA-256 of the plaintext. The proposer puts it into `params.intent`. */
  readonly digest: string;
}

/** An intent key is 32 random bytes in base64. Null if the text is anything else. */
export function intentKeyBytes(base64: string): Buffer | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(base64)) return null;
  const key = Buffer.from(base64, 'base64');
  return key.length === KEY_BYTES ? key : null;
}

export function keyId(key: Uint8Array): string {
  return sha256Hex(key).slice(0, 16);
}

/**
 * Seals a plaintext for one action. The envelope does not open under another action. Pass `nonce` only for test
 * vectors: a nonce that is used twice under one key reveals both plaintexts.
 */
export function sealIntent(input: {
  readonly key: Uint8Array;
  readonly action: string;
  readonly plaintext: string | Uint8Array;
  readonly nonce?: Uint8Array;
}): SealedIntent {
  const nonce = input.nonce ?? randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', input.key, nonce).setAAD(additionalData(input.action));
  const plaintext = Buffer.from(input.plaintext as string);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return {
    envelope: {
      v: ENVELOPE_VERSION,
      alg: ENVELOPE_ALG,
      kid: keyId(input.key),
      nonce: Buffer.from(nonce).toString('base64url'),
      ciphertext: ciphertext.toString('base64url'),
    },
    digest: digestOf(plaintext),
  };
}

export type OpenFault = 'unknown_key' | 'decrypt_failed';

/**
 * The bytes of the plaintext, never serialized again. `keys`: all keys of a worker; the envelope's `kid` selects one.
 */
export function openEnvelope(input: {
  readonly keys: readonly Uint8Array[];
  readonly action: string;
  readonly envelope: Envelope;
}): Result<Buffer, OpenFault> {
  const { envelope } = input;
  const key = input.keys.find((candidate) => keyId(candidate) === envelope.kid);
  if (key === undefined) return err('unknown_key');
  const nonce = canonicalBytes(envelope.nonce);
  const sealed = canonicalBytes(envelope.ciphertext);
  const isOurForm = envelope.v === ENVELOPE_VERSION && envelope.alg === ENVELOPE_ALG;
  if (!isOurForm || nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) return err('decrypt_failed');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(additionalData(input.action))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return ok(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]));
  } catch {
    return err('decrypt_failed');
  }
}

/** Empty if the text is not the only valid base64url spelling of its bytes, so a changed envelope never opens. */
function canonicalBytes(text: unknown): Buffer {
  // The value comes from unchecked JSON, so it can have any type.
  if (typeof text !== 'string') return Buffer.alloc(0);
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : Buffer.alloc(0);
}

const additionalData = (action: string): Buffer => Buffer.from(`${INTENT_AAD_TAG}\0${action}`, 'utf8');
