/** KMS: wraps data keys and signs the audit chain's head. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
} from '@aws-sdk/client-kms';
import { type SshPublicKey, sshKeyOf } from '../../protocol/ssh/public-key';
import { rawFromDer } from '../../protocol/ssh/wire';
import type { HeadSigner } from '../../service/audit/ports';
import type { VerdictSigner } from '../../service/request/ports';
import { compactJws } from './jws';
import type { KeyWrapper } from './secret-box';

export const openKms = (): KMSClient => new KMSClient({});

export function createKmsKeyWrapper(client: KMSClient, keyId: string): KeyWrapper {
  return {
    async generate(org) {
      const answer = await client.send(
        new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { org } }),
      );
      return { plain: answer.Plaintext!, wrapped: Buffer.from(answer.CiphertextBlob!).toString('base64') };
    },
    async unwrap(org, wrapped) {
      const answer = await client.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(wrapped, 'base64'),
          EncryptionContext: { org },
        }),
      );
      return answer.Plaintext!;
    },
  };
}

/** `keyId`: an ECC_NIST_P256 key for SIGN_VERIFY. The private key never leaves KMS. */
export function createKmsHeadSigner(client: KMSClient, keyId: string): HeadSigner {
  const publicKey = keptAnswer(() => publicKeyOf(client, keyId));
  return {
    async sign(payload) {
      const jwk = { ...(await publicKey()).export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
      const jws = await compactJws(payload, (input) => signWith(client, keyId, input));
      return { jws, jwk };
    },
  };
}

/** `keyId`: a key like the one for heads, but not the same one. */
export function createKmsVerdictSigner(client: KMSClient, keyId: string): VerdictSigner {
  const publicKey = keptAnswer(async (): Promise<SshPublicKey> => sshKeyOf(await publicKeyOf(client, keyId)));
  return { publicKey, sign: (bytes) => signWith(client, keyId, bytes) };
}

async function publicKeyOf(client: KMSClient, keyId: string): Promise<KeyObject> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  return createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' });
}

/** Returns r || s. */
async function signWith(client: KMSClient, keyId: string, input: Uint8Array): Promise<Uint8Array> {
  const { Signature } = await client.send(
    new SignCommand({ KeyId: keyId, Message: input, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' }),
  );
  const raw = rawFromDer(Signature!);
  if (raw === null) throw new Error('KMS answered with a signature that is not DER');
  return raw;
}

/** Reads once. A failure is not remembered. */
function keptAnswer<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => {
    known ??= read().catch((error) => {
      known = null;
      throw error;
    });
    return known;
  };
}
