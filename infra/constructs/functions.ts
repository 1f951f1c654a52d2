/** The functions, with their shapes, environments, permissions and triggers. */
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { ENV } from '../../src/lambda/env';
import type { Config } from '../config';
import { runCanary } from './canary';
import { DeliveryLoop } from './delivery-loop';
import { Destinations, hasDestinations } from './destinations';
import { canaryEnvironmentOf, type EnvironmentProps, environmentOf } from './function-environment';
import {
  CALLED,
  CANARY_FUNCTION_NAMES,
  type CanaryFunctionName,
  FUNCTION_NAMES,
  type FunctionName,
  pascal,
} from './function-names';
import { SHAPES } from './function-shapes';
import { grantAll } from './permissions';
import { ServiceFunction, type ServiceFunctionProps } from './service-function';
import { consumeQueues, readStream, type StreamProps, sweepEveryMinute } from './triggers';

export type FunctionsProps = EnvironmentProps & StreamProps;

export class Functions extends Construct {
  readonly all: Readonly<Record<FunctionName, lambda.Function>>;
  /** Null where the deployment has no canary. */
  readonly ofCanary: Readonly<Record<CanaryFunctionName, lambda.Function>> | null;
  /** The aliases that API Gateway calls. A deployment moves `live` from version to version. */
  readonly live: Readonly<Record<(typeof CALLED)[number], lambda.Alias>>;
  readonly loop: DeliveryLoop;
  readonly stream: DynamoEventSource;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { config } = props;
    const make = (name: FunctionName | CanaryFunctionName, environment: ServiceFunctionProps['environment']) =>
      new ServiceFunction(this, pascal(name), { ...SHAPES[name], config, environment }).fn;
    this.all = mapped(FUNCTION_NAMES, (name) => make(name, environmentOf(name, props)));
    this.ofCanary =
      props.canary === null
        ? null
        : mapped(CANARY_FUNCTION_NAMES, (name) => make(name, canaryEnvironmentOf(name, props.canary!, props)));
    this.live = mapped(CALLED, (name) => liveAlias(this.all[name], config));
    this.loop = new DeliveryLoop(this, 'Loop', { config, task: this.all.deliverTry });
    this.all.deliver.addEnvironment(ENV.deliveryLoopArn, this.loop.machine.stateMachineArn);
    const senders = [this.all.deliver, this.all.deliverTry];
    const { role } = new Destinations(this, 'Destinations', { config, queues: props.queues, senders });
    if (hasDestinations(config))
      for (const sender of senders) sender.addEnvironment(ENV.destinationsRoleArn, role.roleArn);
    const canary = this.ofCanary === null ? null : { data: props.canary!, functions: this.ofCanary };
    grantAll({ ...props, functions: this.all, loop: this.loop, canary });
    this.stream = readStream(this, this.all, props);
    consumeQueues(this.all, props);
    sweepEveryMinute(this, this.all, config);
    if (this.ofCanary !== null) runCanary(this, this.ofCanary, config);
  }
}

/**
 * The variable says whose tables these are, and no function reads it. Lambda publishes no version of a function that did
 * not change, and CloudFormation then rolls the deployment back. Without the variable, that happens when restored tables
 * have become those of the data stack: the template names them in another way, but the function is the same.
 */
function liveAlias(fn: lambda.Function, { existingTables }: Config): lambda.Alias {
  fn.addEnvironment('TABLES_OF', existingTables === null ? 'data stack' : 'restore');
  return new lambda.Alias(fn.node.scope!, 'Live', { aliasName: 'live', version: fn.currentVersion });
}

const mapped = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
