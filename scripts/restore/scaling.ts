/** The scaling of a table with provisioned capacity, which belongs to its name and is not restored with it. */
import {
  type ApplicationAutoScalingClient,
  DescribeScalableTargetsCommand,
  DescribeScalingPoliciesCommand,
  PutScalingPolicyCommand,
  RegisterScalableTargetCommand,
  type ScalableDimension,
} from '@aws-sdk/client-application-auto-scaling';
import { type Config, LEAST_CAPACITY, TARGET_PERCENT } from '../../infra/config';

const ServiceNamespace = 'dynamodb';

/** Where the table in use is gone: the scaling that the templates give the main table. Returns how many there are. */
export async function scaleAs(
  client: ApplicationAutoScalingClient,
  { provisionedCapacity: most }: Config,
  target: string,
  indexes: readonly string[],
): Promise<number> {
  if (most === null) return 0;
  const resources = [
    ['table', `table/${target}`],
    ...indexes.map((index) => ['index', `table/${target}/index/${index}`]),
  ] as const;
  const capacities = [
    ['Read', most.reads],
    ['Write', most.writes],
  ] as const;
  for (const [kind, ResourceId] of resources)
    for (const [what, MaxCapacity] of capacities) {
      const ScalableDimension = `dynamodb:${kind}:${what}CapacityUnits` as ScalableDimension;
      const own = { ServiceNamespace, ResourceId, ScalableDimension } as const;
      await client.send(new RegisterScalableTargetCommand({ ...own, MinCapacity: LEAST_CAPACITY, MaxCapacity }));
      const PredefinedMetricSpecification = {
        PredefinedMetricType: `DynamoDB${what}CapacityUtilization` as const,
      };
      await client.send(
        new PutScalingPolicyCommand({
          ...own,
          PolicyName: policyName(own),
          PolicyType: 'TargetTrackingScaling',
          TargetTrackingScalingPolicyConfiguration: { TargetValue: TARGET_PERCENT, PredefinedMetricSpecification },
        }),
      );
    }
  return resources.length * capacities.length;
}

const policyName = (of: { readonly ScalableDimension: string; readonly ResourceId: string }): string =>
  `${of.ScalableDimension.split(':').at(-1)}-${of.ResourceId.replaceAll('/', '-')}`;

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
      const PolicyName = policyName({ ...own, ScalableDimension: ScalableDimension! });
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
