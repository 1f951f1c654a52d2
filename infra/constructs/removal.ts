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

/** A log group of ours, which has tags and a retention. */
export function logsOf(scope: Construct, id: string, config: Config, props: logs.LogGroupProps = {}): logs.LogGroup {
  const retention = config.logRetentionDays as logs.RetentionDays;
  return new logs.LogGroup(scope, id, { retention, removalPolicy: removalOf(config), ...props });
}

/** A bucket can only be deleted when it is empty. */
export function bucketRemovalOf(config: Protected): Pick<BucketProps, 'removalPolicy' | 'autoDeleteObjects'> {
  return { removalPolicy: removalOf(config), autoDeleteObjects: !config.protectData };
}

/**
 * Gives the library's function that empties buckets a log group of ours. Lambda would make one that stays for
 * ever. Call it after the last bucket of a stack.
 */
export function logEmptying(scope: Construct, config: Config): void {
  const provider = Stack.of(scope).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  if (provider === undefined) return;
  const logGroup = logsOf(scope, 'EmptyingLogs', config);
  const handler = provider.node.findChild('Handler') as CfnResource;
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
}
