/** What must outlive a deployment: tables, keys, secrets, and the buckets of heads, logs and given-up records. */
import { Duration } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { bucketRemovalOf } from './removal';
import { Secrets } from './secrets';
import { Tables } from './tables';

export interface RequestAuthorizationDataProps {
  readonly config: Config;
}

export class RequestAuthorizationData extends Construct {
  readonly tables: Tables;
  readonly secrets: Secrets;
  /** Records of the stream that were given up, complete. */
  readonly givenUp: s3.Bucket;
  /** Published heads of the audit chains: write-once where data is protected (docs/decisions/published-heads.md). */
  readonly heads: s3.Bucket;
  /** CloudFront's. */
  readonly accessLogs: s3.Bucket;

  constructor(scope: Construct, id: string, { config }: RequestAuthorizationDataProps) {
    super(scope, id);
    this.secrets = new Secrets(this, 'Secrets', config);
    this.givenUp = new s3.Bucket(this, 'GivenUp', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: this.secrets.dataKey,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    this.heads = new s3.Bucket(this, 'Heads', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      // Heads hold hashes alone. A key of ours could be disabled, and with it every published head.
      encryption: s3.BucketEncryption.S3_MANAGED,
      ...(config.protectData ? WRITE_ONCE : {}),
    });
    this.accessLogs = new s3.Bucket(this, 'AccessLogs', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      encryption: s3.BucketEncryption.S3_MANAGED,
      // CloudFront writes its logs by ACL.
      objectOwnership: s3.ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    this.tables = new Tables(this, 'Tables', { config, key: this.secrets.dataKey });
    // Last, because it is protected from deletion: a first deployment that fails before it leaves nothing behind.
    this.tables.main.node.addDependency(this.secrets, this.givenUp, this.heads, this.accessLogs);
  }
}

/**
 * In compliance mode nobody can delete or change a head before its retention ends, the account's root user included. Ten
 * years: an auditor must be able to ask for what was decided long ago.
 */
const WRITE_ONCE: Pick<s3.BucketProps, 'versioned' | 'objectLockEnabled' | 'objectLockDefaultRetention'> = {
  versioned: true,
  objectLockEnabled: true,
  objectLockDefaultRetention: s3.ObjectLockRetention.compliance(Duration.days(3653)),
};

export const CLOSED = { blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL, enforceSSL: true } as const;
