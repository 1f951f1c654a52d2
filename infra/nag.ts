/** Accepted findings of cdk-nag, each with its reason, for one construct only. */
import { type App, DefaultStackSynthesizer, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import type { Config } from './config';
import type { DataOutput } from './constructs/data-outputs';
import { CANARY_FUNCTION_NAMES, FUNCTION_NAMES, pascal } from './constructs/function-names';
import type { Stacks } from './stacks';

type Acknowledged = readonly [path: string, rule: string, reason: string];

/** A standby has none of them. */
const OWN_SECRETS: readonly Acknowledged[] = [
  ['Secrets/Codes', 'AwsSolutions-SMG4', 'rotated by hand: a key must outlive the requests that were created under it'],
  ['Secrets/Push', 'AwsSolutions-SMG4', 'rotated by hand: a new key ends every device'],
  ['Secrets/Integrations', 'AwsSolutions-SMG4', 'the other side of these secrets is not ours to rotate'],
];

/** A trail has who read or wrote an object only where data events are on, in the configuration or in the account's own trail. */
const ofData = ({ dataEvents, primarySecrets }: Config): readonly Acknowledged[] => [
  ...(primarySecrets === null ? OWN_SECRETS : []),
  ['AccessLogs', 'AwsSolutions-S1', 'it is the log'],
  ['GivenUp', 'AwsSolutions-S1', 'written by one function, and replayed by few people'],
  [
    'Evidence',
    'AwsSolutions-S1',
    `a changed document is found by its digest${dataEvents ? '; CloudTrail has the writes' : ''}`,
  ],
  [
    'Heads',
    'AwsSolutions-S1',
    `every object is signed and has a number${dataEvents ? '; CloudTrail has the writes' : ''}`,
  ],
];

/** Both buckets contain only heads. */
const replicationOf = ({ headsReplica }: Config, { arn }: Names): readonly Acknowledged[] =>
  headsReplica === null
    ? []
    : ['<Heads40852749.Arn>/*', '<Heads40852749.Arn>/heads/*', `${arn}:s3:::${headsReplica}/*`].map((objects) => [
        'HeadsReplication/Role',
        `AwsSolutions-IAM5[Resource::${objects}]`,
        'heads of any organization, from the one bucket of heads to the other',
      ]);

/** The names of resources that do not belong to the deployment. */
interface Names {
  /** `arn:` and the partition. */
  readonly arn: string;
  /** The qualifier of the bootstrap of the account and region. */
  readonly qualifier: string;
}

/** The library's function that copies the console's files during a deployment. */
const COPIER = '/Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C256MiB';
const copier = ({ account, region }: Config, { arn, qualifier }: Names): readonly Acknowledged[] => [
  [COPIER, 'AwsSolutions-L1', 'the library chooses the runtime of its own function'],
  [
    `${COPIER}/ServiceRole`,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    'the library’s own function',
  ],
  ...[
    'Action::s3:GetBucket*',
    'Action::s3:GetObject*',
    'Action::s3:List*',
    'Action::s3:Abort*',
    'Action::s3:DeleteObject*',
    `Resource::${arn}:s3:::cdk-${qualifier}-assets-${account}-${region}/*`,
    'Resource::<ConsoleSiteFiles60DC8200.Arn>/*',
    'Resource::*',
  ].map(
    (what): Acknowledged => [
      `${COPIER}/ServiceRole`,
      `AwsSolutions-IAM5[${what}]`,
      'the library’s own function reads the assets, writes the console’s bucket and invalidates the distribution',
    ],
  ),
];

/** Buses, queues and keys of any name, in the accounts that the deployment allows. */
const destinationsOf = ({ destinations }: Config, { arn }: Names): readonly Acknowledged[] =>
  destinations
    .flatMap(({ account, regions }) => regions.map((region) => `${region}:${account}`))
    .flatMap((place) => [`events:${place}:event-bus/*`, `sqs:${place}:*`, `kms:${place}:key/*`])
    .map((resource) => [
      'Functions/Destinations/Role',
      `AwsSolutions-IAM5[Resource::${arn}:${resource}]`,
      'the consumer’s resource policy says which bus or queue it is; the service’s own are denied',
    ]);

/** A stack's ARN ends with an id that CloudFormation makes. */
const onCallOf = (config: Config, names: Names): readonly Acknowledged[] => {
  const { operatorTrust, region, account, stage } = config;
  if (operatorTrust.length === 0) return [];
  const stacks = [`request-authorization-${stage}`, `request-authorization-${stage}-data`].map(
    (name) => `${names.arn}:cloudformation:${region}:${account}:stack/${name}/*`,
  );
  return [...stacks, `${bucketOf(config, names, 'GivenUpBucket')}/*`].map((resource) => [
    'Operator/Role',
    `AwsSolutions-IAM5[Resource::${resource}]`,
    'reads the outputs of both stacks, and the given-up records of any name',
  ]);
};

const OF_CANARY: readonly Acknowledged[] = [
  ['HttpApi/Canary', 'AwsSolutions-APIG4', 'the function checks that the canary made the name of the mailbox'],
  ['Canary/Credentials', 'AwsSolutions-SMG4', 'made again when it is deleted; it opens one organization without data'],
  ['Canary/Heads', 'AwsSolutions-S1', 'hashes of requests that prove nothing'],
  ['Canary/Mailbox', 'AwsSolutions-SMG4', 'it guards events of the canary alone, for ten minutes'],
];
const hasCanary = ({ canaryMinutes }: Config): boolean => canaryMinutes !== null;

const ofService = (config: Config, names: Names): readonly Acknowledged[] => [
  ...copier(config, names),
  ...destinationsOf(config, names),
  [
    'Functions/Notice/Role',
    `AwsSolutions-IAM5[Resource::${names.arn}:ses:${config.region}:${config.account}:identity/*]`,
    'a condition confines it to the sender’s address; SES also judges the recipient’s identity in its sandbox',
  ],
  ['HttpApi/Service', 'AwsSolutions-APIG4', 'the function checks the API key'],
  ['HttpApi/Feed', 'AwsSolutions-APIG4', 'the function checks the API key'],
  ['HttpApi/Console', 'AwsSolutions-APIG4', 'the function checks the session'],
  ['HttpApi/Watch', 'AwsSolutions-APIG4', 'the function checks the session'],
  [
    'Functions/Dispatch/Role',
    `AwsSolutions-IAM5[Resource::${bucketOf(config, names, 'GivenUpBucket')}/*]`,
    'writes objects of any name into the bucket of given-up records',
  ],
  ...['Heads', 'Console', 'Deliver', 'DeliverTry'].flatMap((name) =>
    [bucketOf(config, names, 'HeadsBucket'), ...(hasCanary(config) ? ['<CanaryHeadsBEBB2B24.Arn>'] : [])].map(
      (bucket): Acknowledged => [
        `Functions/${name}/Role`,
        `AwsSolutions-IAM5[Resource::${bucket}/heads/*]`,
        'heads of any organization, in the bucket of heads',
      ],
    ),
  ),
  ...['Api', 'Console'].map(
    (name): Acknowledged => [
      `Functions/${name}/Role`,
      `AwsSolutions-IAM5[Resource::${bucketOf(config, names, 'EvidenceBucket')}/evidence/*]`,
      'documents of any organization, in the bucket of documents',
    ],
  ),
  [
    'Functions/Deliver/Role',
    `AwsSolutions-IAM5[Resource::${names.arn}:states:${config.region}:${config.account}:execution:<FunctionsLoopMachine43B4210C.Name>:*]`,
    'describes executions of the one state machine, whose names are the deliveries’',
  ],
  ...(hasCanary(config) ? OF_CANARY : []),
  ...onCallOf(config, names),
  ...(config.gradualRelease && !config.frozen
    ? [['Releases/Role', 'AwsSolutions-IAM5[Resource::*]', 'DescribeAlarms, which takes no single alarm'] as const]
    : []),
  ...(config.dataEvents ? [['DataEvents/Bucket', 'AwsSolutions-S1', 'it is the log'] as const] : []),
  ['EdgeSecret', 'AwsSolutions-SMG4', 'rotated with a deployment: CloudFront takes the value then'],
  ['ConsoleSite/Files', 'AwsSolutions-S1', 'read by CloudFront alone, whose access log has every request'],
  ['ConsoleSite/Distribution', 'AwsSolutions-CFR1', 'operators may be anywhere'],
  ['ConsoleSite/Distribution', 'AwsSolutions-CFR2', 'docs/deploy.md#why-it-is-built-this-way'],
  ['ConsoleSite/Distribution', 'AwsSolutions-CFR3', 'its log is configured in us-east-1, by the third stack'],
  ...(config.domain === null
    ? [['ConsoleSite/Distribution', 'AwsSolutions-CFR4', 'CloudFront’s own certificate fixes the minimum'] as const]
    : []),
  ...tracedOrListing(config).map(
    (name): Acknowledged => [
      `Functions/${pascal(name)}/Role`,
      'AwsSolutions-IAM5[Resource::*]',
      'X-Ray’s actions, and the listing of streams, take no resource',
    ],
  ),
  ...(config.tracing
    ? []
    : [['Functions/Loop/Machine', 'AwsSolutions-SF2', 'tracing is switched off in the configuration'] as const]),
  ['Functions/Loop/Machine/Role', 'AwsSolutions-IAM5[Resource::*]', 'X-Ray and the delivery of logs take no resource'],
];

/** The functions with an action that takes no resource. */
const tracedOrListing = (config: Config): readonly string[] =>
  config.tracing ? [...FUNCTION_NAMES, ...(hasCanary(config) ? CANARY_FUNCTION_NAMES : [])] : ['dispatch', 'heads'];

/** All accepted findings of a deployment, each with its stack. */
export function acknowledgedOf(
  config: Config,
  { service }: Stacks,
): readonly (readonly [keyof Stacks, Acknowledged])[] {
  const qualifier: unknown = service.node.tryGetContext('@aws-cdk/core:bootstrapQualifier');
  const names = {
    arn: `arn:${service.partition}`,
    qualifier: typeof qualifier === 'string' ? qualifier : DefaultStackSynthesizer.DEFAULT_QUALIFIER,
  };
  return [
    ...ofData(config).map((one) => ['data', one] as const),
    ...replicationOf(config, names).map((one) => ['data', one] as const),
    ...ofService(config, names).map((one) => ['service', one] as const),
  ];
}

/** Synthesis fails if a finding is not accepted here, or if an accepted finding does not occur. */
export function check(app: App, stacks: Stacks, config: Config): void {
  for (const [name, acknowledged] of acknowledgedOf(config, stacks)) acknowledge(stacks[name], acknowledged);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/** A bucket's ARN in the form of the service stack. */
function bucketOf({ stage }: Config, { arn }: Names, OutputName: DataOutput): string {
  const StackName = `request-authorization-${stage}-data`;
  return `${arn}:s3:::${JSON.stringify({ 'Fn::GetStackOutput': { StackName, OutputName } })}`;
}

/** A path begins below the only construct of each stack, or with a slash below the stack. */
function acknowledge(stack: Stack, [path, id, reason]: Acknowledged): void {
  const from = path.startsWith('/') ? stack : stack.node.findChild('Default');
  const found = path
    .split('/')
    .filter(Boolean)
    .reduce<IConstruct | undefined>((at, name) => at?.node.tryFindChild(name), from);
  if (found === undefined) throw new Error(`infra/nag.ts: nothing is at ${path}`);
  Validations.of(found).acknowledge({ id, reason });
}
