/** Alarms on the functions: throttled calls, failed calls, and the account's concurrency. */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { CALLED, pascal } from '../function-names';
import { type AlarmSet, FIVE_MINUTES, MINUTE } from './alarm-set';
import type { Watched } from './dashboard';

/**
 * Returns the alarms of the functions that callers wait for. The others have alarms on their work instead: its age, its
 * dead letters, the sweep and the canary say everything that failed or throttled calls of theirs would say.
 */
export function alarmsOfFunctions(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): cloudwatch.Alarm[] {
  // Open inboxes may find no instance (docs/decisions/inbox.md).
  const throttled = CALLED.filter((name) => name !== 'watch').map((name) =>
    set.alarm(`${pascal(name)}Throttled`, functions.all[name].metricThrottles({ period: MINUTE }), {
      anchor: 'function-throttles',
      meaning: 'a function is throttled',
      threshold: 1,
      periods: 2,
      urgency: 'page',
    }),
  );
  const failing = CALLED.map((name) =>
    set.alarm(`${pascal(name)}FunctionErrors`, functions.all[name].metricErrors({ period: FIVE_MINUTES }), {
      anchor: 'function-errors',
      meaning: 'calls of a function end with an error',
      threshold: 3,
      urgency: 'page',
    }),
  );
  set.alarm('AccountConcurrency', accountConcurrency(), {
    anchor: 'account-concurrency',
    meaning: 'the functions of this account use four fifths of its concurrency',
    threshold: 80,
    periods: 3,
    urgency: 'ticket',
  });
  return [...throttled, ...failing];
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
