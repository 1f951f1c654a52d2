/** One page: whether the service is healthy, what callers notice, and where work piles up. */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Functions } from '../functions';
import type { HttpApi } from '../http-api';
import type { Queues } from '../queues';
import type { ServiceTables } from '../tables';

export interface Watched {
  readonly http: HttpApi;
  readonly tables: ServiceTables;
  readonly queues: Queues;
  readonly functions: Functions;
  /** Of this deployment's own metrics. */
  readonly metricsNamespace: string;
}

/** `ofCustomers`: the rows about what customers get. */
export function addDashboard(
  scope: Construct,
  props: Watched,
  alarms: cloudwatch.IAlarm[],
  ofCustomers: readonly cloudwatch.IWidget[][],
): void {
  const { http, tables, queues, functions } = props;
  const { dispatch, deliver } = functions.all;
  new cloudwatch.Dashboard(scope, 'Dashboard', {
    widgets: [
      [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 })],
      ...ofCustomers,
      [
        graph('Requests', [apiMetric(http, 'Count', 'Sum')]),
        graph('Latency, ms', [apiMetric(http, 'Latency', 'p50'), apiMetric(http, 'Latency', 'p99')]),
        graph('Errors', [apiMetric(http, '4xx', 'Sum'), apiMetric(http, '5xx', 'Sum')]),
      ],
      [
        graph('Oldest message, s', [
          queues.events.metricApproximateAgeOfOldestMessage({ label: 'events' }),
          queues.notices.metricApproximateAgeOfOldestMessage({ label: 'notices' }),
          queues.audit.metricApproximateAgeOfOldestMessage({ label: 'audit' }),
        ]),
        graph('Stream behind, ms', [dispatch.metric('IteratorAge', { statistic: 'Maximum' })]),
        graph('First attempts and retry loops', [deliver.metricInvocations(), functions.loop.machine.metricStarted()]),
      ],
      [
        graph(
          'Dead letters',
          Object.values(queues.deadLetters).map((queue) => queue.metricApproximateNumberOfMessagesVisible()),
        ),
        graph('Table units', [
          tables.main.metricConsumedReadCapacityUnits(),
          tables.main.metricConsumedWriteCapacityUnits(),
        ]),
        graph('Functions at a time', [functions.all.api, functions.all.console, deliver].map(concurrent)),
      ],
    ],
  });
}

export function apiMetric(http: HttpApi, metricName: string, statistic: string): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    statistic,
    period: Duration.minutes(1),
    dimensionsMap: { ApiId: http.api.ref },
  });
}

function concurrent(fn: { metric(name: string, options: cloudwatch.MetricOptions): cloudwatch.Metric }) {
  return fn.metric('ConcurrentExecutions', { statistic: 'Maximum' });
}

export function graph(title: string, left: cloudwatch.IMetric[]): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, width: 8 });
}
