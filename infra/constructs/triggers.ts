/** The triggers of the functions: the table's stream, the queues and the schedule. */
import { Duration } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { QUEUE_NAMES, QUEUES } from '../../src/adapters/sqs/queue-table';
import type { Config } from '../config';
import type { FunctionName } from './function-names';
import type { Queues } from './queues';
import { DISPATCH_FILTERS, HEAD_FILTERS } from './stream-filter';
import type { ServiceTables } from './tables';

type AllFunctions = Readonly<Record<FunctionName, lambda.Function>>;

export interface StreamProps {
  readonly config: Config;
  readonly tables: ServiceTables;
  /** Complete records that the stream gave up. */
  readonly givenUp: s3.IBucket;
}

export function readStream(
  scope: Construct,
  all: AllFunctions,
  { config, tables, givenUp }: StreamProps,
): DynamoEventSource {
  const { tableArn, tableStreamArn } = tables.main;
  // Granted without the key. Otherwise the library would let the function decrypt with the key for any purpose.
  const table = dynamodb.Table.fromTableAttributes(scope, 'Stream', { tableArn, tableStreamArn: tableStreamArn! });
  const common = {
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 5,
    enabled: !config.frozen,
  };
  const source = new DynamoEventSource(table, {
    ...common,
    batchSize: 100,
    // For the alarms on records that were given up.
    ...(config.alarms ? { metricsConfig: { metrics: [lambda.MetricType.EVENT_COUNT] } } : {}),
    // A shard has at most 200 of these records a second, which two instances handle. With more of them, each would have
    // fewer records in a batch, and send more requests to the queues.
    parallelizationFactor: 2,
    filters: DISPATCH_FILTERS.map((pattern) => lambda.FilterCriteria.filter(pattern)),
    // S3 instead of SQS, because only S3 keeps the complete record for the replay.
    onFailure: { bind: () => ({ destination: givenUp.bucketArn }) },
  });
  all.dispatch.addEventSource(source);
  // All blocks of an interval at once. The organizations of a batch that is full earlier, or that fails, are sent to the
  // queue of heads. With batches of 1,000 that happens to busy deployments in each interval, and costs half as much again.
  const heads = HEAD_FILTERS.map((pattern) => lambda.FilterCriteria.filter(pattern));
  all.heads.addEventSource(
    new DynamoEventSource(table, {
      ...common,
      batchSize: 10_000,
      maxBatchingWindow: Duration.seconds(config.headIntervalSeconds),
      filters: heads,
    }),
  );
  return source;
}

export function consumeQueues(all: AllFunctions, { config, queues }: { config: Config; queues: Queues }): void {
  for (const name of QUEUE_NAMES) {
    const { consumer, batchSize, maxConcurrency } = QUEUES[name];
    // Limits the consumer and not the function: a limit on the function would send throttled messages to the dead
    // letters.
    all[consumer].addEventSource(
      new SqsEventSource(queues[name], {
        batchSize,
        reportBatchItemFailures: true,
        enabled: !config.frozen,
        ...(maxConcurrency === null ? {} : { maxConcurrency }),
      }),
    );
  }
}

export function sweepEveryMinute(scope: Construct, all: AllFunctions, { frozen }: Config): void {
  new events.Rule(scope, 'EveryMinute', {
    enabled: !frozen,
    schedule: events.Schedule.rate(Duration.minutes(1)),
    targets: [scheduled(all.sweep)],
  });
}

/**
 * A run that failed or came late is followed by the next one. The rule's limit ends when Lambda has accepted the run. Lambda
 * itself would repeat a failed one twice, and keep a throttled one for six hours.
 */
export function scheduled(fn: lambda.Function): targets.LambdaFunction {
  fn.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  return new targets.LambdaFunction(fn, { retryAttempts: 0 });
}
