import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

export async function secretText(id: string, stage: 'AWSCURRENT' | 'AWSPREVIOUS'): Promise<string> {
  client ??= new SecretsManagerClient({});
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id, VersionStage: stage }));
  return SecretString ?? '';
}

export async function putSecretText(id: string, text: string): Promise<void> {
  client ??= new SecretsManagerClient({});
  await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: text }));
}

let client: SecretsManagerClient | null = null;
