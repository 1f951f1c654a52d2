/** The ten functions: their sizes and limits, their environment, and their triggers. */
import { Duration } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { QUEUE_NAMES, QUEUES } from '../../src/adapters/sqs/queue-table';
import { ENV } from '../../src/lambda/env';
import type { Config } from '../config';
import { DeliveryLoop } from './delivery-loop';
import { type FunctionName, grantAll } from './permissions';
import type { Queues } from './queues';
import type { Secrets } from './secrets';
import { ServiceFunction, type ServiceFunctionProps } from './service-function';
import { DISPATCH_FILTERS, HEAD_FILTERS } from './stream-filter';
import type { ServiceTables } from './tables';

export interface FunctionsProps {
  readonly config: Config;
  readonly tables: ServiceTables;
  readonly queues: Queues;
  readonly secrets: Secrets;
  /** What CloudFront proves itself with. */
  readonly edgeSecret: secretsmanager.ISecret;
  /** Records of the stream that were given up, complete. */
  readonly givenUp: s3.IBucket;
  /** Published heads of the audit chains. */
  readonly heads: s3.IBucket;
  readonly mails: ses.IConfigurationSet;
  readonly consoleOrigin: string;
}

type Shape = Omit<ServiceFunctionProps, 'config' | 'environment'>;

/**
 * Memory gives CPU in proportion (1,769 MB are one vCPU), and nothing here holds more than a few MiB. Starting and TLS
 * need the CPU. People and programs wait for api and console, so those get more than half a vCPU. Functions behind
 * queues wait for the network most of the time, and get enough for a cold start of less than a second. Every function
 * that a queue calls ends within 30 s, a sixth of the queue's visibility.
 */
const SHAPES: Readonly<Record<FunctionName, Shape>> = {
  api: { entry: 'api', memoryMb: 1024, timeoutSeconds: 10, description: 'API /v1' },
  console: { entry: 'console', memoryMb: 1024, timeoutSeconds: 10, description: 'API /api' },
  // A batch of a hundred records is handled in parallel, with one or two calls to SQS for each.
  dispatch: {
    entry: 'dispatch',
    memoryMb: 512,
    timeoutSeconds: 30,
    description: 'stream: hands over deliveries, messages and audit entries',
  },
  // Ten attempts in parallel, each with a TLS handshake and then a wait of up to 10 s.
  deliver: { entry: 'deliver', memoryMb: 512, timeoutSeconds: 30, description: 'first tries of deliveries' },
  // One attempt at a time. Reserved, so that receivers that are all down do not take the API's concurrency.
  deliverTry: {
    entry: 'deliver-try',
    memoryMb: 256,
    timeoutSeconds: 30,
    reservedConcurrency: 100,
    description: 'the retry loop',
  },
  timer: { entry: 'timer', memoryMb: 512, timeoutSeconds: 30, description: 'fires what has fallen due' },
  // One at a time, because two sweeps would send the same timers twice. It ends before the next one starts.
  sweep: {
    entry: 'sweep',
    memoryMb: 256,
    timeoutSeconds: 55,
    reservedConcurrency: 1,
    description: 'finds what has fallen due',
  },
  // SES accepts 14 messages a second from an account that has not requested more.
  notice: {
    entry: 'notice',
    memoryMb: 256,
    timeoutSeconds: 30,
    reservedConcurrency: 10,
    description: 'messages to operators',
  },
  // FIFO: as many at a time as there are organizations with entries to write.
  audit: { entry: 'audit', memoryMb: 256, timeoutSeconds: 30, description: 'the audit chains' },
  heads: { entry: 'heads', memoryMb: 256, timeoutSeconds: 30, description: 'signs and publishes heads' },
};

