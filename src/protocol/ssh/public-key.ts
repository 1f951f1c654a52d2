/** Public keys of signers, in OpenSSH's form (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4, OpenSSH's PROTOCOL.u2f). */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { MalformedError, readWhole, type SshReader, sshString } from './wire';

export const PASSKEY_KEY = 'sk-ecdsa-sha2-nistp256@openssh.com';
export const P256_KEY = 'ecdsa-sha2-nistp256';
export const ED25519_KEY = 'ssh-ed25519';

export type SshPublicKey =
  /** An operator's passkey. `application` is the relying party: the host name of the console. */
  | { readonly type: typeof PASSKEY_KEY; readonly point: Uint8Array; readonly application: string }
  | { readonly type: typeof P256_KEY; readonly point: Uint8Array }
  | { readonly type: typeof ED25519_KEY; readonly bytes: Uint8Array };

const CURVE = 'nistp256';
const POINT_BYTES = 65;
const ED25519_BYTES = 32;

export function publicKeyBlob(key: SshPublicKey): Buffer {
  switch (key.type) {
    case PASSKEY_KEY:
      return joined(key.type, CURVE, key.point, key.application);
    case P256_KEY:
      return joined(key.type, CURVE, key.point);
    case ED25519_KEY:
      return joined(key.type, key.bytes);
  }
}

function joined(...fields: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(fields.map(sshString));
}

/** Null if it is malformed or of a type that signs nothing here. */
export function parsePublicKey(blob: Uint8Array): SshPublicKey | null {
  return readWhole(blob, (reader): SshPublicKey => {
    const type = reader.text();
    switch (type) {
      case PASSKEY_KEY:
        return { type, point: readPoint(reader), application: reader.text() };
      case P256_KEY:
        return { type, point: readPoint(reader) };
      case ED25519_KEY:
        return { type, bytes: exactly(ED25519_BYTES, reader.string()) };
      default:
        throw new MalformedError('another type of key');
    }
  });
}

function readPoint(reader: SshReader): Uint8Array {
  if (reader.text() !== CURVE) throw new MalformedError('another curve');
  const point = exactly(POINT_BYTES, reader.string());
  if (point[0] !== 4) throw new MalformedError('a compressed point');
  return point;
}

function exactly(size: number, bytes: Buffer): Buffer {
  if (bytes.length !== size) throw new MalformedError(`not ${size} bytes`);
  return bytes;
}

/** `<type> <base64>`, as in a `.pub` file and in `allowed_signers`. */
export function publicKeyText(key: SshPublicKey): string {
  return `${key.type} ${publicKeyBlob(key).toString('base64')}`;
}

export function parsePublicKeyText(text: string): SshPublicKey | null {
  const [type = '', base64 = ''] = text.split(' ');
  const key = parsePublicKey(Buffer.from(base64, 'base64'));
  return key !== null && key.type === type && publicKeyText(key) === text ? key : null;
}

/** As `ssh-keygen -l` prints it. */
export function fingerprintOf(key: SshPublicKey): string {
  return `SHA256:${createHash('sha256')
    .update(publicKeyBlob(key))
    .digest('base64')
    .replace(/(?<!=)=+$/, '')}`;
}

/** Throws if the point is not on the curve. */
export function keyObjectOf(key: SshPublicKey): KeyObject {
  if (key.type === ED25519_KEY) {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64url(key.bytes) }, format: 'jwk' });
  }
  const [x, y] = [key.point.subarray(1, 33), key.point.subarray(33)].map(base64url);
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
}

/** Converts a P-256 or Ed25519 key of Node. */
export function sshKeyOf(key: KeyObject): SshPublicKey {
  const { crv, x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  if (crv === 'Ed25519') return { type: ED25519_KEY, bytes: bytes(x) };
  if (crv === 'P-256') return { type: P256_KEY, point: Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)]) };
  throw new TypeError(`a key of ${crv ?? 'an unknown curve'} signs nothing here`);
}

/**
 * The point of an ES256 key in COSE (RFC 9053 §7.1.1), base64url, as a passkey's record keeps it. Null for a key of another
 * algorithm: it can sign in, but no stock tool verifies what it signs.
 */
export function pointOfCoseKey(cose: string): Uint8Array | null {
  const bytes = Buffer.from(cose, 'base64url');
  const [x, y] = [bytes.subarray(10, 42), bytes.subarray(45, 77)];
  const isEs256 = bytes.length === 77 && Buffer.concat([ES256_HEAD, x, ES256_Y, y]).equals(bytes);
  return isEs256 ? Buffer.concat([Buffer.from([4]), x, y]) : null;
}

/** `{1: 2, 3: -7, -1: 1, -2: x` and then `-3: y}`. Authenticators write the map in this one order (CTAP 2.1 §8). */
const ES256_HEAD = Buffer.from('a5010203262001215820', 'hex');
const ES256_Y = Buffer.from('225820', 'hex');

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
