/** Findings of cdk-nag that we accept, each with its reason and for the one construct that it concerns. */
import { type App, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

type Acknowledged = readonly [path: string, rule: string, reason: string];

const XRAY = 'X-Ray’s actions take no resource';
const FUNCTIONS = ['Api', 'Console', 'Dispatch', 'Deliver', 'DeliverTry', 'Timer', 'Sweep', 'Notice', 'Audit'];

const ACKNOWLEDGED: readonly Acknowledged[] = [
  ['Secrets/Codes', 'AwsSolutions-SMG4', 'rotated by hand: a key must outlive the requests that were created under it'],
  ['Secrets/Edge', 'AwsSolutions-SMG4', 'rotated with a deployment: CloudFront takes the value then'],
  ['Secrets/Integrations', 'AwsSolutions-SMG4', 'the other side of these secrets is not ours to rotate'],
  ['ConsoleSite/Files', 'AwsSolutions-S1', 'read by CloudFront alone, whose access log has every request'],
  ['ConsoleSite/AccessLogs', 'AwsSolutions-S1', 'it is the log'],
  ['ConsoleSite/Distribution', 'AwsSolutions-CFR1', 'operators may be anywhere'],
  ['ConsoleSite/Distribution', 'AwsSolutions-CFR2', 'docs/decisions/waf.md'],
  [
    'ConsoleSite/Distribution',
    'AwsSolutions-CFR4',
    'only without a domain: CloudFront’s own certificate fixes the minimum',
  ],
  ['Functions/GivenUp', 'AwsSolutions-S1', 'written by one function, read by people with their own trail'],
  ...FUNCTIONS.map((name): Acknowledged => [`Functions/${name}/Role`, 'AwsSolutions-IAM5[Resource::*]', XRAY]),
  [
    'Functions/Dispatch/Role',
    'AwsSolutions-IAM5[Resource::<FunctionsGivenUpC0EAEB4D.Arn>/*]',
    'writes objects of any name into the bucket of given-up records',
  ],
  [
    'Functions/Deliver/Role',
    executionsOf('dev'),
    'describes executions of the one state machine, whose names are the deliveries’',
  ],
  [
    'Functions/Deliver/Role',
    executionsOf('prod'),
    'describes executions of the one state machine, whose names are the deliveries’',
  ],
  ['Functions/Loop/Machine/Role', 'AwsSolutions-IAM5[Resource::*]', 'X-Ray and the delivery of logs take no resource'],
];

function executionsOf(stage: string): string {
  const name = `request-authorization-${stage}-delivery`;
  return `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${name}:*]`;
}

/** Synthesis fails if a finding is not accepted here, or if an accepted finding does not occur. */
export function check(app: App, stack: Stack): void {
  acknowledge(stack);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

function acknowledge(stack: Stack): void {
  for (const [path, id, reason] of ACKNOWLEDGED) {
    const found = path.split('/').reduce<IConstruct | undefined>((at, name) => at?.node.tryFindChild(name), stack);
    if (found === undefined) throw new Error(`infra/nag.ts: nothing is at ${path}`);
    Validations.of(found).acknowledge({ id, reason });
  }
}
