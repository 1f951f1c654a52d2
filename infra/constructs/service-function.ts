/** One function of the service. All are bundled in the same way. */
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENV, type EnvName } from '../../src/lambda/env';
import type { Config } from '../config';

const ROOT = join(__dirname, '../..');

/** The real bundling, also used by code that builds the bundles for tests. */
export const BUNDLING = {
  target: 'node24',
  format: OutputFormat.CJS,
  minify: true,
  sourceMap: false,
  /** Prefers the modern builds of the SDK, which can be reduced to what is used. */
  mainFields: ['module', 'main'],
  /** Nothing is taken from the runtime's own SDK, whose version we cannot pin. */
  externalModules: [] as string[],
};

/**
 * What openapi-backend loads to read and check documents, compile schemas and make mocks: it is asked to route alone.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = Object.fromEntries(
  ['ajv', 'openapi-schema-validator', 'mock-json-schema', '@apidevtools/json-schema-ref-parser'].map((name) => [
    name,
    join(ROOT, 'infra/bundling/unused.cjs'),
  ]),
);

export interface ServiceFunctionProps {
  readonly config: Config;
  /** `api` for src/lambda/api.lambda.ts. */
  readonly entry: string;
  readonly functionName?: string;
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
  readonly fn: NodejsFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: props.config.logRetentionDays as logs.RetentionDays,
    });
    // Its own role, which may write to its own log group: the managed policy may write to all log groups.
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.fn = new NodejsFunction(this, 'Function', {
      ...(props.functionName === undefined ? {} : { functionName: props.functionName }),
      entry: join(ROOT, 'src/lambda', `${props.entry}.lambda.ts`),
      projectRoot: ROOT,
      depsLockFilePath: join(ROOT, 'package-lock.json'),
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      tracing: lambda.Tracing.ACTIVE,
      loggingFormat: lambda.LoggingFormat.JSON,
      logGroup,
      role,
      description: props.description,
      environment: Object.fromEntries(
        Object.entries(props.environment).map(([name, value]) => [ENV[name as EnvName], value!]),
      ),
      bundling: {
        ...BUNDLING,
        esbuildArgs: Object.fromEntries(Object.entries(LEFT_OUT).map(([name, path]) => [`--alias:${name}`, path])),
      },
      ...(props.config.reserveConcurrency ? { reservedConcurrentExecutions: props.reservedConcurrency } : {}),
    });
  }
}
