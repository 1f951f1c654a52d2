/** A log group to which another service delivers. */
import { Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from '../config';
import { logsOf } from './removal';

/**
 * Under any other name, each delivery adds a statement to a policy of the account that holds 5,120 characters. The end of
 * the stack's id keeps the name free for a later stack, since logs are kept when their stack is deleted.
 */
export function vendedLogs(scope: Construct, id: string, service: 'apigateway' | 'states', config: Config) {
  const { stackName, stackId } = Stack.of(scope);
  return logsOf(scope, id, config, {
    logGroupName: `/aws/vendedlogs/${service}/${stackName}-${Fn.select(2, Fn.split('/', stackId))}`,
  });
}
