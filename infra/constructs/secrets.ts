/** Keys and secrets: none of them is ever in an environment variable. */
import * as kms from 'aws-cdk-lib/aws-kms';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { removalOf } from './removal';

export class Secrets extends Construct {
  /** Encrypts the tables and the secrets, and wraps the organizations' data keys. */
  readonly dataKey: kms.Key;
  /** Signs the audit chain's head. The private key never leaves KMS. */
  readonly headKey: kms.Key;
  /** Signs verdicts, for the proofs. The private key never leaves KMS. */
  readonly verdictKey: kms.Key;
  /** The secrets of operator codes: `{"current": id, id: text}`. The first text is generated here. */
  readonly codes: secretsmanager.Secret;
  /** The platform's integrations: `{"name": {"url", "secret"}}`. */
  readonly integrations: secretsmanager.Secret;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const removalPolicy = removalOf(config);
    // A key cannot become one of several regions later, and a standby needs replicas of all three
    // (docs/deploy.md#several-regions).
    const common = { multiRegion: true, removalPolicy };
    this.dataKey = new kms.Key(this, 'DataKey', {
      ...common,
      enableKeyRotation: true,
      description: 'tables, secrets, data keys',
    });
    this.headKey = new kms.Key(this, 'HeadKey', {
      ...common,
      keySpec: kms.KeySpec.ECC_NIST_P256,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      description: 'signs the head of the audit chains (ES256)',
    });
    this.verdictKey = new kms.Key(this, 'VerdictKey', {
      ...common,
      keySpec: kms.KeySpec.ECC_NIST_P256,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      description: 'signs verdicts (P-256)',
    });
    this.codes = new secretsmanager.Secret(this, 'Codes', {
      description: 'what operator codes are made with',
      encryptionKey: this.dataKey,
      removalPolicy,
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ current: 'ck_1' }),
        generateStringKey: 'ck_1',
        passwordLength: 64,
        excludePunctuation: true,
      },
    });
    this.integrations = new secretsmanager.Secret(this, 'Integrations', {
      description: 'platform integrations: URL and signing secret by name',
      encryptionKey: this.dataKey,
      removalPolicy,
      // Empty at first. The operator of the deployment adds them.
      secretObjectValue: {},
    });
  }
}
