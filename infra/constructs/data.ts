/**
 * Everything that must outlive a deployment: tables, keys, secrets, and the buckets for heads, logs and given-up
 * records.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { declareOutputs } from './data-outputs';
import { HeadsReplication } from './heads-replication';
import { bucketRemovalOf, logEmptying } from './removal';
import { Secrets } from './secrets';
import { Tables } from './tables';

export interface RequestAuthorizationDataProps {
  readonly config: Config;
}

export class RequestAuthorizationData extends Construct {
  readonly tables: Tables;
  readonly secrets: Secrets;
  /** Complete records that the stream gave up. */
  readonly givenUp: s3.Bucket;
  /** Published heads of the audit chains: write-once where data is protected (docs/decisions/published-heads.md). */
  readonly heads: s3.Bucket;
  /** Documents beside requests (docs/decisions/evidence.md). */
  readonly evidence: s3.Bucket;
  /** The access logs of CloudFront. */
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
    const replication =
      config.headsReplica === null ? null : new HeadsReplication(this, 'HeadsReplication', config.headsReplica);
    this.heads = new s3.Bucket(this, 'Heads', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      // Heads contain only hashes. If a key of ours encrypted them, disabling it would make every published head
      // unreadable.
      encryption: s3.BucketEncryption.S3_MANAGED,
      ...writeOnce(config),
      ...replication?.properties,
    });
    replication?.allow(this.heads);
    this.evidence = new s3.Bucket(this, 'Evidence', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: this.secrets.dataKey,
      // One call of KMS serves many documents.
      bucketKeyEnabled: true,
      // An expired document leaves a marker, so it differs from one that was never stored. A document that somebody
      // overwrote or deleted can be restored for as long as the table can.
      versioned: true,
      lifecycleRules: [
        { expiration: Duration.days(config.evidenceDays), noncurrentVersionExpiration: Duration.days(RECOVERY_DAYS) },
      ],
    });
    this.accessLogs = new s3.Bucket(this, 'AccessLogs', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      encryption: s3.BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    this.accessLogs.addToResourcePolicy(deliveryOf(Stack.of(this), this.accessLogs));
    this.tables = new Tables(this, 'Tables', { config, key: this.secrets.dataKey });
    // Created last, because it is protected from deletion: if an earlier step of the first deployment fails, nothing is
    // left behind.
    const before = [this.secrets, this.givenUp, this.heads, this.evidence, this.accessLogs];
    this.tables.main.node.addDependency(...before, ...(replication === null ? [] : [replication]));
    declareOutputs(this);
    logEmptying(this, config);
  }
}

/** DynamoDB can restore a table to any time within this period. */
const RECOVERY_DAYS = 35;

/** CloudFront's logs are delivered from us-east-1 (edge-logs.ts). */
function deliveryOf({ partition, account }: Stack, bucket: s3.Bucket): iam.PolicyStatement {
  return new iam.PolicyStatement({
    principals: [new iam.ServicePrincipal('delivery.logs.amazonaws.com')],
    actions: ['s3:PutObject'],
    resources: [bucket.arnForObjects(`AWSLogs/${account}/CloudFront/*`)],
    conditions: {
      StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:us-east-1:${account}:delivery-source:*` },
    },
  });
}

/**
 * A bucket keeps its Object Lock for ever, but the retention can change at any time. In governance mode, only roles with a
 * special permission can delete a head. In compliance mode nobody can until the retention ends, not even the account's root
 * user, so this mode must be configured.
 */
function writeOnce({
  protectData,
  headComplianceDays: days,
}: Config): Pick<s3.BucketProps, 'versioned' | 'objectLockEnabled' | 'objectLockDefaultRetention'> {
  const common = { versioned: true, objectLockEnabled: true };
  if (!protectData) return common;
  const objectLockDefaultRetention =
    days === null
      ? s3.ObjectLockRetention.governance(Duration.days(365))
      : s3.ObjectLockRetention.compliance(Duration.days(days));
  return { ...common, objectLockDefaultRetention };
}

export const CLOSED = { blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL, enforceSSL: true } as const;
