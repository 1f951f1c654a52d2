/**
 * The role of people on call: for `npm run admin`, `npm run replay`, `npm run smoke`, and for closing the service or going back
 * to an earlier version of a function (docs/runbook.md#going-back). Deployments and restores need the account's own roles.
 */
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import * as partition from '../../src/adapters/dynamodb/partitions';
import type { ServiceSecrets } from './data-outputs';
import type { Functions } from './functions';
import { CHAIN, FOR_AN_ORGANIZATION, OF_NOTICE, patternOf, TABLE_KEY_ACTIONS } from './permissions';
import type { Queues } from './queues';
import type { ServiceTables } from './tables';

export interface OperatorProps {
  /** ARNs of the roles and users that may assume it. */
  readonly trusted: readonly string[];
  readonly dataStack: string;
  readonly tables: ServiceTables;
  readonly queues: Queues;
  readonly secrets: ServiceSecrets;
  readonly givenUp: s3.IBucket;
  readonly canarySecret: secretsmanager.ISecret | null;
  readonly functions: Pick<Functions, 'all' | 'live'>;
}

/**
 * The commands change the configuration, and a replay writes requests. The chain, messages, and what people signed are not
 * theirs to write, nor are passkeys and sessions, with which somebody could act as an operator.
 */
const NEVER_WRITTEN = [
  ...CHAIN,
  ...OF_NOTICE,
  partition.SIGNED,
  partition.CHANGE,
  partition.VERDICT,
  partition.QUESTIONS,
  partition.SEEN,
  partition.CREDENTIAL,
  partition.DELIVERY,
];

export class Operator extends Construct {
  readonly role: iam.Role;
  private readonly service: (name: string) => Record<string, Record<string, string>>;

  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id);
    const { region } = Stack.of(this);
    this.service = (name) => ({ StringEquals: { 'kms:ViaService': `${name}.${region}.amazonaws.com` } });
    this.role = new iam.Role(this, 'Role', {
      assumedBy: new iam.CompositePrincipal(...props.trusted.map((arn) => new iam.ArnPrincipal(arn))),
      description: 'people on call: docs/runbook.md#going-back',
    });
    this.administer(props);
    this.replay(props);
    this.goBack(props);
    this.find(props);
    if (props.canarySecret !== null) this.smoke(props.secrets, props.canarySecret);
  }

  private administer({ tables: { main, transient }, secrets: { dataKey } }: OperatorProps): void {
    const items = ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'];
    this.allow(
      items.map((name) => `dynamodb:${name}`),
      [main.tableArn, `${main.tableArn}/index/work`],
    );
    this.role.addToPolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
        resources: [main.tableArn],
        conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': NEVER_WRITTEN.map(patternOf) } },
      }),
    );
    // A sign-in link.
    this.allow(['dynamodb:PutItem'], [transient.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [patternOf(partition.SIGN_IN)] },
    });
    this.allow(TABLE_KEY_ACTIONS, [dataKey.keyArn], this.service('dynamodb'));
    this.allow(['kms:GenerateDataKey', 'kms:Decrypt'], [dataKey.keyArn], FOR_AN_ORGANIZATION);
  }

  private replay({ queues, givenUp, secrets, tables, functions }: OperatorProps): void {
    const { events, timers, notices, audit } = queues;
    this.allow(
      ['sqs:SendMessage'],
      [events, timers, notices, audit].map(({ queueArn }) => queueArn),
    );
    this.allow(['s3:GetObject'], [givenUp.arnForObjects('*')]);
    this.allow(['s3:ListBucket'], [givenUp.bucketArn]);
    this.allow(['kms:Decrypt'], [secrets.dataKey.keyArn], this.service('s3'));
    this.allow(['dynamodb:DescribeTable'], [tables.main.tableArn]);
    this.allow(['lambda:GetFunctionConfiguration'], [functions.all.dispatch.functionArn]);
  }

  private goBack({ functions: { live } }: OperatorProps): void {
    const called = Object.values<lambda.Alias>(live);
    const arns = called.map(({ lambda: { functionArn } }) => functionArn);
    const aliases = called.map(({ lambda: { functionArn }, aliasName }) => `${functionArn}:${aliasName}`);
    this.allow(['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:ListVersionsByFunction'], [...arns, ...aliases]);
    this.allow(['lambda:PutFunctionConcurrency', 'lambda:DeleteFunctionConcurrency'], arns);
  }

  /** The outputs, and the names of the functions. */
  private find({ dataStack }: OperatorProps): void {
    const stacks = [dataStack, Stack.of(this).stackName].map((name) =>
      Stack.of(this).formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${name}/*` }),
    );
    this.allow(['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'], stacks);
  }

  private smoke({ dataKey }: ServiceSecrets, canarySecret: secretsmanager.ISecret): void {
    this.allow(['secretsmanager:GetSecretValue'], [canarySecret.secretArn]);
    this.allow(['kms:Decrypt'], [dataKey.keyArn], this.service('secretsmanager'));
  }

  private allow(
    actions: readonly string[],
    resources: readonly string[],
    conditions: Readonly<Record<string, unknown>> = {},
  ): void {
    this.role.addToPolicy(new iam.PolicyStatement({ actions: [...actions], resources: [...resources], conditions }));
  }
}
