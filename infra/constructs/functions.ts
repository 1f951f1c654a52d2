/** The functions, with their shapes, environments, permissions and triggers. */
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { ENV } from '../../src/lambda/env';
import { runCanary } from './canary';
import { DeliveryLoop } from './delivery-loop';
import { Destinations, hasDestinations } from './destinations';
import { type EnvironmentProps, environmentOf } from './function-environment';
import { SHAPES } from './function-shapes';
import { type FunctionName, grantAll } from './permissions';
import { ServiceFunction } from './service-function';
import { consumeQueues, readStream, type StreamProps, sweepEveryMinute } from './triggers';

export type FunctionsProps = EnvironmentProps & StreamProps;

export class Functions extends Construct {
  readonly all: Readonly<Record<FunctionName, lambda.Function>>;
  /** The aliases that API Gateway calls. A deployment moves `live` from version to version. */
  readonly live: Readonly<Record<'api' | 'feed' | 'console', lambda.Alias>>;
  readonly loop: DeliveryLoop;
  readonly stream: DynamoEventSource;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { config } = props;
    const make = (name: FunctionName) =>
      new ServiceFunction(this, pascal(name), {
        ...SHAPES[name],
        config,
        environment: environmentOf(name, props),
      }).fn;
    const names = Object.keys(SHAPES) as FunctionName[];
    this.all = Object.fromEntries(names.map((name) => [name, make(name)])) as Record<FunctionName, lambda.Function>;
    this.live = {
      api: liveAlias(this.all.api),
      feed: liveAlias(this.all.feed),
      console: liveAlias(this.all.console),
    };
    this.loop = new DeliveryLoop(this, 'Loop', { config, task: this.all.deliverTry });
    this.all.deliver.addEnvironment(ENV.deliveryLoopArn, this.loop.machine.stateMachineArn);
    if (hasDestinations(config)) {
      const senders = [this.all.deliver, this.all.deliverTry];
      const { role } = new Destinations(this, 'Destinations', { config, queues: props.queues, senders });
      for (const sender of senders) sender.addEnvironment(ENV.destinationsRoleArn, role.roleArn);
    }
    grantAll({ ...props, functions: this.all, loop: this.loop });
    this.stream = readStream(this, this.all, props);
    consumeQueues(this.all, props);
    sweepEveryMinute(this, this.all, config);
    runCanary(this, this.all, config);
  }
}

export const LIVE = 'live';

function liveAlias(fn: lambda.Function): lambda.Alias {
  return new lambda.Alias(fn.node.scope!, 'Live', { aliasName: LIVE, version: fn.currentVersion });
}

const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
