/** What a deployment costs in a month without one request, from its template and published prices. */
import { DUE_SHARDS } from '../src/adapters/dynamodb/table';
import { PRICE } from './price';
import { table } from './report';

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON
  readonly Properties?: any;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export interface IdleRow {
  /** What is paid for, for example `KMS keys`. */
  readonly what: string;
  readonly count: string;
  /** USD for 30 days. */
  readonly usd: number;
}

const MINUTES = 30 * 24 * 60;
/** Lambda has five long polls of 20 s at each queue at any time. */
const POLLS_OF_A_QUEUE = 5 * 3 * MINUTES;
/** How long a run of each function on a schedule is billed, in ms: an assumption. The canary waits for its code and its events. */
const RUN_MS: Readonly<Record<string, number>> = { Sweep: 60, Canary: 10_000, CanarySetUp: 60 };
/** The metrics that Lambda makes for the stream's mapping where `EventCount` is on. */
const METRICS_OF_MAPPING = 6;

/** Costs nothing while nobody calls: it is free, or paid by use, by stored bytes or by the mail. */
const BY_USE: ReadonlySet<string> = new Set([
  // A budget without actions.
  'AWS::Budgets::Budget',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Function',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::StepFunctions::StateMachine',
  'AWS::XRay::SamplingRule',
  'Custom::CDKBucketDeployment',
  'Custom::S3AutoDeleteObjects',
]);

/** `lifecycle` is what one lifecycle costs in USD. Throws an error that names a resource without a price. */
export function idleBill({ Resources }: Template, lifecycle: number): IdleRow[] {
  const rows = Object.entries(Resources).flatMap(([id, resource]) => priced(id, resource, Resources, lifecycle));
  const sums = new Map<string, { count: number; usd: number }>();
  for (const { what, count, usd } of rows) {
    const sum = sums.get(what) ?? { count: 0, usd: 0 };
    sums.set(what, { count: sum.count + count, usd: sum.usd + usd });
  }
  return [...sums].map(([what, { count, usd }]) => ({ what, count: count.toLocaleString('en'), usd }));
}

interface Priced {
  readonly what: string;
  readonly count: number;
  readonly usd: number;
}

function priced(id: string, { Type, Properties }: Resource, all: Template['Resources'], lifecycle: number): Priced[] {
  const each = (what: string, count: number, usd: number): Priced[] => [{ what, count, usd: count * usd }];
  switch (Type) {
    case 'AWS::KMS::Key':
      return each('KMS keys', 1, PRICE.keyMonth);
    case 'AWS::SecretsManager::Secret':
      return each('secrets', 1, PRICE.secretMonth);
    case 'AWS::CloudWatch::Alarm':
      return each('metrics that alarms watch', metricsOf(Properties), PRICE.alarmMonth);
    case 'AWS::CloudWatch::Dashboard':
      return each('dashboards', 1, PRICE.dashboardMonth);
    case 'AWS::Logs::MetricFilter':
      // Only the sweep writes its line while nothing happens. A metric is billed for the hours in which it has data.
      return /SweepLate/.test(id) ? each('metrics of our own', 1, PRICE.metricMonth) : [];
    case 'AWS::SES::ConfigurationSetEventDestination':
      // Only the canary sends a mail while nothing happens.
      return Properties.EventDestination.MatchingEventTypes.includes('delivery')
        ? each('metrics of our own', 1, PRICE.metricMonth)
        : [];
    case 'AWS::Lambda::EventSourceMapping':
      return mapping(Properties);
    case 'AWS::Events::Rule':
      return schedule(Properties, all, lifecycle);
    case 'AWS::DynamoDB::GlobalTable':
      if (Properties.BillingMode === 'PAY_PER_REQUEST' && Properties.WarmThroughput === undefined) return [];
      throw new Error(`${id}: docs/performance.md has the price of provisioned and warm tables`);
    default:
      if (BY_USE.has(Type)) return [];
      throw new Error(`${id}: ${Type} has no price in bench/idle.ts`);
  }
}

