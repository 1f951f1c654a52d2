/**
 * CloudTrail's record of every write to the tables, the heads and the documents, and who made it. The runbook needs it to find who
 * wrote past the service.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudtrail from 'aws-cdk-lib/aws-cloudtrail';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { CLOSED } from './data';
import { bucketRemovalOf } from './removal';

export interface DataEventsProps {
  readonly config: Config;
  readonly tables: readonly dynamodb.ITable[];
  readonly buckets: Readonly<Record<string, s3.IBucket>>;
}

export class DataEvents extends Construct {
  constructor(scope: Construct, id: string, { config, tables, buckets }: DataEventsProps) {
    super(scope, id);
    const bucket = new s3.Bucket(this, 'Bucket', {
      ...CLOSED,
      ...bucketRemovalOf(config),
      encryption: s3.BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(config.logRetentionDays) }],
    });
    const trail = new cloudtrail.Trail(this, 'Trail', {
      bucket,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      managementEvents: cloudtrail.ReadWriteType.NONE,
    });
    const cfn = trail.node.defaultChild as cloudtrail.CfnTrail;
    const { partition } = Stack.of(this);
    // The library has no selector for tables, but requires one of its own selectors.
    trail.addS3EventSelector(Object.values(buckets).map((each) => ({ bucket: each })));
    cfn.addPropertyDeletionOverride('EventSelectors');
    cfn.advancedEventSelectors = [
      writesTo('tables', 'AWS::DynamoDB::Table', { equalTo: tables.map(({ tableArn }) => tableArn) }),
      ...Object.entries(buckets).map(([name, { bucketName }]) =>
        writesTo(name, 'AWS::S3::Object', { startsWith: [`arn:${partition}:s3:::${bucketName}/`] }),
      ),
    ];
  }
}

function writesTo(
  name: string,
  type: string,
  arn: { readonly equalTo?: string[]; readonly startsWith?: string[] },
): cloudtrail.CfnTrail.AdvancedEventSelectorProperty {
  return {
    name: `writes to ${name}`,
    fieldSelectors: [
      { field: 'eventCategory', equalTo: ['Data'] },
      { field: 'readOnly', equalTo: ['false'] },
      { field: 'resources.type', equalTo: [type] },
      { field: 'resources.ARN', ...arn },
    ],
  };
}
