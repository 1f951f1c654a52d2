/**
 * Finds updates from one pair of templates to the next that would fail in CloudFormation or stop the running service. The
 * data stack is updated first, while the previous service still runs.
 */
import type { Resource, StackTemplate } from './stack';

export interface Pair {
  readonly data: StackTemplate;
  readonly service: StackTemplate;
  /** The names of resources that were imported, by logical id. CloudFormation chose the others. */
  readonly imported?: Readonly<Record<string, string>>;
}

/** Properties whose change replaces the resource, for the types that hold data. */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
};

export function problemsOf(before: Pair, after: Pair): string[] {
  return [
    ...lostOutputs(before, after),
    ...replaced(before.data, after.data),
    ...indexes(before.data, after.data),
    ...collisions(before, after),
    ...unpublished(before, after),
  ];
}

/** Not part of what a version keeps. */
const NOT_IN_VERSION = ['ReservedConcurrentExecutions', 'Tags'];

/**
 * "Lambda doesn't publish a version if the function's configuration and code haven't changed since the last version"
 * (API reference, PublishVersion). CloudFormation then fails: "A version for this Lambda function exists".
 */
function unpublished(before: Pair, after: Pair): string[] {
  const resolved = (pair: Pair, id: string) => {
    const { Properties } = pair.service.Resources[id] ?? {};
    const kept = Object.entries(Properties ?? {}).filter(([name]) => !NOT_IN_VERSION.includes(name));
    return JSON.stringify(withNames(Object.fromEntries(kept), pair));
  };
  return Object.entries(after.service.Resources).flatMap(([id, { Type, Properties }]) => {
    if (Type !== 'AWS::Lambda::Version' || id in before.service.Resources) return [];
    const fn = Properties.FunctionName.Ref as string;
    return fn in before.service.Resources && resolved(before, fn) === resolved(after, fn)
      ? [`${id} is a new version of ${fn}, which does not change`]
      : [];
  });
}

/** As CloudFormation resolves it: outputs of the data stack by their values, and imported resources by their names. */
function withNames(value: unknown, pair: Pair): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, pair));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetStackOutput': output } = value as {
    Ref?: string;
    'Fn::GetStackOutput'?: { OutputName: string };
  };
  if (output !== undefined) return withNames(pair.data.Outputs[output.OutputName]?.Value, pair);
  if (Ref !== undefined) return pair.imported?.[Ref] ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner, pair)]));
}

function lostOutputs(before: Pair, after: Pair): string[] {
  const used = [before.service, after.service].flatMap((service) => referencesOf(service));
  const lost = [...new Set(used)].filter((name) => !(name in after.data.Outputs));
  const own = Object.keys(before.service.Outputs).filter(
    (name) => !(name in after.service.Outputs) && !wentWithTheHostName(name, after),
  );
  const exported = [before, after].flatMap(({ data }) => Object.values(data.Outputs)).some((each) => 'Export' in each);
  return [
    ...lost.map((name) => `the service reads the output ${name}, which the data stack does not have`),
    ...own.map((name) => `the output ${name} of the service disappears`),
    ...(exported ? ['an export holds the data stack as long as the service imports it'] : []),
  ];
}

/** No DNS record points at the service when its host name was taken away. */
function wentWithTheHostName(output: string, { service }: Pair): boolean {
  return output === 'DnsTarget' && !JSON.stringify(service).includes('"Aliases"');
}

/** The outputs of the data stack that a template reads. */
export function referencesOf(template: unknown): string[] {
  if (Array.isArray(template)) return template.flatMap(referencesOf);
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, inner]) => {
    if (key === 'Fn::GetStackOutput') return [(inner as { OutputName: string }).OutputName];
    return key === 'Fn::ImportValue' ? [JSON.stringify(inner)] : referencesOf(inner);
  });
}

function replaced(before: StackTemplate, after: StackTemplate): string[] {
  return Object.entries(before.Resources).flatMap(([id, { Type, Properties }]) => {
    const properties = REPLACING[Type];
    if (properties === undefined) return [];
    const now = after.Resources[id];
    // A log may be removed together with its resource.
    if (now === undefined && Type === 'AWS::Logs::LogGroup') return [];
    if (now?.Type !== Type) return [`${id} (${Type}) is not in the stack any more`];
    const changed = properties.filter((name) => !isSame(Properties?.[name], now.Properties?.[name]));
    return changed.map((name) => `${id} (${Type}) is replaced: ${name} changes`);
  });
}

