/** The stack as a template, and what it gives each function: environment and permissions, as CloudFormation would. */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { configOf } from '../../../infra/config';
import { ServiceStack } from '../../../infra/service-stack';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON
export type Resource = { readonly Type: string; readonly Properties: any; readonly DeletionPolicy?: string };

export interface Statement {
  readonly actions: readonly string[];
  /** As `plain` writes them. */
  readonly resources: readonly string[];
  readonly conditional: boolean;
}

/** Without bundling: the bundles have tests of their own. */
export function synthesize(stage: 'dev' | 'prod'): Template {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  return Template.fromStack(new ServiceStack(app, `test-${stage}`, { config: configOf(stage) }));
}

export function resourcesOf(template: Template): [string, Resource][] {
  return Object.entries(template.toJSON().Resources as Record<string, Resource>);
}

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'local',
  'AWS::AccountId': '000000000000',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** An intrinsic as text: a resource is its logical id, whatever attribute is asked for; `special` may know better. */
export function plain(value: unknown, special: (logicalId: string) => string = (id) => id): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': getAtt, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return PSEUDO[Ref] ?? special(Ref);
  if (Array.isArray(getAtt))
    return getAtt[1] === 'StreamArn' ? `${special(getAtt[0])}/stream` : special(getAtt[0] as string);
  if (Array.isArray(join)) return (join[1] as unknown[]).map((part) => plain(part, special)).join(join[0] as string);
  throw new Error(`no text for ${JSON.stringify(value)}`);
}

/** Of every policy of a function's role. `entry` as in src/lambda/<entry>.lambda.ts. */
export function statementsOf(template: Template, entry: string, special?: (logicalId: string) => string): Statement[] {
  const role = idOf(template, 'AWS::IAM::Role', `Functions${pascal(entry)}Role`);
  return resourcesOf(template)
    .filter(
      ([, { Type, Properties }]) => Type === 'AWS::IAM::Policy' && JSON.stringify(Properties.Roles).includes(role),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
    .map(({ Action, Resource, Condition }) => ({
      actions: [Action].flat() as string[],
      resources: [Resource].flat().map((resource) => plain(resource, special)),
      conditional: Condition !== undefined,
    }));
}

export function environmentOf(
  template: Template,
  entry: string,
  special?: (logicalId: string) => string,
): Record<string, string> {
  const id = idOf(template, 'AWS::Lambda::Function', `Functions${pascal(entry)}Function`);
  const { Variables } = template.toJSON().Resources[id].Properties.Environment as {
    Variables: Record<string, unknown>;
  };
  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, plain(value, special)]));
}

export function idOf(template: Template, type: string, prefix: string | RegExp): string {
  const isIt = (id: string) => (typeof prefix === 'string' ? id.startsWith(prefix) : prefix.test(id));
  const found = resourcesOf(template).filter(([id, { Type }]) => Type === type && isIt(id));
  if (found.length !== 1) throw new Error(`${found.length} resources ${type} ${prefix}…`);
  return found[0]![0];
}

const pascal = (entry: string): string => entry.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
