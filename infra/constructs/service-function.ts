/** A function of the service. All are created in the same way. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENV, type EnvName } from '../../src/lambda/env';
import { functionCode } from '../bundling/code';
import type { Config } from '../config';
import { CALLED } from './function-names';
import { logsOf } from './removal';

export interface ServiceFunctionProps {
  readonly config: Config;
  /** `api` for src/lambda/api.lambda.ts. */
  readonly entry: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly environment: Partial<Record<EnvName, string>>;
  /**
   * A limit for functions that could run away, if the account allows it. Without one, the function shares the
   * account's.
   */
  readonly reservedConcurrency?: number;
  readonly description: string;
}

export class ServiceFunction extends Construct {
  readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { config } = props;
    const logGroup = logsOf(this, 'Logs', config);
    // Each function has its own role, which may write only to its own log group. The managed policy may write to all
    // log groups.
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.fn = new lambda.Function(this, 'Function', {
      code: functionCode(props.entry),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      tracing: config.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      loggingFormat: lambda.LoggingFormat.JSON,
      // The platform's own lines for every call would be most of the stored logs.
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      logGroup,
      role,
      description: props.description,
      // Kept so that the alias can be moved back to the previous version.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      environment: Object.fromEntries(
        Object.entries(props.environment).map(([name, value]) => [ENV[name as EnvName], value!]),
      ),
      ...concurrencyOf(props),
    });
  }
}

function concurrencyOf({ config, entry, reservedConcurrency }: ServiceFunctionProps) {
  if (config.frozen && CALLED.some((name) => name === entry)) return { reservedConcurrentExecutions: 0 };
  return config.reserveConcurrency ? { reservedConcurrentExecutions: reservedConcurrency } : {};
}
