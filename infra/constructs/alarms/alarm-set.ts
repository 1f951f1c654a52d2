/** Common to all alarms: where they are sent, where the runbook explains them, and what missing data means. */
import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Config } from '../../config';

export interface AlarmOptions {
  /** The anchor in docs/runbook.md. */
  readonly anchor: string;
  /** The effect on users. */
  readonly meaning: string;
  readonly threshold: number;
  /** The number of periods that are looked at; one by default. */
  readonly periods?: number;
  /** How many of these periods must be at the threshold; all by default. */
  readonly of?: number;
  readonly urgency: Urgency;
  /** An event or a security matter has no end that people are told about. */
  readonly about?: 'security' | 'event';
}

/**
 * `page`: customers notice it now, or it is in question whether what they were shown is true. `ticket`: somebody looks at it
 * on the next working day.
 */
export const URGENCIES = ['page', 'ticket'] as const;
export type Urgency = (typeof URGENCIES)[number];

const NAMESPACE = 'RequestAuthorization';

export const MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);

/**
 * Makes alarms in `scope`. Each publishes by itself: in a group, one alarm that stays on, such as a dead letter that waits,
 * would hide the ones that come after it.
 */
export class AlarmSet {
  readonly topics: Readonly<Record<Urgency, sns.Topic>>;
  readonly made: cloudwatch.Alarm[] = [];

  constructor(
    private readonly scope: Construct,
    { alarmEmail, ticketEmail }: Config,
  ) {
    this.topics = { page: topicForAlarms(scope, 'Page'), ticket: topicForAlarms(scope, 'Ticket') };
    const emails = { page: alarmEmail, ticket: ticketEmail ?? alarmEmail };
    for (const urgency of URGENCIES) {
      const email = emails[urgency];
      if (email !== null) this.topics[urgency].addSubscription(new subscriptions.EmailSubscription(email));
    }
  }

  alarm(
    id: string,
    metric: cloudwatch.IMetric,
    { anchor, meaning, threshold, periods = 1, of = periods, urgency, about }: AlarmOptions,
  ): cloudwatch.Alarm {
    const alarm = new cloudwatch.Alarm(this.scope, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      ...(of === periods ? {} : { datapointsToAlarm: of }),
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: `${about === 'security' ? 'security: ' : ''}${meaning} · docs/runbook.md#${anchor}`,
    });
    const tell = new actions.SnsAction(this.topics[urgency]);
    alarm.addAlarmAction(tell);
    // A ticket is closed by the person who looked at it.
    if (urgency === 'page' && about === undefined) alarm.addOkAction(tell);
    return this.keep(alarm);
  }

  private keep(alarm: cloudwatch.Alarm): cloudwatch.Alarm {
    this.made.push(alarm);
    return alarm;
  }

  /** Makes one metric from the log lines of functions: the number of matching lines, or a number in them. */
  logged(
    id: string,
    functions: readonly [lambda.Function, ...lambda.Function[]],
    filterPattern: logs.IFilterPattern,
    { value, statistic } = { value: '1', statistic: 'Sum' },
  ): cloudwatch.Metric {
    const [filter] = functions.map(
      ({ logGroup, node }) =>
        new logs.MetricFilter(
          this.scope,
          functions.length === 1 ? `${id}Filter` : `${id}Filter${node.scope!.node.id}`,
          {
            logGroup,
            metricNamespace: NAMESPACE,
            metricName: `${id}${this.scope.node.addr.slice(-6)}`,
            filterPattern,
            metricValue: value,
          },
        ),
    );
    return filter!.metric({ statistic, period: MINUTE });
  }

  /**
   * Alarms when something that must never stop has no data: it notifies on entering INSUFFICIENT_DATA. A new alarm
   * begins in that state, so a new deployment sends nothing.
   */
  silence(
    id: string,
    metric: cloudwatch.IMetric,
    options: Pick<AlarmOptions, 'anchor' | 'meaning' | 'urgency'>,
  ): cloudwatch.Alarm {
    const alarm = new cloudwatch.Alarm(this.scope, id, {
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.MISSING,
      alarmDescription: `${options.meaning} · docs/runbook.md#${options.anchor}`,
    });
    const tell = new actions.SnsAction(this.topics[options.urgency]);
    alarm.addAlarmAction(tell);
    alarm.addInsufficientDataAction(tell);
    alarm.addOkAction(tell);
    return this.keep(alarm);
  }
}

/**
 * CloudWatch may publish for the alarms of this account. Requiring TLS gives the topic its own policy, which replaces
 * the default that allows everything in the account to publish.
 */
function topicForAlarms(scope: Construct, id: string): sns.Topic {
  const topic = new sns.Topic(scope, id, { enforceSSL: true });
  topic.addToResourcePolicy(
    new iam.PolicyStatement({
      sid: 'AlarmsPublish',
      principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  return topic;
}

/** Log lines with exactly this message. */
export function said(message: string): logs.JsonPattern {
  return logs.FilterPattern.stringValue('$.message', '=', message);
}
