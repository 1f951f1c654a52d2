/** The secrets of a standby: replicas of those of the first region, until it takes over (docs/deploy.md#several-regions). */
import {
  DescribeSecretCommand,
  SecretsManagerClient,
  StopReplicationToReplicaCommand,
} from '@aws-sdk/client-secrets-manager';
import type { Config } from '../../../infra/config';

/**
 * "A replica secret can't be updated independently from its primary secret, except for its encryption key." (Secrets Manager
 * User Guide) So nobody could rotate the codes or add an integration.
 */
export async function promoteReplicas({ primarySecrets, region }: Pick<Config, 'primarySecrets' | 'region'>) {
  if (primarySecrets === null) return 'the secrets are of this deployment';
  const client = new SecretsManagerClient({});
  let promoted = 0;
  for (const SecretId of Object.values(primarySecrets)) {
    if (!(await isReplica(client, SecretId, region))) continue;
    await client.send(new StopReplicationToReplicaCommand({ SecretId }));
    promoted += 1;
  }
  return promoted === 0 ? 'the secrets were promoted before' : `${promoted} secrets are promoted`;
}

/** Also of a secret that was promoted. */
async function isReplica(client: SecretsManagerClient, SecretId: string, region: string): Promise<boolean> {
  const { PrimaryRegion } = await client.send(new DescribeSecretCommand({ SecretId }));
  return PrimaryRegion !== undefined && PrimaryRegion !== region;
}

/** A replica that is missing is found before anything is closed. */
export async function missingReplicas({ primarySecrets }: Pick<Config, 'primarySecrets'>): Promise<string[]> {
  const client = new SecretsManagerClient({});
  const missing: string[] = [];
  for (const [name, SecretId] of Object.entries(primarySecrets ?? {})) {
    try {
      await client.send(new DescribeSecretCommand({ SecretId }));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
      missing.push(
        `The secret ${name} is not replicated to ${SecretId}: deploy the first region with "secretsReplica".`,
      );
    }
  }
  return missing;
}
