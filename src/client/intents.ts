/** Sealing and opening intents (docs/contract.md, "Sealed intent envelope"). */
import { constantTimeEqual, digestOf, operationHash } from '../protocol/hash';
import { err, ok, type Result } from '../protocol/result';
import { intentKeyBytes, keyId, openEnvelope, sealIntent as sealPlaintext } from '../protocol/sealed-envelope';
import type { AuthorizationRequest, SealedIntent } from './types';

/** Plain JSON data, so that the worker gets exactly what the proposer passed. */
export type PlainJson = string | number | boolean | null | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** `Args`: the arguments that you expect. The intent has what was sealed, so check what matters. */
export interface Intent<Args extends readonly unknown[] = readonly PlainJson[]> {
  readonly v: 1;
  /** The name under which the worker registered a client. */
  readonly client: string;
  /** A dotted path of a method of the client. */
  readonly method: string;
  /** Positional arguments. */
  readonly args: Args;
}

export interface IntentToSeal {
  /** 32 bytes each, in base64. The first one seals. Pass all keys that are in rotation, newest first. */
  readonly keys: readonly string[];
  /** The request's action. The envelope cannot be opened for another one. */
  readonly action: string;
  readonly client: string;
  readonly method: string;
  readonly args?: readonly unknown[];
}

export interface Sealed {
  /** For the field `intent` of the create call. */
  readonly intent: SealedIntent;
  /** For `params.intent`. It makes the call part of what operators approve. */
  readonly digest: string;
}

/** Throws TypeError if a key is not an intent key or if arguments are not plain JSON data. */
export function sealIntent({ keys, action, client, method, args = [] }: IntentToSeal): Sealed {
  const [key] = keyBytes(keys);
  if (key === undefined) throw new TypeError('`keys` is empty: sealing an intent needs a key.');
  for (const [field, value] of Object.entries({ action, client, method })) {
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`\`${field}\` must be a string that is not empty.`);
    assertPlainJson(value, field, new Set());
  }
  if (!Array.isArray(args)) throw new TypeError('`args` must be a list of positional arguments.');
  assertPlainJson(args, 'args', new Set());
  // Serialized once. From here on, only these bytes are used.
  const plaintext = JSON.stringify({ v: 1, client, method, args });
  const { envelope, digest } = sealPlaintext({ key, action, plaintext });
  return { intent: envelope, digest };
}

/** Why an intent was not opened: the codes of docs/contract.md, "Worker verification procedure". */
export type OpenFailure = 'unknown_key' | 'decrypt_failed' | 'digest_mismatch' | 'operation_mismatch';

export interface Opened {
  readonly intent: Intent;
  /** The intent exactly as it was sealed. */
  readonly plaintext: string;
}

export interface IntentToOpen {
  readonly keys: readonly string[];
  readonly request: Pick<AuthorizationRequest, 'action' | 'params' | 'intent' | 'operation_hash'>;
}

/**
 * Steps 1 to 4 of docs/contract.md, "Worker verification procedure", in its order. Step 5, the outcome, is not checked.
 */
export function openIntent({ keys, request }: IntentToOpen): Result<Opened, OpenFailure> {
  const envelope = request.intent;
  if (envelope === null) return err('decrypt_failed');
  const opened = openEnvelope({ keys: keyBytes(keys), action: request.action, envelope });
  if (!opened.ok) return opened;
  const promised = Object.hasOwn(request.params, 'intent') ? request.params.intent! : '';
  if (!constantTimeEqual(digestOf(opened.value), promised)) return err('digest_mismatch');
  if (!isOperation(request)) return err('operation_mismatch');
  const plaintext = utf8Text(opened.value);
  const intent = plaintext === null ? null : parseIntent(plaintext);
  // The intent is approved and authentic, but a worker of this version cannot make such a call.
  return plaintext === null || intent === null ? err('decrypt_failed') : ok({ intent, plaintext });
}

/** Null if the bytes are not UTF-8: decoding them would give a text that nobody sealed. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isOperation({ action, params, operation_hash }: IntentToOpen['request']): boolean {
  try {
    return constantTimeEqual(operationHash(action, params), operation_hash);
  } catch {
    // Nobody can have hashed params without a canonical form.
    return false;
  }
}

function parseIntent(plaintext: string): Intent | null {
  try {
    const value = JSON.parse(plaintext) as Partial<Intent>;
    const isCall =
      value.v === 1 &&
      typeof value.client === 'string' &&
      typeof value.method === 'string' &&
      Array.isArray(value.args);
    return isCall ? (value as Intent) : null;
  } catch {
    return null;
  }
}

/** The `kid` of envelopes that this key seals. It is no secret. Throws TypeError if it is not an intent key. */
export function keyIdOf(key: string): string {
  return keyId(keyBytes([key])[0]!);
}

/** Throws TypeError if a key is not an intent key. */
export function keyBytes(keys: readonly string[]): Uint8Array[] {
  if (!Array.isArray(keys)) throw new TypeError('`keys` must be a list of intent keys.');
  return (keys as readonly string[]).map((key, index) => {
    const bytes = typeof key === 'string' ? intentKeyBytes(key) : null;
    // The message must not contain the key.
    if (bytes === null) throw new TypeError(`\`keys[${index}]\` is not an intent key: it must be 32 bytes in base64.`);
    return bytes;
  });
}

function assertPlainJson(value: unknown, at: string, above: Set<object>): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError(`${at}: a string with a lone surrogate cannot be written as JSON`);
    return;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || Object.is(value, -0))
      throw new TypeError(`${at}: ${String(value)} cannot be written as JSON`);
    return;
  }
  if (typeof value !== 'object') throw new TypeError(`${at}: a ${typeof value} cannot be written as JSON`);
  if (above.has(value)) throw new TypeError(`${at}: the value contains itself`);
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function')
    throw new TypeError(`${at}: the value has a toJSON method, so its JSON would differ from its data`);
  const within = new Set(above).add(value);
  if (Array.isArray(value)) {
    // A missing element would be read back as null.
    for (let index = 0; index < value.length; index++) assertPlainJson(value[index], `${at}[${index}]`, within);
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${at}: ${value.constructor?.name ?? 'an instance of a class'} is not plain JSON data`);
  }
  for (const [key, entry] of Object.entries(value)) {
    if (!key.isWellFormed()) throw new TypeError(`${at}: a key with a lone surrogate cannot be written as JSON`);
    assertPlainJson(entry, `${at}.${key}`, within);
  }
}
