/**
 * CloudFront's access log. It is configured in us-east-1, wherever the service is, and delivers to a bucket in any region.
 * CloudFront's older form of logging cannot deliver to regions that an account must enable first.
 */
import { Fn, Stack } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../config';
import type { RequestAuthorizationData } from './data';
import type { DataOutput } from './data-outputs';
import { DISTRIBUTION_OUTPUT, type RequestAuthorizationService } from './service';

export const EDGE_REGION = 'us-east-1';

export interface RequestAuthorizationEdgeProps {
  readonly config: Config;
  readonly data: RequestAuthorizationData;
  readonly service: RequestAuthorizationService;
}

export class RequestAuthorizationEdge extends Construct {
  constructor(scope: Construct, id: string, { config, data, service }: RequestAuthorizationEdgeProps) {
    super(scope, id);
    const stack = Stack.of(this);
    if (stack.region !== EDGE_REGION) throw new Error(`RequestAuthorizationEdge needs a stack in ${EDGE_REGION}`);
    const { partition, account } = stack;
    const read = (from: Construct, name: string) => {
      stack.addStackDependency(Stack.of(from));
      return Fn.getStackOutput(Stack.of(from).stackName, name, config.region);
    };
    const bucket = read(data, 'AccessLogsBucket' satisfies DataOutput);
    const distribution = read(service, DISTRIBUTION_OUTPUT);
    const name = Stack.of(service).stackName;
    const source = new logs.CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: `arn:${partition}:cloudfront::${account}:distribution/${distribution}`,
    });
    const destination = new logs.CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: `arn:${partition}:s3:::${bucket}`,
      outputFormat: 'w3c',
    });
    const delivery = new logs.CfnDelivery(this, 'Delivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      s3SuffixPath: '{DistributionId}/{yyyy}/{MM}/{dd}',
    });
    delivery.addResourceDependency(source);
  }
}
