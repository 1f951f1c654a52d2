/**
 * What customers get: two objectives, each with an alarm on how fast it uses up what it allows to fail, and five graphs. Time to
 * verdict is a graph only, because people decide when they decide.
 */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS, OUTCOMES } from '../../../src/adapters/system/metrics';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import type { AlarmSet } from './alarm-set';
import { errorRatio } from './callers';
import { graph, type Watched } from './dashboard';

/** Of a month's events and calls, one in so many may fail: 99.9 % succeed. */
const ONE_IN = 1000;
/**
 * An hour that fails 14.4 times as much uses up 2 % of a month (SRE workbook, alerting on SLOs). It must have ten failures at
 * least: in an hour with few calls, one is a large part. With fewer, the canary pages.
 */
const [BURN_RATE, LEAST_FAILURES] = [14.4, 10];
const HOUR = Duration.hours(1);

export function alarmsOfObjectives(set: AlarmSet, { http, functions, metricsNamespace }: Watched): void {
  const options = { anchor: 'objectives', threshold: (100 * BURN_RATE) / ONE_IN, urgency: 'page' } as const;
  set.alarm('ApiObjective', errorRatio(http, functions.all.watch, { period: HOUR, least: LEAST_FAILURES }), {
    ...options,
    meaning: 'so many calls fail that two days like this use up what a month allows',
  });
  const late = (statistic: string) => own(metricsNamespace, METRICS.postedLate, { statistic, period: HOUR });
  const lateRatio = new cloudwatch.MathExpression({
    expression: `IF(late >= ${LEAST_FAILURES}, 100 * late / posted, 0)`,
    usingMetrics: { late: late('Sum'), posted: late('SampleCount') },
    label: 'first posts after more than 30 s, %',
    period: HOUR,
  });
  set.alarm('PostObjective', lateRatio, {
    ...options,
    meaning: 'so many events are posted late that two days like this use up what a month allows',
  });
}

export function graphsOfCustomers({ http, functions, metricsNamespace }: Watched): cloudwatch.IWidget[][] {
  const of = (metric: string, options: cloudwatch.MetricOptions) => own(metricsNamespace, metric, options);
  const byOutcome = (metric: string, statistic: string) =>
    OUTCOMES.map((outcome) => of(metric, { statistic, label: outcome, dimensionsMap: { outcome } }));
  const lag = EVENT_TYPES.map((event_type) =>
    of(METRICS.firstPostMs, { statistic: 'p99', label: event_type, dimensionsMap: { event_type } }),
  );
  const late = new cloudwatch.MathExpression({
    expression: '100 * late',
    usingMetrics: { late: of(METRICS.postedLate, { statistic: 'Average', period: HOUR }) },
    label: 'first posts after more than 30 s, %',
    period: HOUR,
  });
  return [
    [
      graph('Verdicts', byOutcome(METRICS.verdicts, 'Sum')),
      graph('Time to verdict, median, ms', byOutcome(METRICS.verdictMs, 'p50')),
      graph(
        'From a change to its mail, ms',
        ['p50', 'p99'].map((statistic) => of(METRICS.mailMs, { statistic })),
      ),
    ],
    [
      graph('From a change to its first post, p99, ms', lag),
      graph('Objectives: 0.1 % may fail', [errorRatio(http, functions.all.watch, { period: HOUR, least: 1 }), late]),
    ],
  ];
}

function own(namespace: string, metricName: string, options: cloudwatch.MetricOptions): cloudwatch.Metric {
  return new cloudwatch.Metric({ namespace, metricName, ...options });
}
