/** The deployment as a template, and what it gives each function: environment and permissions, as CloudFormation would. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from '../../support/made-once';
import { TYPESCRIPT } from '../../support/typescript';

/** As `deployments/*.json` say. */
export const [REGION, ACCOUNT] = ['eu-central-1', '000000000000'];

/** All stacks together. Only ids of the library’s own resources are in several of them. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Stacks: Readonly<Record<'data' | 'service' | 'edge', StackTemplate>>;
}

export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown; readonly Export?: unknown }>>;
}

export type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON
  readonly UpdatePolicy?: any;
};

/** The value of a logical id, or of an attribute, on this machine. */
export type Special = (logicalId: string, attribute?: string) => string;

export interface Statement {
  readonly actions: readonly string[];
  /** As `plain` writes them. */
  readonly resources: readonly string[];
  /** Has a condition that no call here meets, such as a call by another service. */
  readonly conditional: boolean;
  readonly denies: boolean;
  /** Patterns of the partition keys that it allows; null for all. */
  readonly leadingKeys: readonly string[] | null;
  /** Attributes of which a denial does not speak; null for all. */
  readonly otherThan: readonly string[] | null;
  /** The only encryption context that it allows, if it is limited to one. */
  readonly context: Readonly<Record<string, string>>;
}

/** Synthesized once for all test files, and again only when something changes that it is made of. */
export function synthesize(stage: (typeof STAGES)[number]): Template {
  const folder = madeOnce('templates', (out) => {
    const program = [...TYPESCRIPT, join(__dirname, 'synthesize.ts'), out, ...STAGES];
    execFileSync(process.execPath, program, { stdio: 'pipe' });
  });
  return JSON.parse(readFileSync(join(folder, `${stage}.json`), 'utf8')) as Template;
}

const STAGES = ['dev', 'prod', 'restored', 'frozen', 'held', 'on-call'] as const;

export function resourcesOf(template: Pick<Template, 'Resources'>): [string, Resource][] {
  return Object.entries(template.Resources);
}

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** An intrinsic as text: `special` decides first, otherwise the logical id of the resource, whatever the attribute. */
export function plain(value: unknown, special: Special = (id) => id): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': getAtt, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return PSEUDO[Ref] ?? special(Ref);
  if (Array.isArray(getAtt))
    return getAtt[1] === 'StreamArn' ? `${special(getAtt[0], 'StreamArn')}/stream` : special(getAtt[0], getAtt[1]);
  if (Array.isArray(join)) return (join[1] as unknown[]).map((part) => plain(part, special)).join(join[0] as string);
  throw new Error(`no text for ${JSON.stringify(value)}`);
}

/** Tables and buckets are named as the functions name them. */
const BEFORE_NAME = /^arn:aws:(dynamodb:[\w-]+:\d+:table\/|s3:::)/;

/** Calls as the role of people on call. */
export const ON_CALL = 'on-call';

/** The statements of every policy of a function's role. `entry` as in src/lambda/<entry>.lambda.ts, or `ON_CALL`. */
export function statementsOf(template: Template, entry: string, special?: Special): Statement[] {
  const role = idOf(template, 'AWS::IAM::Role', entry === ON_CALL ? 'OperatorRole' : `Functions${pascal(entry)}Role`);
  return resourcesOf(template)
    .filter(
      ([, { Type, Properties }]) => Type === 'AWS::IAM::Policy' && JSON.stringify(Properties.Roles).includes(role),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
    .map(({ Effect, Action, Resource, Condition }) => ({
      actions: [Action].flat() as string[],
      resources: [Resource].flat().map((resource) => plain(resource, special).replace(BEFORE_NAME, '')),
      denies: Effect === 'Deny',
      ...limitsOf(Condition ?? {}),
    }));
}

type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const ATTRIBUTES = 'dynamodb:Attributes';
const CONTEXT = 'kms:EncryptionContext:';
const FROM = 'ses:FromAddress';

/** Of a condition that requires the key, with any value: `Null` with "false". */
export const ANY = '*';

/** The conditions that this code knows. No call meets any other condition. */
function limitsOf(condition: Condition): Pick<Statement, 'conditional' | 'leadingKeys' | 'otherThan' | 'context'> {
  const all = Object.entries(condition).flatMap(([operator, each]) =>
    Object.entries(each).map(([key, value]) => [key, operator === 'Null' && value === 'false' ? ANY : value] as const),
  );
  const context = all.flatMap(([key, value]) =>
    key.startsWith(CONTEXT) || key === FROM ? [[key.replace(CONTEXT, ''), String(value)] as const] : [],
  );
  const leadingKeys = all.flatMap(([key, value]) => (key === LEADING_KEYS ? [value].flat() : []));
  const otherThan = [condition['ForAnyValue:StringNotEquals']?.[ATTRIBUTES] ?? []].flat();
  const known = [LEADING_KEYS, FROM, ...(otherThan.length === 0 ? [] : [ATTRIBUTES])];
  return {
    conditional: all.some(([key]) => !known.includes(key) && !key.startsWith(CONTEXT)),
    leadingKeys: leadingKeys.length === 0 ? null : leadingKeys,
    otherThan: otherThan.length === 0 ? null : otherThan,
    context: Object.fromEntries(context),
  };
}

export function functionIdOf(template: Template, entry: string): string {
  return idOf(template, 'AWS::Lambda::Function', `Functions${pascal(entry)}Function`);
}

export function environmentOf(template: Template, entry: string, special?: Special): Record<string, string> {
  const id = functionIdOf(template, entry);
  const { Variables } = template.Resources[id]!.Properties.Environment as {
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
