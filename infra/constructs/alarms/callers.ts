/** Alarms on problems that callers notice: errors, slow answers, throttled tables, and instances with a wrong clock. */
import type { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { MAIN_TABLE } from '../../../src/adapters/dynamodb/table';
import type { HttpApi } from '../http-api';
import { type AlarmSet, FIVE_MINUTES, MINUTE, said } from './alarm-set';
import { apiMetric, type Watched } from './dashboard';

/** Alarms on what callers get. A new version of a function that triggers one is rolled back. */
export function alarmsOfApi(
  set: AlarmSet,
  { http, functions }: Pick<Watched, 'http' | 'functions'>,
): cloudwatch.Alarm[] {
  const slow = (id: string, fn: lambda.Function) =>
    set.alarm(id, fn.metricDuration({ period: MINUTE, statistic: 'p99' }), {
      anchor: 'api-slow',
      meaning: 'a call in a hundred takes over 3 s',
      threshold: 3000,
      periods: 3,
      urgency: 'page',
    });
  // Not one of a release: CodeDeploy takes ten alarms, and a release has the count.
  set.alarm('ApiErrorRatio', errorRatio(http, functions.all.watch, { period: FIVE_MINUTES, least: 2 }), {
    anchor: 'api-5xx',
    meaning: 'one call in twenty gets 5xx',
    threshold: 5,
    periods: 2,
    urgency: 'page',
  });
  return [
    set.alarm('ApiErrors', unexpectedErrors(http, functions.all.watch), {
      anchor: 'api-5xx',
      meaning: 'the service answers 5xx',
      threshold: 5,
      urgency: 'page',
    }),
    // Of the functions, because the API's own latency counts the answers that feed and watch hold for 20 s.
    slow('ApiSlow', functions.all.api),
    slow('ConsoleSlow', functions.all.console),
  ];
}

/**
 * All 5xx but those of open inboxes that found no instance, which ask again 15 s later
 * (docs/decisions/inbox.md).
 */
function unexpectedErrors(http: HttpApi, watch: lambda.Function): cloudwatch.MathExpression {
  return new cloudwatch.MathExpression({
    expression: 'FILL(errors, 0) - FILL(throttles, 0)',
    usingMetrics: {
      errors: apiMetric(http, '5xx', 'Sum'),
      throttles: watch.metricThrottles({ period: MINUTE }),
    },
    label: '5xx, without open inboxes that ask again',
    period: MINUTE,
  });
}

/**
 * In percent. A deployment with 200 requests a day never has five errors in one minute. Fewer than `least` are not counted, because
 * one of few calls would be a large part of them.
 */
export function errorRatio(
  http: HttpApi,
  watch: lambda.Function,
  { period, least }: { readonly period: Duration; readonly least: number },
): cloudwatch.MathExpression {
  const failed = '(FILL(errors, 0) - FILL(throttles, 0))';
  return new cloudwatch.MathExpression({
    expression: `IF(${failed} >= ${least}, 100 * ${failed} / calls, 0)`,
    usingMetrics: {
      errors: apiMetric(http, '5xx', 'Sum').with({ period }),
      throttles: watch.metricThrottles({ period }),
      calls: apiMetric(http, 'Count', 'Sum').with({ period }),
    },
    label: '5xx of all calls, %, without open inboxes that ask again',
    period,
  });
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
    urgency: 'page',
  });
  // A write to the table waits for its indexes.
  const ofIndexes = MAIN_TABLE.indexes.map(
    ({ name }) => ['WriteThrottleEvents', { TableName: tableName, GlobalSecondaryIndexName: name }] as const,
  );
  set.alarm('IndexThrottles', throttles('throttled writes of indexes', ofIndexes), {
    anchor: 'table-throttles',
    meaning: 'an index cannot follow the writes of the table, which holds them up',
    threshold: 10,
    urgency: 'page',
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
    // Callers get 5xx. If they are many, ApiErrors and ApiErrorRatio page.
    urgency: 'ticket',
    about: 'event',
  });
}
