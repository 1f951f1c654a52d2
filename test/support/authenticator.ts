/** An authenticator in software: the answers of a browser and a security key to WebAuthn's options. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Credential {
  readonly id: string;
  /** The uncompressed point of its P-256 key. Empty for another key. */
  readonly point: Uint8Array;
  /** In COSE, base64url, as the service stores it. */
  readonly publicKey: string;
  /** The answer to creation options. */
  create(challenge: string): object;
  /** The answer to request options. `verifiesUser` applies to this call only. */
  use(challenge: string, options?: { readonly verifiesUser?: boolean }): object;
}

export interface AuthenticatorOptions {
  readonly origin: string;
  readonly rpId: string;
  /** Whether it asks its user for a PIN or a fingerprint. */
  readonly verifiesUser?: boolean;
  /** Whether it counts its uses. Passkeys that are synced between devices do not. */
  readonly counts?: boolean;
  /** Default: ES256. */
  readonly algorithm?: 'ES256' | 'EdDSA';
  /** What the browser says about the page's frame. Default: it is in none. */
  readonly frame?: object;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function aCredential({
  origin,
  rpId,
  verifiesUser = true,
  counts = true,
  algorithm = 'ES256',
  frame = { crossOrigin: false },
}: AuthenticatorOptions): Credential {
  const { privateKey, cose, point } = algorithm === 'ES256' ? es256() : edDsa();
  const idBytes = randomBytes(20);
  const id = idBytes.toString('base64url');
  let counter = 0;

  const head = (extra: number, verified = verifiesUser) => {
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | extra]), count]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, ...frame }));
  const answer = (response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  });

  return {
    id,
    point,
    publicKey: cbor(cose).toString('base64url'),
    create(challenge) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(idBytes.length);
      const authData = Buffer.concat([head(HAS_CREDENTIAL), Buffer.alloc(16), length, idBytes, cbor(cose)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return answer({ clientDataJSON: clientData('webauthn.create', challenge), attestationObject: cbor(attestation) });
    },
    use(challenge, options = {}) {
      if (counts) counter += 1;
      const clientDataJSON = clientData('webauthn.get', challenge);
      const authenticatorData = head(0, options.verifiesUser);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = sign(algorithm === 'ES256' ? 'sha256' : null, signed, privateKey);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}

/** COSE: EC2, ES256, P-256. */
function es256() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, base64url(x)],
    [-3, base64url(y)],
  ]);
  return { privateKey, cose, point: Buffer.concat([Buffer.from([4]), base64url(x), base64url(y)]) };
}

/** COSE: OKP, EdDSA, Ed25519. */
function edDsa() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, Cbor>([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, base64url(x)],
  ]);
  return { privateKey, cose, point: Buffer.alloc(0) };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (text: string): Buffer => Buffer.from(text, 'base64url');

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>;

/** The part of RFC 8949 that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? header(0, value) : header(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([header(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([header(2, value.length), value]);
  const entries = [...(value as Map<number | string, Cbor>)];
  return Buffer.concat([header(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function header(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
