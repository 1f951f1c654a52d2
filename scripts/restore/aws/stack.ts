/** The current resources of a stack. A deployment with other tables replaces some of them. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { pascal } from '../../../infra/constructs/function-names';

interface StackResource {
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

export async function outputsOf<const Names extends readonly string[]>(
  StackName: string,
  names: Names,
): Promise<Record<Names[number], string>> {
  const { Stacks = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  const outputs = Object.fromEntries((Stacks[0]?.Outputs ?? []).map((each) => [each.OutputKey!, each.OutputValue!]));
  const missing = names.filter((name) => outputs[name] === undefined);
  if (missing.length > 0) throw new Error(`The stack ${StackName} has no output ${missing.join(', ')}`);
  return outputs as Record<Names[number], string>;
}
