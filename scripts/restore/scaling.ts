/** The scaling of a table with provisioned capacity, which belongs to its name and is not restored with it. */
import {
  type ApplicationAutoScalingClient,
  DescribeScalableTargetsCommand,
  DescribeScalingPoliciesCommand,
  PutScalingPolicyCommand,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';

const ServiceNamespace = 'dynamodb';

/** Registers the scaling of the table and of its indexes. A repetition changes nothing. Returns how many there are. */
export async function copyScaling(
  client: ApplicationAutoScalingClient,
  source: string,
  target: string,
  indexes: readonly string[],
): Promise<number> {
  const resources = [`table/${source}`, ...indexes.map((index) => `table/${source}/index/${index}`)];
  const { ScalableTargets = [] } = await client.send(
    new DescribeScalableTargetsCommand({ ServiceNamespace, ResourceIds: resources, MaxResults: 50 }),
  );
  const renamed = (id: string | undefined) => id!.replace(`table/${source}`, `table/${target}`);
  for (const { ResourceId, ScalableDimension, MinCapacity, MaxCapacity } of ScalableTargets) {
    const own = { ServiceNamespace, ResourceId: renamed(ResourceId), ScalableDimension } as const;
    await client.send(new RegisterScalableTargetCommand({ ...own, MinCapacity, MaxCapacity }));
    const { ScalingPolicies = [] } = await client.send(
      new DescribeScalingPoliciesCommand({ ServiceNamespace, ResourceId, ScalableDimension }),
    );
    for (const { PolicyType, TargetTrackingScalingPolicyConfiguration: tracking } of ScalingPolicies) {
      const PolicyName = `${ScalableDimension!.split(':').at(-1)}-${own.ResourceId.replaceAll('/', '-')}`;
      await client.send(
        new PutScalingPolicyCommand({
          ...own,
          PolicyName,
          PolicyType,
          TargetTrackingScalingPolicyConfiguration: tracking,
        }),
      );
    }
  }
  return ScalableTargets.length;
}