export class Functions extends Construct {
  readonly all: Readonly<Record<FunctionName, lambda.Function>>;
  readonly loop: DeliveryLoop;
  readonly stream: DynamoEventSource;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: FunctionsProps,
  ) {
    super(scope, id);
    const { config } = props;
    this.all = {
      api: this.make('Api', 'api'),
      console: this.make('Console', 'console'),
      dispatch: this.make('Dispatch', 'dispatch'),
      deliver: this.make('Deliver', 'deliver'),
      deliverTry: this.make('DeliverTry', 'deliverTry'),
      timer: this.make('Timer', 'timer'),
      sweep: this.make('Sweep', 'sweep'),
      notice: this.make('Notice', 'notice'),
      audit: this.make('Audit', 'audit'),
      heads: this.make('Heads', 'heads'),
    };
    this.loop = new DeliveryLoop(this, 'Loop', { config, task: this.all.deliverTry });
    this.all.deliver.addEnvironment(ENV.deliveryLoopArn, this.loop.machine.stateMachineArn);
    grantAll({ ...props, functions: this.all, loop: this.loop });
    this.stream = this.readStream();
    this.consumeQueues();
    new events.Rule(this, 'EveryMinute', {
      schedule: events.Schedule.rate(Duration.minutes(1)),
      targets: [new targets.LambdaFunction(this.all.sweep, { retryAttempts: 0 })],
    });
  }

  private make(id: string, name: FunctionName): lambda.Function {
    const { config } = this.props;
    return new ServiceFunction(this, id, { ...SHAPES[name], config, environment: this.environmentOf(name) }).fn;
  }

  private environmentOf(name: FunctionName): ServiceFunctionProps['environment'] {
    const { tables, queues, secrets, edgeSecret, heads, mails, config, consoleOrigin } = this.props;
    const codes = { codeSecretId: secrets.codes.secretArn };
    const edge = { edgeSecretId: edgeSecret.secretArn };
    const dataKey = { dataKeyId: secrets.dataKey.keyArn };
    const handOver = {
      eventsQueueUrl: queues.events.queueUrl,
      timersQueueUrl: queues.timers.queueUrl,
      noticesQueueUrl: queues.notices.queueUrl,
      auditQueueUrl: queues.audit.queueUrl,
    };
    const headsBucket = { headsBucket: heads.bucketName };
    const declared = { platformActions: config.platformActions.join(',') };
    const posts = { ...dataKey, ...headsBucket, ...declared, integrationsSecretId: secrets.integrations.secretArn };
    const own: Readonly<Record<FunctionName, ServiceFunctionProps['environment']>> = {
      api: { ...codes, ...edge, ...declared, edgeOnly: String(config.edgeOnly) },
      console: {
        ...codes,
        ...edge,
        ...dataKey,
        ...headsBucket,
        ...declared,
        eventsQueueUrl: queues.events.queueUrl,
        consoleOrigin,
      },
      dispatch: handOver,
      timer: handOver,
      sweep: { timersQueueUrl: queues.timers.queueUrl },
      deliver: posts,
      deliverTry: posts,
      notice: {
        ...codes,
        mailFrom: config.mailFrom,
        mailConfigurationSet: mails.configurationSetName,
        consoleOrigin,
      },
      audit: {},
      heads: { ...headsBucket, headKeyId: secrets.headKey.keyArn },
    };
    return { mainTable: tables.main.tableName, transientTable: tables.transient.tableName, ...own[name] };
  }

  private readStream(): DynamoEventSource {
    const { tableArn, tableStreamArn } = this.props.tables.main;
    // Granted without its key: otherwise the library would let the function decrypt with the key for any purpose.
    const table = dynamodb.Table.fromTableAttributes(this, 'Stream', { tableArn, tableStreamArn: tableStreamArn! });
    const common = {
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      metricsConfig: { metrics: [lambda.MetricType.EVENT_COUNT] },
    };
    const source = new DynamoEventSource(table, {
      ...common,
      batchSize: 100,
      parallelizationFactor: 10,
      filters: DISPATCH_FILTERS.map((pattern) => lambda.FilterCriteria.filter(pattern)),
      // S3 and not SQS: only S3 keeps the complete record for the replay.
      onFailure: { bind: () => ({ destination: this.props.givenUp.bucketArn }) },
    });
    this.all.dispatch.addEventSource(source);
    // Blocks of a minute at once, so that an organization gets one head a minute. What is given up needs no replay: the
    // next block of the chain publishes a head that covers it.
    const heads = HEAD_FILTERS.map((pattern) => lambda.FilterCriteria.filter(pattern));
    this.all.heads.addEventSource(
      new DynamoEventSource(table, {
        ...common,
        batchSize: 1000,
        maxBatchingWindow: Duration.minutes(1),
        filters: heads,
      }),
    );
    return source;
  }

  private consumeQueues(): void {
    for (const name of QUEUE_NAMES) {
      const { consumer, batchSize, maxConcurrency } = QUEUES[name];
      // Limits the consumer and not the function: a limit on the function would send throttled messages to the dead
      // letters.
      this.all[consumer].addEventSource(
        new SqsEventSource(this.props.queues[name], {
          batchSize,
          reportBatchItemFailures: true,
          ...(maxConcurrency === null ? {} : { maxConcurrency }),
        }),
      );
    }
  }
}
