/** Keys and secrets: none of them is ever in an environment variable. */
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { pascal } from './function-names';
import { removalOf } from './removal';

export class Secrets extends Construct {
  /** Encrypts the tables and the secrets, and wraps the organizations' data keys. */
  readonly dataKey: kms.IKey;
  /** Signs the audit chain's head. The private key never leaves KMS. */
  readonly headKey: kms.IKey;
  /** Signs verdicts, for the proofs. The private key never leaves KMS. */
  readonly verdictKey: kms.IKey;
  /** The secrets of operator codes: `{"current": id, id: text}`. The first text is generated here. */
  readonly codes: secretsmanager.ISecret;
  /** The text from which the VAPID key of pushes is derived, in the form of `codes` (docs/decisions/web-push.md). */
  readonly push: secretsmanager.ISecret;
  /** The platform's integrations: `{"name": {"url", "secret"}}`. */
  readonly integrations: secretsmanager.ISecret;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const removalPolicy = removalOf(config);
    const { primaryKeys } = config;
    const make = (name: keyof NonNullable<Config['primaryKeys']>, description: string, props: kms.KeyProps) =>
      primaryKeys === null
        ? // A key cannot become one of several regions later, and a standby needs replicas of all three.
          new kms.Key(this, pascal(name), { ...props, description, multiRegion: true, removalPolicy })
        : replicaOf(this, pascal(name), primaryKeys[name], description, config);
    const signs = { keySpec: kms.KeySpec.ECC_NIST_P256, keyUsage: kms.KeyUsage.SIGN_VERIFY };
    this.dataKey = make('dataKey', 'tables, secrets, data keys', { enableKeyRotation: true });
    this.headKey = make('headKey', 'signs the head of the audit chains (ES256)', signs);
    this.verdictKey = make('verdictKey', 'signs verdicts (P-256)', signs);
    const { primarySecrets, secretsReplica } = config;
    const replicaRegions =
      secretsReplica === null
        ? {}
        : {
            replicaRegions: [
              {
                region: secretsReplica.region,
                encryptionKey: kms.Key.fromKeyArn(this, 'ReplicaKey', secretsReplica.key),
              },
            ],
          };
    const secret = (name: keyof NonNullable<Config['primarySecrets']>, props: secretsmanager.SecretProps) =>
      primarySecrets === null
        ? new secretsmanager.Secret(this, pascal(name), {
            ...props,
            ...replicaRegions,
            encryptionKey: this.dataKey,
            removalPolicy,
          })
        : secretsmanager.Secret.fromSecretCompleteArn(this, pascal(name), primarySecrets[name]);
    const generated = (id: string): secretsmanager.SecretStringGenerator => ({
      secretStringTemplate: JSON.stringify({ current: id }),
      generateStringKey: id,
      passwordLength: 64,
      excludePunctuation: true,
    });
    this.codes = secret('codes', {
      description: 'what operator codes are made with',
      generateSecretString: generated('ck_1'),
    });
    this.push = secret('push', {
      description: 'what the VAPID key of pushes is derived from',
      generateSecretString: generated('pk_1'),
    });
    this.integrations = secret('integrations', {
      description: 'platform integrations: URL and signing secret by name',
      // Empty at first. The operator of the deployment adds them.
      secretObjectValue: {},
    });
  }
}

/** A replica of a key of the first region: it decrypts and signs like the original. */
function replicaOf(scope: Construct, id: string, primaryKeyArn: string, description: string, config: Config): kms.IKey {
  const keyPolicy = new iam.PolicyDocument({
    statements: [
      new iam.PolicyStatement({ actions: ['kms:*'], principals: [new iam.AccountRootPrincipal()], resources: ['*'] }),
    ],
  });
  const replica = new kms.CfnReplicaKey(scope, id, { primaryKeyArn, description, keyPolicy });
  replica.applyRemovalPolicy(removalOf(config));
  return kms.Key.fromKeyArn(scope, `${id}Here`, replica.attrArn);
}
