/** Alarms on problems that callers notice: errors, slow answers, throttled tables, and instances with a wrong clock. */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { MAIN_TABLE } from '../../../src/adapters/dynamodb/table';
import { type AlarmSet, FIVE_MINUTES, said } from './alarm-set';
import { apiMetric, type Watched } from './dashboard';

/** The calls that a user waits for. */
const OPERATIONS = [
  dynamodb.Operation.PUT_ITEM,
  dynamodb.Operation.UPDATE_ITEM,
  dynamodb.Operation.TRANSACT_WRITE_ITEMS,
  dynamodb.Operation.GET_ITEM,
  dynamodb.Operation.QUERY,
  dynamodb.Operation.BATCH_GET_ITEM,
  dynamodb.Operation.BATCH_WRITE_ITEM,
];

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
  const throttled = tables.main.metricThrottledRequestsForOperations({ period: FIVE_MINUTES, operations: OPERATIONS });
  set.alarm('TableThrottles', throttled, {
    anchor: 'table-throttles',
    meaning: 'DynamoDB throttles the service',
    threshold: 10,
  });
  set.alarm('IndexThrottles', indexThrottles(tables.main), {
    anchor: 'table-throttles',
    meaning: 'an index cannot follow the writes of the table, which holds them up',
    threshold: 10,
  });
}

/** Writes to the table that wait for one of its indexes. */
function indexThrottles({ tableName }: dynamodb.ITable): cloudwatch.MathExpression {
  const metrics = MAIN_TABLE.indexes.map(({ name }) => {
    const metric = new cloudwatch.Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'WriteThrottleEvents',
      statistic: 'Sum',
      period: FIVE_MINUTES,
      dimensionsMap: { TableName: tableName, GlobalSecondaryIndexName: name },
    });
    return [name, metric] as const;
  });
  return new cloudwatch.MathExpression({
    expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics),
    period: FIVE_MINUTES,
    label: 'throttled writes of indexes',
  });
}

export function alarmsOfClocks(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { api, console } = functions.all;
  const skewed = said('clock_skew: claims and turns are refused on this instance');
  for (const [id, fn] of [
    ['ApiClockSkew', api],
    ['ConsoleClockSkew', console],
  ] as const) {
    set.alarm(id, set.logged(id, fn, skewed), {
      anchor: 'clock-skew',
      meaning: 'an instance refuses claims and turns',
      threshold: 1,
    });
  }
}
