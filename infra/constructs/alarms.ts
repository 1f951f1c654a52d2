/** Alarms on what a user would feel, each with its entry in docs/runbook.md, and one dashboard. */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Config } from '../config';
import type { Functions } from './functions';
import type { HttpApi } from './http-api';
import type { Queues } from './queues';
import type { Tables } from './tables';

export interface AlarmsProps {
  readonly config: Config;
  readonly http: HttpApi;
  readonly tables: Tables;
  readonly queues: Queues;
  readonly functions: Functions;
}

const MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);
/** Those a user waits for. */
const OPERATIONS = [
  dynamodb.Operation.PUT_ITEM,
  dynamodb.Operation.UPDATE_ITEM,
  dynamodb.Operation.TRANSACT_WRITE_ITEMS,
  dynamodb.Operation.GET_ITEM,
  dynamodb.Operation.QUERY,
];
const NAMESPACE = 'RequestAuthorization';

export class Alarms extends Construct {
  private readonly topic: sns.Topic;
  private readonly made: cloudwatch.Alarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = new sns.Topic(this, 'Topic', { enforceSSL: true });
    if (props.config.alarmEmail !== null)
      this.topic.addSubscription(new subscriptions.EmailSubscription(props.config.alarmEmail));
    this.ofTheApi(props);
    this.ofTheQueues(props);
    this.ofTheFunctions(props);
    new cloudwatch.Dashboard(this, 'Dashboard', {
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms: this.made, width: 24 })],
        [
          graph('Requests', [apiMetric(props.http, 'Count', 'Sum')]),
          graph('Latency, ms', [apiMetric(props.http, 'Latency', 'p50'), apiMetric(props.http, 'Latency', 'p99')]),
          graph('Errors', [apiMetric(props.http, '4xx', 'Sum'), apiMetric(props.http, '5xx', 'Sum')]),
        ],
        [
          graph('Oldest event, s', [props.queues.events.metricApproximateAgeOfOldestMessage()]),
          graph('Retry loops started', [props.functions.loop.machine.metricStarted()]),
          graph('Table writes', [props.tables.main.metricConsumedWriteCapacityUnits()]),
        ],
      ],
    });
  }

  private ofTheApi({ http, tables }: AlarmsProps): void {
    this.alarm('ApiErrors', 'api-5xx', apiMetric(http, '5xx', 'Sum'), 5, 'the service answers 5xx');
    this.alarm('ApiSlow', 'api-slow', apiMetric(http, 'Latency', 'p99'), 3000, 'a call in a hundred takes over 3 s', 3);
    const throttled = tables.main.metricThrottledRequestsForOperations({
      period: FIVE_MINUTES,
      operations: OPERATIONS,
    });
    this.alarm('TableThrottles', 'table-throttles', throttled, 10, 'DynamoDB throttles the service');
  }

  private ofTheQueues({ queues }: AlarmsProps): void {
    const age = (queue: Queues['events']) =>
      queue.metricApproximateAgeOfOldestMessage({ period: MINUTE, statistic: 'Maximum' });
    this.alarm(
      'EventsLate',
      'events-late',
      age(queues.events),
      300,
      'an event has waited five minutes for its first try',
      2,
    );
    this.alarm('NoticesLate', 'notices-late', age(queues.notices), 120, 'operators are told late', 2);
    this.alarm('AuditLag', 'audit-lag', age(queues.audit), 600, 'the audit chain is ten minutes behind', 2);
    queues.deadLetters.forEach((queue, index) => {
      const visible = queue.metricApproximateNumberOfMessagesVisible({ period: MINUTE, statistic: 'Maximum' });
      this.alarm(`DeadLetters${index}`, 'dead-letters', visible, 1, 'a message could not be handled');
    });
  }

  private ofTheFunctions({ functions }: AlarmsProps): void {
    const { dispatch, deliver, attempt, sweep, api, console } = functions.all as Record<
      string,
      NonNullable<(typeof functions.all)[string]>
    >;
    const lag = dispatch!.metric('IteratorAge', { period: MINUTE, statistic: 'Maximum' });
    this.alarm('StreamLag', 'stream-lag', lag, 120_000, 'the stream is two minutes behind', 2);
    this.alarm(
      'SweepFails',
      'sweep-fails',
      sweep!.metricErrors({ period: FIVE_MINUTES }),
      3,
      'nothing finds what falls due',
    );
    this.alarm(
      'DeliveryFaults',
      'delivery-faults',
      deliver!.metricErrors({ period: FIVE_MINUTES }),
      5,
      'first tries fail inside the service',
    );
    this.alarm(
      'LoopFails',
      'loop-fails',
      functions.loop.machine.metricFailed({ period: FIVE_MINUTES }),
      1,
      'a retry loop ended without its delivery',
    );
    this.alarm(
      'TryThrottled',
      'function-throttles',
      attempt!.metricThrottles({ period: FIVE_MINUTES }),
      10,
      'the retry loop is throttled',
    );
    this.logged(
      'SweepLate',
      'sweep-late',
      sweep!,
      '$.oldest_lateness_ms',
      'Maximum',
      180_000,
      'something due has waited three minutes',
    );
    this.logged(
      'DeliveriesGaveUp',
      'deliveries-gave-up',
      attempt!,
      null,
      'Sum',
      1,
      'a delivery failed for good',
      'a delivery failed for good',
    );
    for (const [name, fn] of [
      ['Api', api!],
      ['Console', console!],
    ] as const) {
      this.logged(
        `${name}ClockSkew`,
        'clock-skew',
        fn,
        null,
        'Sum',
        1,
        'an instance refuses claims and turns',
        'clock_skew: claims and turns are refused on this instance',
      );
    }
  }

  private alarm(
    id: string,
    anchor: string,
    metric: cloudwatch.IMetric,
    threshold: number,
    meaning: string,
    periods = 1,
  ): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: `${meaning} · docs/runbook.md#${anchor}`,
    });
    alarm.addAlarmAction(new actions.SnsAction(this.topic));
    this.made.push(alarm);
  }

  /** From a function's own log lines: a number in them, or how often a message comes. */
  private logged(
    id: string,
    anchor: string,
    fn: Functions['all'][string],
    field: string | null,
    statistic: string,
    threshold: number,
    meaning: string,
    message?: string,
  ): void {
    const filter = new logs.MetricFilter(this, `${id}Filter`, {
      logGroup: fn!.logGroup,
      metricNamespace: NAMESPACE,
      metricName: `${id}${this.node.addr.slice(-6)}`,
      filterPattern:
        message === undefined
          ? logs.FilterPattern.exists(field!)
          : logs.FilterPattern.stringValue('$.message', '=', message),
      metricValue: field ?? '1',
    });
    this.alarm(id, anchor, filter.metric({ statistic, period: MINUTE }), threshold, meaning);
  }
}

function apiMetric(http: HttpApi, metricName: string, statistic: string): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    statistic,
    period: MINUTE,
    dimensionsMap: { ApiId: http.api.ref },
  });
}

function graph(title: string, left: cloudwatch.IMetric[]): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, width: 8 });
}
