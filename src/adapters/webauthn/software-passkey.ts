/**
 * A passkey with its private key as text, for the canary, which has no person and no device. Anyone who reads the text
 * can sign in, so it belongs in a secret.
 */
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { CredentialResponse } from '../../service/access/ports';

export interface SoftwarePasskey {
  /** base64url. */
  readonly credentialId: string;
  /** PKCS #8, base64url. */
  readonly privateKey: string;
}

/** The public key is a COSE key (RFC 9053 §7.1.1) in base64url, the form that the service stores. */
export function createSoftwarePasskey(): SoftwarePasskey & { readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  return {
    credentialId: randomBytes(20).toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    publicKey: coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')).toString('base64url'),
  };
}

/** {kty: EC2, alg: ES256, crv: P-256, x, y} in CBOR. The CBOR heads are always the same. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]);

const USER_PRESENT_AND_VERIFIED = 0x05;
/** The passkey does not count its uses, like passkeys that are synced between devices. */
const COUNTER = Buffer.alloc(4);

/** Answers the options of a sign-in at `origin`. */
export function answerOfSoftwarePasskey(
  { credentialId, privateKey }: SoftwarePasskey,
  { challenge, origin }: { readonly challenge: string; readonly origin: string },
): CredentialResponse {
  const rpId = new URL(origin).hostname;
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
  const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT_AND_VERIFIED]), COUNTER]);
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key);
  return {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  } as CredentialResponse;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
