/** Alarms on the functions: throttled calls, failed calls, and the account's concurrency. */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmSet, FIVE_MINUTES, MINUTE } from './alarm-set';
import type { Watched } from './dashboard';

/** Functions with their own alarm on failed calls. For the others, the alarms on their work are enough. */
const WATCHED_FOR_ERRORS = [
  'api',
  'feed',
  'console',
  'timer',
  'audit',
  'heads',
  'notice',
  'dispatch',
  'canarySetUp',
  'receiver',
] as const;
const WATCHED_FOR_THROTTLES = ['api', 'feed', 'console', 'timer', 'audit'] as const;

/** Returns the alarms of the functions that callers wait for. */
export function alarmsOfFunctions(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): cloudwatch.Alarm[] {
  const throttled = WATCHED_FOR_THROTTLES.map((name) =>
    set.alarm(`${pascal(name)}Throttled`, functions.all[name].metricThrottles({ period: MINUTE }), {
      anchor: 'function-throttles',
      meaning: 'a function is throttled',
      threshold: 1,
      periods: 2,
    }),
  );
  const failing = WATCHED_FOR_ERRORS.map((name) =>
    set.alarm(`${pascal(name)}FunctionErrors`, functions.all[name].metricErrors({ period: FIVE_MINUTES }), {
      anchor: 'function-errors',
      meaning: 'calls of a function end with an error',
      threshold: 3,
    }),
  );
  set.alarm('AccountConcurrency', accountConcurrency(), {
    anchor: 'account-concurrency',
    meaning: 'the functions of this account use four fifths of its concurrency',
    threshold: 80,
    periods: 3,
  });
  return [...throttled, ...failing].filter(({ node }) => /^(Api|Feed|Console)/.test(node.id));
}

/** In percent of the account's quota, which CloudWatch knows for this metric. */
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

const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
