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
  /** The number of periods in a row; one by default. */
  readonly periods?: number;
  /**
   * Tells people itself, also while `Page` is already in alarm because of something else. Of an event or a security matter
   * there is no end to tell about; `state` also tells when it is over.
   */
  readonly alone?: 'security' | 'event' | 'state';
}

const NAMESPACE = 'RequestAuthorization';

export const MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);

/** Makes alarms in `scope`. */
export class AlarmSet {
  readonly topic: sns.Topic;
  readonly made: cloudwatch.Alarm[] = [];
  /** Those that tell people themselves. */
  private readonly alone = new Set<cloudwatch.Alarm>();

  constructor(
    private readonly scope: Construct,
    { alarmEmail }: Config,
  ) {
    this.topic = topicForAlarms(scope);
    if (alarmEmail !== null) this.topic.addSubscription(new subscriptions.EmailSubscription(alarmEmail));
  }

  alarm(
    id: string,
    metric: cloudwatch.IMetric,
    { anchor, meaning, threshold, periods = 1, alone }: AlarmOptions,
  ): cloudwatch.Alarm {
    const alarm = new cloudwatch.Alarm(this.scope, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: `${alone === 'security' ? 'security: ' : ''}${meaning} · docs/runbook.md#${anchor}`,
    });
    if (alone !== undefined) {
      const tell = new actions.SnsAction(this.topic);
      alarm.addAlarmAction(tell);
      if (alone === 'state') alarm.addOkAction(tell);
      this.alone.add(alarm);
    }
    return this.keep(alarm);
  }

  private keep(alarm: cloudwatch.Alarm): cloudwatch.Alarm {
    this.made.push(alarm);
    return alarm;
  }

  /**
   * Sends one mail when one of the other alarms goes off, naming it, and one when all of them are fine again. It sends
   * nothing about a second one in between. Call it last.
   */
  page(): cloudwatch.CompositeAlarm {
    const others = this.made.filter((alarm) => !this.alone.has(alarm));
    const page = new cloudwatch.CompositeAlarm(this.scope, 'Page', {
      alarmRule: cloudwatch.AlarmRule.anyOf(
        ...others.map((alarm) => cloudwatch.AlarmRule.fromAlarm(alarm, cloudwatch.AlarmState.ALARM)),
      ),
      alarmDescription: 'something is wrong: the alarms that set it off say what · docs/runbook.md',
    });
    page.addAlarmAction(new actions.SnsAction(this.topic));
    page.addOkAction(new actions.SnsAction(this.topic));
    return page;
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
  silence(id: string, metric: cloudwatch.IMetric, options: Pick<AlarmOptions, 'anchor' | 'meaning'>): cloudwatch.Alarm {
    const alarm = new cloudwatch.Alarm(this.scope, id, {
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.MISSING,
      alarmDescription: `${options.meaning} · docs/runbook.md#${options.anchor}`,
    });
    const tell = new actions.SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addInsufficientDataAction(tell);
    alarm.addOkAction(tell);
    this.alone.add(alarm);
    return this.keep(alarm);
  }
}

/**
 * CloudWatch may publish for the alarms of this account. Requiring TLS gives the topic its own policy, which replaces
 * the default that allows everything in the account to publish.
 */
function topicForAlarms(scope: Construct): sns.Topic {
  const topic = new sns.Topic(scope, 'Topic', { enforceSSL: true });
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
