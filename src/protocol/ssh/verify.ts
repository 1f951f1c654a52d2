/** Verifies what `ssh-keygen -Y verify` verifies, by the same rules, and that a passkey was not used in a frame. */
import { createHash, verify } from 'node:crypto';
import { usedOn } from '../client-data';
import { ED25519_KEY, keyObjectOf, PASSKEY_KEY } from './public-key';
import { type SshSignature, toBeSigned, WEBAUTHN_SIGNATURE } from './signature';

const FLAG = { userPresent: 0x01, attested: 0x40, extensions: 0x80 } as const;

/** Whether the signature's own key signed the message in this namespace. The caller must check whose key it is. */
export function isSignedBy(signature: SshSignature, namespace: string, message: string | Uint8Array): boolean {
  const { key, value } = signature;
  if (signature.namespace !== namespace) return false;
  const signed = toBeSigned(namespace, message);
  try {
    if (key.type === PASSKEY_KEY && value.type === WEBAUTHN_SIGNATURE) {
      return isAssertionOf(value, signed) && verifies(signature, assertedBytes(value, key.application));
    }
    return key.type === value.type && verifies(signature, signed);
  } catch {
    // The point is not on the curve.
    return false;
  }
}

function verifies({ key, value }: SshSignature, bytes: Uint8Array): boolean {
  if (value.type === ED25519_KEY) return verify(null, bytes, keyObjectOf(key), value.bytes);
  return verify('sha256', bytes, { key: keyObjectOf(key), dsaEncoding: 'ieee-p1363' }, value.raw);
}

type Assertion = Extract<SshSignature['value'], { type: typeof WEBAUTHN_SIGNATURE }>;

/** OpenSSH compares the beginning of the client data, as WebAuthn Level 2 §5.8.1.1 writes it. */
function isAssertionOf({ clientData, origin, flags, extensions }: Assertion, challenge: Buffer): boolean {
  if (/["\n\r\\]/.test(origin)) return false;
  const beginning = `{"type":"webauthn.get","challenge":"${challenge.toString('base64url')}","origin":"${origin}"`;
  const found = Buffer.from(clientData).toString('utf8');
  const hasExtensions = (flags & FLAG.extensions) !== 0;
  return (
    found.startsWith(beginning) &&
    usedOn(clientData)?.isFramed === false &&
    (flags & FLAG.userPresent) !== 0 &&
    (flags & FLAG.attested) === 0 &&
    hasExtensions === extensions.length > 0
  );
}

function assertedBytes({ flags, counter, extensions, clientData }: Assertion, application: string): Buffer {
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(application), head, extensions, sha256(clientData)]);
}
