/** What happens to data when its stack is deleted. */
import { type CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../config';

type Protected = Pick<Config, 'protectData'>;

/**
 * Protected data stays when its stack is deleted, but not when its creation is rolled back. So the first deployment can
 * be repeated without leaving unused tables and keys.
 */
export function removalOf({ protectData }: Protected): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/** A bucket can only be deleted when it is empty. */
export function bucketRemovalOf(config: Protected): Pick<BucketProps, 'removalPolicy' | 'autoDeleteObjects'> {
  return { removalPolicy: removalOf(config), autoDeleteObjects: !config.protectData };
}

/**
 * Gives the library's function that empties buckets a log group of ours, which has tags and a retention. Lambda would
 * make one that stays for ever. Call it after the last bucket of a stack.
 */
export function logEmptying(scope: Construct, config: Config): void {
  const provider = Stack.of(scope).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  if (provider === undefined) return;
  const logGroup = new logs.LogGroup(scope, 'EmptyingLogs', {
    retention: config.logRetentionDays as logs.RetentionDays,
    removalPolicy: removalOf(config),
  });
  const handler = provider.node.findChild('Handler') as CfnResource;
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
}
