/**
 * Published heads are replicated to the standby's bucket, without which a failover has nothing to compare the chains with
 * (docs/deploy.md#several-regions).
 */
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/** The metrics of the replication name their rule. */
export const HEADS_RULE = 'heads';

export class HeadsReplication extends Construct {
  readonly properties: Pick<s3.BucketProps, 'replicationRole' | 'replicationRules'>;
  private readonly role: iam.Role;
  private readonly replica: s3.IBucket;

  constructor(scope: Construct, id: string, replicaName: string) {
    super(scope, id);
    this.replica = s3.Bucket.fromBucketName(this, 'Replica', replicaName);
    this.role = new iam.Role(this, 'Role', {
      assumedBy: new iam.CompositePrincipal(
        new iam.ServicePrincipal('s3.amazonaws.com'),
        // For the heads of before, which only a job of Batch Replication copies.
        new iam.ServicePrincipal('batchoperations.s3.amazonaws.com'),
      ),
    });
    this.properties = {
      replicationRole: this.role,
      replicationRules: [
        {
          id: HEADS_RULE,
          destination: this.replica,
          // Without replication time control, there is no threshold, and the metrics are switched on.
          metrics: s3.ReplicationTimeValue.FIFTEEN_MINUTES,
        },
      ],
    };
  }

  /** Call it with the bucket that has the properties. */
  allow(heads: s3.Bucket): void {
    heads.grantReplicationPermission(this.role, { destinations: [{ bucket: this.replica }] });
    // "You must grant two new permissions on the source S3 bucket", because it has an Object Lock (S3 user guide, Object Lock
    // considerations). Without them, no object is replicated: SrcGetRetentionNotPermitted, SrcGetLegalHoldNotPermitted.
    const ofLock = ['s3:GetObjectRetention', 's3:GetObjectLegalHold'];
    const objects = heads.arnForObjects('heads/*');
    this.role.addToPolicy(
      new iam.PolicyStatement({ actions: [...ofLock, 's3:InitiateReplication'], resources: [objects] }),
    );
    this.role.addToPolicy(
      new iam.PolicyStatement({ actions: ['s3:PutInventoryConfiguration'], resources: [heads.bucketArn] }),
    );
  }
}