/** An alarm on an expression is billed for each metric in it. */
function metricsOf({ Metrics }: { readonly Metrics?: readonly { readonly MetricStat?: unknown }[] }): number {
  return Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;
}

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON
function mapping({ EventSourceArn, MetricsConfig }: any): Priced[] {
  const ofQueue = JSON.stringify(EventSourceArn).includes('Queues');
  const polls = POLLS_OF_A_QUEUE * (PRICE.sqsPerMillion / 1e6);
  return [
    // Lambda reads a stream of DynamoDB without a charge.
    ...(ofQueue ? [{ what: 'queues that Lambda polls', count: 1, usd: polls }] : []),
    ...(MetricsConfig === undefined
      ? []
      : [{ what: 'metrics of the stream', count: METRICS_OF_MAPPING, usd: METRICS_OF_MAPPING * PRICE.metricMonth }]),
  ];
}

/** A rule is free; what it runs is not. */
// biome-ignore lint/suspicious/noExplicitAny: a template is JSON
function schedule({ ScheduleExpression, Targets }: any, all: Template['Resources'], lifecycle: number): Priced[] {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(String(ScheduleExpression).replace('1 hour', '60 minutes'))!;
  const runs = MINUTES / Number(minutes);
  return (Targets as readonly { readonly Arn: { readonly 'Fn::GetAtt': readonly [string, string] } }[]).map(
    ({ Arn }) => {
      const id = Arn['Fn::GetAtt'][0];
      const name = /^Functions(\w+)Function/.exec(id)![1]!;
      const { MemorySize, TracingConfig } = all[id]!.Properties;
      const seconds = RUN_MS[name]! / 1000;
      const usd =
        PRICE.lambdaPerMillion / 1e6 +
        (MemorySize / 1024) * seconds * PRICE.lambdaGbSecond +
        (TracingConfig?.Mode === 'Active' ? PRICE.tracesPerMillion / 1e6 : 0) +
        (name === 'Sweep' ? 2 * DUE_SHARDS * 0.5 * (PRICE.readPerMillion / 1e6) + LINE_GB * PRICE.logGb : 0) +
        // Its code is posted, and its decision is mailed.
        (name === 'Canary' ? lifecycle + PRICE.mailsPerMillion / 1e6 : 0);
      return { what: `runs of ${name === 'Sweep' ? 'the sweep' : 'the canary'}`, count: runs, usd: runs * usd };
    },
  );
}

/** The sweep's line in the log. */
const LINE_GB = 400 / 1e9;

/** The table of docs/deploy.md, with a column for each deployment of `deployments/`. */
export function idleText(dev: Template, prod: Template, lifecycle: number): string {
  const bills = [dev, prod].map((template) => idleBill(template, lifecycle));
  const names = [...new Set(bills.flatMap((bill) => bill.map(({ what }) => what)))];
  const cell = (bill: readonly IdleRow[], name: string) => {
    const row = bill.find(({ what }) => what === name);
    return row === undefined ? '–' : `${row.usd.toFixed(2)} (${row.count})`;
  };
  return table(
    ['USD for 30 days (how many)', 'dev', 'prod'],
    [
      ...names.map((name) => [name, ...bills.map((bill) => cell(bill, name))]),
      ['**all**', ...bills.map((bill) => `**${totalOf(bill)}**`)],
    ],
  );
}

/** The line of docs/performance.md. */
export const IDLE = { what: 'USD for 30 days without one request: dev and prod', goal: '< 7, < 20' } as const;

export function idleTotals(dev: Template, prod: Template, lifecycle: number): string {
  return [dev, prod].map((template) => totalOf(idleBill(template, lifecycle))).join(', ');
}

const totalOf = (bill: readonly IdleRow[]): string => bill.reduce((sum, { usd }) => sum + usd, 0).toFixed(2);

/** What one lifecycle that is alone costs in USD, as docs/performance.md says. */
export function lifecycleIn(performance: string): number {
  const [, million] = /all, alone and busy \| [^|]+ \| ([\d.]+) and/.exec(performance)!;
  return Number(million) / 1e6;
}
