/** What functions on AWS encrypt, sign and authenticate with: KMS keys, and secrets of Secrets Manager. */

import { KMSClient } from '@aws-sdk/client-kms';
import { ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Tables } from '../../adapters/dynamodb/client';
import { createDataKeyStore } from '../../adapters/dynamodb/data-key-store';
import { createKmsHeadSigner, createKmsKeyWrapper } from '../../adapters/secrets/kms';
import { refreshed } from '../../adapters/secrets/refreshed';
import { createSecretBox } from '../../adapters/secrets/secret-box';
import { createCodeKeys, createPushKeyText, secretJson } from '../../adapters/secrets/secrets-manager';
import type { Integration } from '../../service/delivery/use-cases/compose-post';
import type { Clock } from '../../service/system/ports';
import { readEnv } from '../env';
import { secretText } from './secret-text';

export const secretBox = (clock: Clock, tables: Tables) =>
  createSecretBox({
    clock,
    wrapper: createKmsKeyWrapper(new KMSClient({}), readEnv(['dataKeyId']).dataKeyId),
    store: createDataKeyStore(tables),
  });

export const codeKeys = (clock: Clock) =>
  createCodeKeys(new SecretsManagerClient({}), readEnv(['codeSecretId']).codeSecretId, clock);

export const pushKeyText = (clock: Clock) =>
  createPushKeyText(new SecretsManagerClient({}), readEnv(['pushSecretId']).pushSecretId, clock);

export const headSigner = () => createKmsHeadSigner(new KMSClient({}), readEnv(['headKeyId']).headKeyId);

/** The platform's integrations with their secrets, by name. */
export function integrations(clock: Clock): (name: string) => Promise<Integration | null> {
  const { integrationsSecretId } = readEnv(['integrationsSecretId']);
  const all = refreshed(clock, async () => {
    const text = await secretText(integrationsSecretId, 'AWSCURRENT');
    return secretJson<Readonly<Record<string, Integration>>>(text || '{}', 'the secret of integrations');
  });
  return async (name) => {
    const declared = await all();
    return Object.hasOwn(declared, name) ? declared[name]! : null;
  };
}

/** The secret that CloudFront sends: the current one, or the previous one until CloudFront is deployed again. */
export function edgeSecrets(clock: Clock): () => Promise<readonly string[]> {
  const { edgeSecretId } = readEnv(['edgeSecretId']);
  const secrets = refreshed(clock, async () => {
    const [current, previous] = await Promise.all([
      secretText(edgeSecretId, 'AWSCURRENT'),
      secretText(edgeSecretId, 'AWSPREVIOUS').catch(noPrevious),
    ]);
    return [current, ...(previous === null ? [] : [previous])];
  });
  // Read when the function starts, so that the first call does not wait for it.
  secrets().catch(() => undefined);
  return secrets;
}

/** A secret that was never rotated has no previous version. */
function noPrevious(error: unknown): null {
  if (error instanceof ResourceNotFoundException) return null;
  throw error;
}