/** DynamoDB makes or deletes one index of a table in an update. */
function indexes(before: StackTemplate, after: StackTemplate): string[] {
  return Object.entries(before.Resources).flatMap(([id, table]) => {
    const now = after.Resources[id];
    if (table.Type !== 'AWS::DynamoDB::GlobalTable' || now === undefined) return [];
    const [old, own] = [indexesOf(table), indexesOf(now)];
    const changes = [
      ...[...own].filter(([name]) => !old.has(name)).map(([name]) => `+${name}`),
      ...[...old].filter(([name]) => !own.has(name)).map(([name]) => `-${name}`),
      ...[...own].filter(([name, shape]) => old.has(name) && old.get(name) !== shape).map(([name]) => `±${name}`),
    ];
    const remade = changes.filter((change) => change.startsWith('±'));
    if (changes.length <= 1 && remade.length === 0) return [];
    return [`${id}: more than one index is made or deleted at once: ${changes.join(' ')}`];
  });
}

function indexesOf({ Properties }: Resource): Map<string, string> {
  const all = (Properties.GlobalSecondaryIndexes ?? []) as {
    IndexName: string;
    KeySchema: unknown;
    Projection: unknown;
  }[];
  return new Map(
    all.map(({ IndexName, KeySchema, Projection }) => [IndexName, JSON.stringify([KeySchema, Projection])]),
  );
}

/** For each type, the property with a name that must be unique in an account and region. */
const NAMES: Readonly<Record<string, (properties: Resource['Properties']) => unknown>> = {
  'AWS::IAM::Role': ({ RoleName }) => RoleName,
  'AWS::Logs::LogGroup': ({ LogGroupName }) => LogGroupName,
  'AWS::DynamoDB::GlobalTable': ({ TableName }) => TableName,
  'AWS::S3::Bucket': ({ BucketName }) => BucketName,
  'AWS::SQS::Queue': ({ QueueName }) => QueueName,
  'AWS::Lambda::Function': ({ FunctionName }) => FunctionName,
  'AWS::SecretsManager::Secret': ({ Name }) => Name,
  'AWS::CloudWatch::Alarm': ({ AlarmName }) => AlarmName,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
  'AWS::SNS::Topic': ({ TopicName }) => TopicName,
  'AWS::Events::Rule': ({ Name }) => Name,
  'AWS::StepFunctions::StateMachine': ({ StateMachineName }) => StateMachineName,
  'AWS::XRay::SamplingRule': ({ SamplingRule }) => SamplingRule.RuleName,
  'AWS::CloudFront::Function': ({ Name }) => Name,
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig.Name,
  'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig }) => OriginAccessControlConfig.Name,
  'AWS::SES::ConfigurationSet': ({ Name }) => Name,
  'AWS::Logs::DeliverySource': ({ Name }) => Name,
  'AWS::Logs::DeliveryDestination': ({ Name }) => Name,
  'AWS::CodeDeploy::Application': ({ ApplicationName }) => ApplicationName,
};

/** `type name`, with the logical id that has it. Without a name of its own, CloudFormation chooses one that is free. */
export function namesOf(template: StackTemplate): [string, string][] {
  return Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
    const name = NAMES[Type]?.(Properties ?? {});
    return name === undefined ? [] : [[`${Type} ${JSON.stringify(name)}`, id] as [string, string]];
  });
}

/** A new resource is created before the old one is deleted, so a name may not move to another logical id. */
function collisions(before: Pair, after: Pair): string[] {
  const all = ([before, after] as const).flatMap((pair) =>
    (['data', 'service'] as const).flatMap((stack) =>
      namesOf(pair[stack]).map(([name, id]) => [name, `${stack} ${id}`] as const),
    ),
  );
  const owners = new Map<string, Set<string>>();
  for (const [name, id] of all) owners.set(name, (owners.get(name) ?? new Set()).add(id));
  return [...owners].flatMap(([name, ids]) =>
    ids.size === 1 ? [] : [`${name} is the name of ${[...ids].sort().join(' and of ')}`],
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
