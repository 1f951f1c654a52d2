/** What happens to data when its stack is deleted. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
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
