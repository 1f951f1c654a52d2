/** The current resources of a stack. A deployment with other tables replaces some of them. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { pascal } from '../../../infra/constructs/function-names';

export interface StackResource {
  readonly logical: string;
  /** As the resource's own service names it: a function's name, a queue's URL, the UUID of a mapping. */
  readonly id: string;
}

export async function resourcesOf(StackName: string, type: string): Promise<StackResource[]> {
  const client = new CloudFormationClient({});
  const found: StackResource[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { LogicalResourceId, PhysicalResourceId, ResourceType } of StackResourceSummaries)
      if (ResourceType === type) found.push({ logical: LogicalResourceId!, id: PhysicalResourceId! });
  }
  if (found.length === 0) throw new Error(`The stack ${StackName} has no ${type}`);
  return found;
}

/** Found by the name of its construct, also inside a construct of another application. */
export async function functionOf(stack: string, name: string): Promise<string> {
  const construct = `Functions${pascal(name)}Function`;
  const all = await resourcesOf(stack, 'AWS::Lambda::Function');
  const found = all.find(({ logical }) => new RegExp(`${construct}[0-9A-F]{8}$`).test(logical));
  if (found === undefined) throw new Error(`The stack ${stack} has no function ${construct}`);
  return found.id;
}

/** Undefined if the configuration of this deployment does not give it. */
export async function outputOf(StackName: string, name: string): Promise<string | undefined> {
  const { Stacks = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
}

export async function outputsOf<const Names extends readonly string[]>(
  stack: string,
  names: Names,
): Promise<Record<Names[number], string>> {
  const values = await Promise.all(names.map((name) => outputOf(stack, name)));
  const missing = names.filter((_, index) => values[index] === undefined);
  if (missing.length > 0) throw new Error(`The stack ${stack} has no output ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<Names[number], string>;
}
