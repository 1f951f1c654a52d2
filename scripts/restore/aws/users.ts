/** Who uses a table: a stack, or functions that read its stream. */
import { CloudFormationClient, DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { LambdaClient, paginateListEventSourceMappings } from '@aws-sdk/client-lambda';

export async function usersOf(table: string, streamArn: string | null): Promise<string[]> {
  const stack = await stackOf(table);
  return [
    ...(stack === null ? [] : [`it belongs to the stack ${stack}`]),
    ...(streamArn === null ? [] : await readersOf(streamArn)),
  ];
}

/** "If PhysicalResourceId doesn't belong to a stack, the call fails." */
async function stackOf(PhysicalResourceId: string): Promise<string | null> {
  try {
    const { StackResources = [] } = await new CloudFormationClient({}).send(
      new DescribeStackResourcesCommand({ PhysicalResourceId }),
    );
    return StackResources[0]?.StackName ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationError') return null;
    throw error;
  }
}

/** Mappings that are switched off count too: a frozen stack has them. */
async function readersOf(EventSourceArn: string): Promise<string[]> {
  const readers: string[] = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings(
    { client: new LambdaClient({}) },
    { EventSourceArn },
  ))
    for (const { FunctionArn } of EventSourceMappings) readers.push(`${FunctionArn} reads its stream`);
  return readers;
}
