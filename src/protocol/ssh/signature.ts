/**
 * Signatures in the format of `ssh-keygen -Y` (OpenSSH's PROTOCOL.sshsig, and PROTOCOL.u2f for passkeys), so that a stock
 * OpenSSH verifies them (docs/decisions/signed-turns.md).
 */
import { createHash } from 'node:crypto';
import { ED25519_KEY, P256_KEY, parsePublicKey, publicKeyBlob, type SshPublicKey } from './public-key';
import { ecdsaBlob, MalformedError, readEcdsaBlob, readWhole, type SshReader, sshString, uint32 } from './wire';

export const WEBAUTHN_SIGNATURE = 'webauthn-sk-ecdsa-sha2-nistp256@openssh.com';

export type SignatureValue =
  /** A passkey's assertion. `raw` is over the authenticator data and the hash of `clientData`. */
  | {
      readonly type: typeof WEBAUTHN_SIGNATURE;
      readonly raw: Uint8Array;
      readonly flags: number;
      readonly counter: number;
      readonly origin: string;
      readonly clientData: Uint8Array;
      readonly extensions: Uint8Array;
    }
  /** r and s, 32 bytes each. */
  | { readonly type: typeof P256_KEY; readonly raw: Uint8Array }
  | { readonly type: typeof ED25519_KEY; readonly bytes: Uint8Array };

export interface SshSignature {
  readonly key: SshPublicKey;
  /** What the signature is for. A signature of one namespace is no signature in another. */
  readonly namespace: string;
  readonly value: SignatureValue;
}

const MAGIC = Buffer.from('SSHSIG');
const VERSION = 1;
const HASH = 'sha512';
const ED25519_SIGNATURE_BYTES = 64;

/** The bytes that a key signs. For a passkey they are the challenge. */
export function toBeSigned(namespace: string, message: string | Uint8Array): Buffer {
  const digest = createHash(HASH).update(message).digest();
  return Buffer.concat([MAGIC, sshString(namespace), sshString(''), sshString(HASH), sshString(digest)]);
}

const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';
const LINE = 70;

/** As `ssh-keygen` writes it. */
export function armour(signature: SshSignature): string {
  const { key, namespace, value } = signature;
  const fields = [publicKeyBlob(key), namespace, '', HASH, valueBlob(value)].map(sshString);
  const base64 = Buffer.concat([MAGIC, uint32(VERSION), ...fields]).toString('base64');
  return [BEGIN, ...(base64.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []), END, ''].join('\n');
}

/** Reads only the one text that `armour` writes for a signature. Null for anything else. */
export function parseArmour(text: string): SshSignature | null {
  const lines = text.split('\n');
  if (lines[0] !== BEGIN || lines.at(-2) !== END || lines.at(-1) !== '') return null;
  const signature = readWhole(Buffer.from(lines.slice(1, -2).join(''), 'base64'), read);
  return signature !== null && armour(signature) === text ? signature : null;
}

function read(reader: SshReader): SshSignature {
  if (!reader.take(MAGIC.length).equals(MAGIC) || reader.uint32() !== VERSION) throw new MalformedError('not SSHSIG');
  const key = parsePublicKey(reader.string());
  const namespace = reader.text();
  const [reserved, hash] = [reader.text(), reader.text()];
  const value = readWhole(reader.string(), readValue);
  if (key === null || value === null || namespace === '' || reserved !== '' || hash !== HASH) {
    throw new MalformedError('a field of SSHSIG');
  }
  return { key, namespace, value };
}

function valueBlob(value: SignatureValue): Buffer {
  switch (value.type) {
    case WEBAUTHN_SIGNATURE:
      return Buffer.concat([
        sshString(value.type),
        sshString(ecdsaBlob(value.raw)),
        Buffer.from([value.flags]),
        uint32(value.counter),
        ...[value.origin, value.clientData, value.extensions].map(sshString),
      ]);
    case P256_KEY:
      return Buffer.concat([sshString(value.type), sshString(ecdsaBlob(value.raw))]);
    case ED25519_KEY:
      return Buffer.concat([sshString(value.type), sshString(value.bytes)]);
  }
}

function readValue(reader: SshReader): SignatureValue {
  const type = reader.text();
  switch (type) {
    case WEBAUTHN_SIGNATURE:
      return {
        type,
        raw: readRaw(reader),
        flags: reader.byte(),
        counter: reader.uint32(),
        origin: reader.text(),
        clientData: reader.string(),
        extensions: reader.string(),
      };
    case P256_KEY:
      return { type, raw: readRaw(reader) };
    case ED25519_KEY: {
      const bytes = reader.string();
      if (bytes.length !== ED25519_SIGNATURE_BYTES) throw new MalformedError('not a signature of Ed25519');
      return { type, bytes };
    }
    default:
      throw new MalformedError('another type of signature');
  }
}

function readRaw(reader: SshReader): Buffer {
  const raw = readWhole(reader.string(), readEcdsaBlob);
  if (raw === null) throw new MalformedError('not a signature of P-256');
  return raw;
}
