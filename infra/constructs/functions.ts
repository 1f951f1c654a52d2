/** The nine functions: what each is given and what each may do, no more. */
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { DeliveryLoop } from './delivery-loop';
import type { Queues } from './queues';
import type { Secrets } from './secrets';
import { ServiceFunction, type ServiceFunctionProps } from './service-function';
import type { Tables } from './tables';

export interface FunctionsProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly queues: Queues;
  readonly secrets: Secrets;
  readonly consoleOrigin: string;
  readonly serviceFunctionName: string;
  readonly consoleFunctionName: string;
}

const READ = ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:BatchGetItem'];
/** A transaction's writes and checks are authorized one by one; nothing of the service scans or deletes a table. */
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

export class Functions extends Construct {
  readonly all: Readonly<Record<string, lambda.Function>>;
  readonly loop: DeliveryLoop;
  readonly givenUp: s3.Bucket;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: FunctionsProps,
  ) {
    super(scope, id);
    const api = this.make('Api', {
      entry: 'api',
      functionName: props.serviceFunctionName,
      memoryMb: 1024,
      timeoutSeconds: 10,
      description: 'API /v1',
    });
    const console = this.make('Console', {
      entry: 'console',
      functionName: props.consoleFunctionName,
      memoryMb: 1024,
      timeoutSeconds: 10,
      description: 'API /api',
    });
    const dispatch = this.make('Dispatch', {
      entry: 'dispatch',
      memoryMb: 512,
      timeoutSeconds: 30,
      description: 'stream: hands over what a record owes',
    });
    // Ten tries side by side, each mostly waiting: memory buys the CPU for TLS.
    const deliver = this.make('Deliver', {
      entry: 'deliver',
      memoryMb: 512,
      timeoutSeconds: 30,
      description: 'first tries of deliveries',
    });
    const attempt = this.make('DeliverTry', {
      entry: 'deliver-try',
      memoryMb: 256,
      timeoutSeconds: 30,
      reservedConcurrency: 100,
      description: 'the retry loop',
    });
    const timer = this.make('Timer', {
      entry: 'timer',
      memoryMb: 512,
      timeoutSeconds: 30,
      description: 'fires what has fallen due',
    });
    // One at a time: two sweeps would only send the same timers twice.
    const sweep = this.make('Sweep', {
      entry: 'sweep',
      memoryMb: 256,
      timeoutSeconds: 55,
      reservedConcurrency: 1,
      description: 'finds what has fallen due',
    });
    const notice = this.make('Notice', {
      entry: 'notice',
      memoryMb: 256,
      timeoutSeconds: 30,
      reservedConcurrency: 10,
      description: 'messages to operators',
    });
    const audit = this.make('Audit', {
      entry: 'audit',
      memoryMb: 256,
      timeoutSeconds: 30,
      description: 'the audit chains',
    });
    this.loop = new DeliveryLoop(this, 'Loop', { config: props.config, task: attempt });
    deliver.addEnvironment('DELIVERY_LOOP_ARN', this.loop.machine.stateMachineArn);
    this.givenUp = this.failureBucket();
    this.all = { api, console, dispatch, deliver, attempt, timer, sweep, notice, audit };
    this.grant({ api, console, dispatch, deliver, attempt, timer, sweep, notice, audit });
    this.connect({ dispatch, deliver, timer, sweep, notice, audit });
  }

  private make(id: string, props: Omit<ServiceFunctionProps, 'config' | 'environment'>): lambda.Function {
    return new ServiceFunction(this, id, {
      ...props,
      config: this.props.config,
      environment: this.environmentOf(props.entry),
    }).fn;
  }

  private environmentOf(entry: string): ServiceFunctionProps['environment'] {
    const { tables, queues, secrets, config, consoleOrigin } = this.props;
    const base = { mainTable: tables.main.tableName, transientTable: tables.transient.tableName };
    const codes = { codeSecretId: secrets.codes.secretArn };
    const dataKey = { dataKeyId: secrets.dataKey.keyArn };
    const handOver = {
      eventsQueueUrl: queues.events.queueUrl,
      timersQueueUrl: queues.timers.queueUrl,
      noticesQueueUrl: queues.notices.queueUrl,
      auditQueueUrl: queues.audit.queueUrl,
    };
    const posts = { ...dataKey, integrationsSecretId: secrets.integrations.secretArn };
    const own: Readonly<Record<string, ServiceFunctionProps['environment']>> = {
      api: codes,
      console: {
        ...codes,
        ...dataKey,
        headKeyId: secrets.headKey.keyArn,
        eventsQueueUrl: queues.events.queueUrl,
        consoleOrigin,
        integrationNames: config.integrations.join(','),
      },
      dispatch: handOver,
      timer: handOver,
      sweep: { timersQueueUrl: queues.timers.queueUrl },
      deliver: posts,
      'deliver-try': posts,
      notice: { ...codes, mailFrom: config.mailFrom, consoleOrigin },
      audit: {},
    };
    return { ...base, ...own[entry] };
  }

  private grant(
    fns: Readonly<
      Record<
        'api' | 'console' | 'dispatch' | 'deliver' | 'attempt' | 'timer' | 'sweep' | 'notice' | 'audit',
        lambda.Function
      >
    >,
  ): void {
    const { tables, queues, secrets, config } = this.props;
    const { main, transient } = tables;
    allow(fns.api, [...READ, ...WRITE], main, ['work']);
    allow(fns.api, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], transient);
    allow(fns.console, [...READ, ...WRITE], main, ['work', 'recent', 'receiver']);
    allow(
      fns.console,
      ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      transient,
      ['by_operator'],
    );
    allow(fns.dispatch, [...READ, ...WRITE], main, ['work']);
    allow(fns.timer, [...READ, ...WRITE], main);
    allow(fns.deliver, [...READ, ...WRITE], main);
    allow(fns.attempt, [...READ, ...WRITE], main);
    allow(fns.notice, [...READ, 'dynamodb:PutItem', 'dynamodb:DeleteItem'], main);
    allow(fns.audit, [...READ, 'dynamodb:PutItem'], main);
    fns.sweep.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${main.tableArn}/index/due`] }),
    );
    for (const fn of Object.values(fns)) allowKey(fn, secrets.dataKey.keyArn);
    for (const fn of [fns.api, fns.console, fns.notice]) readSecret(fn, secrets.codes.secretArn);
    for (const fn of [fns.deliver, fns.attempt]) readSecret(fn, secrets.integrations.secretArn);
    fns.console.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['kms:GenerateDataKey'], resources: [secrets.dataKey.keyArn] }),
    );
    secrets.headKey.grant(fns.console, 'kms:Sign', 'kms:GetPublicKey');
    queues.events.grantSendMessages(fns.console);
    queues.timers.grantSendMessages(fns.sweep);
    for (const fn of [fns.dispatch, fns.timer]) {
      for (const queue of [queues.events, queues.timers, queues.notices, queues.audit]) queue.grantSendMessages(fn);
    }
    fns.deliver.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['states:StartExecution'], resources: [this.loop.machine.stateMachineArn] }),
    );
    const executions = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.loop.machineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    fns.deliver.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['states:DescribeExecution'], resources: [executions] }),
    );
    fns.notice.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['ses:SendEmail'], resources: [identityArn(this, config.mailFrom)] }),
    );
  }

  private connect({ dispatch, deliver, timer, sweep, notice, audit }: Readonly<Record<string, lambda.Function>>): void {
    const { tables, queues } = this.props;
    dispatch!.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['s3:PutObject'], resources: [this.givenUp.arnForObjects('*')] }),
    );
    dispatch!.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.givenUp.bucketArn] }),
    );
    dispatch!.addEventSource(
      new DynamoEventSource(tables.main, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        parallelizationFactor: 10,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 5,
        // Keeps the record whole, for the replay.
        onFailure: { bind: () => ({ destination: this.givenUp.bucketArn }) },
      }),
    );
    const consume = (fn: lambda.Function, queue: Queues['events'], maxConcurrency?: number) =>
      fn.addEventSource(
        new SqsEventSource(queue, {
          batchSize: 10,
          reportBatchItemFailures: true,
          ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
        }),
      );
    consume(deliver!, queues.events, 200);
    consume(timer!, queues.timers, 50);
    consume(notice!, queues.notices, 10);
    consume(audit!, queues.audit);
    new events.Rule(this, 'EveryMinute', {
      schedule: events.Schedule.rate(Duration.minutes(1)),
      targets: [new targets.LambdaFunction(sweep!, { retryAttempts: 0 })],
    });
  }

  private failureBucket(): s3.Bucket {
    return new s3.Bucket(this, 'GivenUp', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: this.props.secrets.dataKey,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
  }
}

/** What DynamoDB and Secrets Manager ask of whoever uses an encrypted table or secret, and the data keys' own wrapping. */
function allowKey(fn: lambda.Function, keyArn: string): void {
  const actions = ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:DescribeKey'];
  fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [keyArn] }));
}

function readSecret(fn: lambda.Function, secretArn: string): void {
  fn.addToRolePolicy(new iam.PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] }));
}

/** On the table itself and on the named indexes alone. */
function allow(
  fn: lambda.Function,
  actions: readonly string[],
  table: dynamodb.Table,
  indexes: readonly string[] = [],
): void {
  fn.addToRolePolicy(
    new iam.PolicyStatement({
      actions: [...actions],
      resources: [table.tableArn, ...indexes.map((index) => `${table.tableArn}/index/${index}`)],
    }),
  );
}

function identityArn(scope: Construct, from: string): string {
  return Stack.of(scope).formatArn({
    service: 'ses',
    resource: 'identity',
    resourceName: from.slice(from.indexOf('@') + 1),
  });
}
