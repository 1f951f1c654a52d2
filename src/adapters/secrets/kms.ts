/** KMS: wraps data keys and signs the audit chain's head. */
import { createPublicKey } from 'node:crypto';
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  type KMSClient,
  SignCommand,
} from '@aws-sdk/client-kms';
import type { HeadSigner } from '../../app/ports';
import { compactJws, derToRaw } from './jws';
import type { KeyWrapper } from './secret-box';

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
  let publicKey: Promise<Record<string, unknown>> | null = null;
  const jwkOf = async () => {
    const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
    const key = createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' });
    return { ...key.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
  };
  return {
    async sign(payload) {
      publicKey ??= jwkOf().catch((error) => {
        publicKey = null;
        throw error;
      });
      const jwk = await publicKey;
      const jws = await compactJws(payload, async (input) => {
        const { Signature } = await client.send(
          new SignCommand({ KeyId: keyId, Message: input, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' }),
        );
        return derToRaw(Signature!);
      });
      return { jws, jwk };
    },
  };
}
