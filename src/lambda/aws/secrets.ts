import { KMSClient } from '@aws-sdk/client-kms';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Tables } from '../../adapters/dynamodb/client';
import { createDataKeyStore } from '../../adapters/dynamodb/data-key-store';
import { createKmsHeadSigner, createKmsKeyWrapper } from '../../adapters/secrets/kms';
import { createSecretBox } from '../../adapters/secrets/secret-box';
import { createCodeKeys } from '../../adapters/secrets/secrets-manager';
import type { Integration } from '../../app/compose-post';
import type { Clock } from '../../app/ports';
import { readEnv } from '../env';

export const secretBox = (clock: Clock, tables: Tables) =>
  createSecretBox({
    clock,
    wrapper: createKmsKeyWrapper(new KMSClient({}), readEnv(['dataKeyId']).dataKeyId),
    store: createDataKeyStore(tables),
  });

export const codeKeys = (clock: Clock) =>
  createCodeKeys(new SecretsManagerClient({}), readEnv(['codeSecretId']).codeSecretId, clock);

export const headSigner = () => createKmsHeadSigner(new KMSClient({}), readEnv(['headKeyId']).headKeyId);

/** The platform's integrations with their secrets; read when a function starts. */
export async function integrations(): Promise<ReadonlyMap<string, Integration>> {
  const text = await secretText(readEnv(['integrationsSecretId']).integrationsSecretId);
  return new Map(Object.entries(JSON.parse(text || '{}') as Record<string, Integration>));
}

/** What CloudFront shows; asked for when a function starts, and again when that failed. */
export function edgeSecret(): () => Promise<string> {
  const { edgeSecretId } = readEnv(['edgeSecretId']);
  let read: Promise<string> | null = null;
  const secret = () => {
    read ??= secretText(edgeSecretId).catch((error) => {
      read = null;
      throw error;
    });
    return read;
  };
  secret().catch(() => undefined);
  return secret;
}

async function secretText(id: string): Promise<string> {
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: id }));
  return SecretString ?? '';
}
