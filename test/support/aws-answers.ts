/** What mocked AWS clients answer besides the fields that our code reads. */
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';

/** The body of a stored object. Of the stream that S3 answers, our code reads only the text. */
export const bodyOf = (text: string): GetObjectCommandOutput['Body'] =>
  ({ transformToString: async () => text }) as never;

const MADE = new Date('2026-11-01T00:00:00Z');

export const STACK = { StackName: 'service', CreationTime: MADE, StackStatus: 'UPDATE_COMPLETE' } as const;
export const STACK_RESOURCE = { LastUpdatedTimestamp: MADE, ResourceStatus: 'CREATE_COMPLETE' } as const;

export const executionOf = (executionArn: string) => ({
  ...{ executionArn, stateMachineArn: 'arn:machine', name: executionArn },
  ...{ status: 'RUNNING' as const, startDate: MADE },
});

export const scalableTargetOf = (ResourceId: string) => ({
  ...({ ServiceNamespace: 'dynamodb', ResourceId, ScalableDimension: 'dynamodb:table:WriteCapacityUnits' } as const),
  ...{ MinCapacity: 5, MaxCapacity: 900, RoleARN: 'arn:role', CreationTime: MADE },
});

export const scalingPolicyOf = (TargetValue: number) => ({
  ...({
    PolicyARN: 'arn:policy',
    PolicyName: 'policy',
    PolicyType: 'TargetTrackingScaling',
    CreationTime: MADE,
  } as const),
  ...({ ServiceNamespace: 'dynamodb', ScalableDimension: 'dynamodb:table:WriteCapacityUnits' } as const),
  ...{ ResourceId: 'table/main', TargetTrackingScalingPolicyConfiguration: { TargetValue } },
});
