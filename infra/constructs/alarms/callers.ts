/** Alarms on problems that callers notice: errors, slow answers, throttled tables, and instances with a wrong clock. */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { MAIN_TABLE } from '../../../src/adapters/dynamodb/table';
import { type AlarmSet, FIVE_MINUTES, said } from './alarm-set';
import { apiMetric, type Watched } from './dashboard';

/** Alarms of API Gateway itself. A new version of a function that triggers one is rolled back. */
export function alarmsOfApi(set: AlarmSet, { http }: Pick<Watched, 'http'>): cloudwatch.Alarm[] {
  return [
    set.alarm('ApiErrors', apiMetric(http, '5xx', 'Sum'), {
      anchor: 'api-5xx',
      meaning: 'the service answers 5xx',
      threshold: 5,
    }),
    set.alarm('ApiSlow', apiMetric(http, 'Latency', 'p99'), {
      anchor: 'api-slow',
      meaning: 'a call in a hundred takes over 3 s',
      threshold: 3000,
      periods: 3,
    }),
  ];
}

export function alarmsOfTables(set: AlarmSet, { tables }: Pick<Watched, 'tables'>): void {
  const { tableName } = tables.main;
  const ofTable = ['ReadThrottleEvents', 'WriteThrottleEvents'].map(
    (name) => [name, { TableName: tableName }] as const,
  );
  set.alarm('TableThrottles', throttles('throttled reads and writes', ofTable), {
    anchor: 'table-throttles',
    meaning: 'DynamoDB throttles the service',
    threshold: 10,
  });
  // A write to the table waits for its indexes.
  const ofIndexes = MAIN_TABLE.indexes.map(
    ({ name }) => ['WriteThrottleEvents', { TableName: tableName, GlobalSecondaryIndexName: name }] as const,
  );
  set.alarm('IndexThrottles', throttles('throttled writes of indexes', ofIndexes), {
    anchor: 'table-throttles',
    meaning: 'an index cannot follow the writes of the table, which holds them up',
    threshold: 10,
  });
}

/** The sum of metrics that have data only when something was throttled. An alarm is billed for each of them. */
function throttles(
  label: string,
  watched: readonly (readonly [metricName: string, dimensionsMap: Record<string, string>])[],
): cloudwatch.MathExpression {
  const metrics = watched.map(([metricName, dimensionsMap], index) => [
    `m${index}`,
    new cloudwatch.Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap,
      statistic: 'Sum',
      period: FIVE_MINUTES,
    }),
  ]);
  return new cloudwatch.MathExpression({
    expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics),
    period: FIVE_MINUTES,
    label,
  });
}

export function alarmsOfClocks(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { api, console } = functions.all;
  const skewed = said('clock_skew: claims and turns are refused on this instance');
  set.alarm('ClockSkew', set.logged('ClockSkew', [api, console], skewed), {
    anchor: 'clock-skew',
    meaning: 'an instance refuses claims and turns',
    threshold: 1,
  });
}
