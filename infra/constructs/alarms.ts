/** Alarms on what a user notices, each with its entry in docs/runbook.md, and one dashboard. */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { QUEUE_NAMES } from '../../src/adapters/sqs/queue-table';
import type { Config } from '../config';
import { type AlarmOptions, AlarmSet } from './alarm-set';
import { addDashboard, apiMetric, type Watched } from './dashboard';
import type { Mails } from './mails';
import type { Queues } from './queues';

export interface AlarmsProps extends Watched {
  readonly config: Config;
  readonly mails: Mails;
}

const MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);
/** The functions for which a user waits. */
const OPERATIONS = [
  dynamodb.Operation.PUT_ITEM,
  dynamodb.Operation.UPDATE_ITEM,
  dynamodb.Operation.TRANSACT_WRITE_ITEMS,
  dynamodb.Operation.GET_ITEM,
  dynamodb.Operation.QUERY,
];

export class Alarms extends AlarmSet {
  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id, props.config);
    this.ofTheApi(props);
    this.ofTheQueues(props);
    this.ofTheStream(props);
    this.ofTheSweep(props);
    this.ofDeliveries(props);
    this.ofTheLogs(props);
    this.ofFunctions(props);
    this.ofTheMails(props);
    addDashboard(this, props, this.made);
  }

  private ofTheApi({ http, tables }: AlarmsProps): void {
    const errors = apiMetric(http, '5xx', 'Sum');
    this.alarm('ApiErrors', errors, { anchor: 'api-5xx', meaning: 'the service answers 5xx', threshold: 5 });
    this.alarm('ApiSlow', apiMetric(http, 'Latency', 'p99'), {
      anchor: 'api-slow',
      meaning: 'a call in a hundred takes over 3 s',
      threshold: 3000,
      periods: 3,
    });
    const throttled = tables.main.metricThrottledRequestsForOperations({
      period: FIVE_MINUTES,
      operations: OPERATIONS,
    });
    this.alarm('TableThrottles', throttled, {
      anchor: 'table-throttles',
      meaning: 'DynamoDB throttles the service',
      threshold: 10,
    });
  }

  private ofTheQueues({ queues }: AlarmsProps): void {
    const late = (id: string, queue: Queues['events'], options: Omit<AlarmOptions, 'periods'>) =>
      this.alarm(id, queue.metricApproximateAgeOfOldestMessage({ period: MINUTE, statistic: 'Maximum' }), {
        ...options,
        periods: 2,
      });
    late('EventsLate', queues.events, {
      anchor: 'events-late',
      meaning: 'an event has waited five minutes for its first try',
      threshold: 300,
    });
    late('NoticesLate', queues.notices, {
      anchor: 'notices-late',
      meaning: 'operators are told late',
      threshold: 120,
    });
    late('AuditLag', queues.audit, {
      anchor: 'audit-lag',
      meaning: 'the audit chain is ten minutes behind',
      threshold: 600,
    });
    for (const name of QUEUE_NAMES) {
      const queue = queues.deadLetters[name];
      const visible = queue.metricApproximateNumberOfMessagesVisible({ period: MINUTE, statistic: 'Maximum' });
      this.alarm(`DeadLetters-${name}`, visible, {
        anchor: 'dead-letters',
        meaning: 'a message could not be handled',
        threshold: 1,
      });
    }
  }

  private ofTheStream({ functions }: AlarmsProps): void {
    const { dispatch } = functions.all;
    this.alarm('StreamLag', dispatch.metric('IteratorAge', { period: MINUTE, statistic: 'Maximum' }), {
      anchor: 'stream-lag',
      meaning: 'the stream is two minutes behind',
      threshold: 120_000,
      periods: 2,
    });
    const givenUp = (metricName: string) =>
      new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName,
        statistic: 'Sum',
        period: MINUTE,
        dimensionsMap: { EventSourceMappingUUID: functions.stream.eventSourceMappingId },
      });
    for (const [id, metricName] of [
      ['StreamGivenUp', 'OnFailureDestinationDeliveredEventCount'],
      // There is no replay for this; only the record's own check, two minutes later, is left.
      ['StreamDropped', 'DroppedEventCount'],
    ] as const) {
      this.alarm(id, givenUp(metricName), {
        anchor: 'stream-given-up',
        meaning: 'a record of the stream was given up',
        threshold: 1,
      });
    }
  }

  private ofTheSweep({ functions }: AlarmsProps): void {
    const { sweep } = functions.all;
    this.alarm('SweepFails', sweep.metricErrors({ period: FIVE_MINUTES }), {
      anchor: 'sweep-fails',
      meaning: 'nothing finds what falls due',
      threshold: 3,
    });
    this.silence('SweepMissing', sweep.metricInvocations({ period: FIVE_MINUTES }), {
      anchor: 'sweep-missing',
      meaning: 'the sweep does not run',
    });
    const lateness = this.logged('SweepLate', sweep, logs.FilterPattern.exists('$.oldest_lateness_ms'), {
      value: '$.oldest_lateness_ms',
      statistic: 'Maximum',
    });
    this.alarm('SweepLate', lateness, {
      anchor: 'sweep-late',
      meaning: 'something due has waited three minutes',
      threshold: 180_000,
    });
  }

  private ofDeliveries({ functions }: AlarmsProps): void {
    const { deliver, deliverTry } = functions.all;
    this.alarm('DeliveryFaults', deliver.metricErrors({ period: FIVE_MINUTES }), {
      anchor: 'delivery-faults',
      meaning: 'first tries fail inside the service',
      threshold: 5,
    });
    this.alarm('LoopFails', functions.loop.machine.metricFailed({ period: FIVE_MINUTES }), {
      anchor: 'loop-fails',
      meaning: 'a retry loop ended without its delivery',
      threshold: 1,
    });
    this.alarm('TryThrottled', deliverTry.metricThrottles({ period: FIVE_MINUTES }), {
      anchor: 'function-throttles',
      meaning: 'the retry loop is throttled',
      threshold: 10,
    });
    // An endpoint that its own organization disabled or deleted is not a failure.
    const failed = logs.FilterPattern.all(
      said('a delivery failed for good'),
      logs.FilterPattern.stringValue('$.reason', '!=', 'endpoint_*'),
    );
    for (const [id, fn] of [
      ['FirstTryGaveUp', deliver],
      ['DeliveriesGaveUp', deliverTry],
    ] as const) {
      this.alarm(id, this.logged(id, fn, failed), {
        anchor: 'deliveries-gave-up',
        meaning: 'a delivery failed for good',
        threshold: 1,
      });
    }
  }

  private ofFunctions({ functions }: AlarmsProps): void {
    const { api, console, timer, audit, heads, notice, dispatch } = functions.all;
    for (const [id, fn] of Object.entries({ Api: api, Console: console, Timer: timer, Audit: audit })) {
      this.alarm(`${id}Throttled`, fn.metricThrottles({ period: MINUTE }), {
        anchor: 'function-throttles',
        meaning: 'a function is throttled',
        threshold: 1,
        periods: 2,
      });
    }
    const all = {
      Api: api,
      Console: console,
      Timer: timer,
      Audit: audit,
      Heads: heads,
      Notice: notice,
      Dispatch: dispatch,
    };
    for (const [id, fn] of Object.entries(all)) {
      this.alarm(`${id}FunctionErrors`, fn.metricErrors({ period: FIVE_MINUTES }), {
        anchor: 'function-errors',
        meaning: 'calls of a function end with an error',
        threshold: 3,
      });
    }
    this.alarm('AccountConcurrency', accountConcurrency(), {
      anchor: 'account-concurrency',
      meaning: 'the functions of this account use four fifths of its concurrency',
      threshold: 80,
      periods: 3,
    });
  }

  private ofTheMails({ mails }: AlarmsProps): void {
    for (const event of ['Bounce', 'Complaint', 'Reject'] as const) {
      this.alarm(`Mail${event}`, mails.metric(event), {
        anchor: 'mails-bounce',
        meaning: 'a mail to an operator did not arrive',
        threshold: 1,
      });
    }
  }

  private ofTheLogs({ functions }: AlarmsProps): void {
    const { api, console, audit } = functions.all;
    const skewed = said('clock_skew: claims and turns are refused on this instance');
    for (const [id, fn] of [
      ['ApiClockSkew', api],
      ['ConsoleClockSkew', console],
    ] as const) {
      this.alarm(id, this.logged(id, fn, skewed), {
        anchor: 'clock-skew',
        meaning: 'an instance refuses claims and turns',
        threshold: 1,
      });
    }
    const gap = said('audit gap: a revision is recorded before the one it follows');
    const refused = said('the audit chain does not extend its last published head; no head was signed');
    this.alarm('HeadRefused', this.logged('HeadRefused', functions.all.heads, refused), {
      anchor: 'head-refused',
      meaning: 'an audit chain was rewritten, or lost entries, after a head of it was published',
      threshold: 1,
    });
    this.alarm('AuditGap', this.logged('AuditGap', audit, gap), {
      anchor: 'audit-gap',
      meaning: 'the audit chain may lack an entry',
      threshold: 1,
    });
  }
}

/** In percent of the account's quota, which CloudWatch knows of this metric. */
function accountConcurrency(): cloudwatch.MathExpression {
  const used = new cloudwatch.Metric({
    namespace: 'AWS/Usage',
    metricName: 'ResourceCount',
    dimensionsMap: { Type: 'Resource', Service: 'Lambda', Resource: 'ConcurrentExecutions', Class: 'None' },
    statistic: 'Maximum',
    period: MINUTE,
  });
  return new cloudwatch.MathExpression({
    expression: '100 * used / SERVICE_QUOTA(used)',
    usingMetrics: { used },
    period: MINUTE,
    label: 'concurrency used, %',
  });
}

function said(message: string): logs.JsonPattern {
  return logs.FilterPattern.stringValue('$.message', '=', message);
}
