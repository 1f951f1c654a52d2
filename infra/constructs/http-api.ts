/** The HTTP API, its routes imported from the OpenAPI documents that the handlers use (docs/decisions/http-api.md). */
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import consoleDocument from '../../generated/console.openapi.json';
import serviceDocument from '../../generated/service.openapi.json';
import type { Config } from '../config';

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

export interface HttpApiProps {
  readonly config: Config;
  /**
   * A name and not a reference, because the console's function must know its own origin, which is in front of this API.
   */
  readonly serviceFunctionName: string;
  readonly consoleFunctionName: string;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

export class HttpApi extends Construct {
  readonly api: apigw.CfnApi;
  readonly stage: apigw.CfnStage;

  constructor(scope: Construct, id: string, { config, serviceFunctionName, consoleFunctionName }: HttpApiProps) {
    super(scope, id);
    const service = invocationUri(this, serviceFunctionName);
    const console = invocationUri(this, consoleFunctionName);
    this.api = new apigw.CfnApi(this, 'Api', {
      body: importable([
        [serviceDocument as Document, '/v1', service],
        [consoleDocument as Document, '/api', console],
      ]),
      failOnWarnings: true,
    });
    const accessLogs = new logs.LogGroup(this, 'AccessLogs', {
      retention: config.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new apigw.CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        throttlingRateLimit: config.throttle.rate,
        throttlingBurstLimit: config.throttle.burst,
        detailedMetricsEnabled: true,
      },
      accessLogSettings: { destinationArn: accessLogs.logGroupArn, format: ACCESS_LOG },
    });
  }

  /** Lets this API, and no other, call the function. */
  allow(fn: lambda.IFunction): void {
    fn.addPermission('HttpApi', {
      principal: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: this.api.ref, resourceName: '*/*' }),
    });
  }

  /** The host name without the scheme, for CloudFront. */
  get domainName(): string {
    return `${this.api.ref}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`;
  }
}

function invocationUri(scope: Construct, functionName: string): string {
  const stack = Stack.of(scope);
  const functionArn = stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return stack.formatArn({
    service: 'apigateway',
    account: 'lambda',
    resource: 'path',
    resourceName: `2015-03-31/functions/${functionArn}/invocations`,
  });
}

/** Ids, times and sizes, and never a query, a header or a body. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  at: '$context.requestTimeEpoch',
  peer: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
});

/**
 * HTTP APIs import OpenAPI 3.0 and validate nothing. The import has every path and method with its function, and a
 * greedy route below each prefix, so that the functions themselves answer 401, 404 and 405.
 */
function importable(documents: readonly (readonly [Document, prefix: string, uri: string])[]): object {
  const paths = documents.flatMap(([document, prefix, uri]) => {
    const declared = Object.entries(document.paths).map(
      ([path, item]) => [path, { ...pathParameters(path), ...operations(item, uri) }] as const,
    );
    const anything = {
      ...pathParameters('{proxy}'),
      'x-amazon-apigateway-any-method': {
        ...integration(uri),
        responses: { default: { description: 'see the function' } },
      },
    };
    return [...declared, [`${prefix}/{proxy+}`, anything] as const];
  });
  return {
    openapi: '3.0.1',
    info: { title: 'Request authorization service', version: '1' },
    paths: Object.fromEntries(paths),
  };
}

/** OpenAPI requires every path parameter to be declared, and the import warns of anything else. */
function pathParameters(path: string): object {
  const names = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name);
  if (names.length === 0) return {};
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) };
}

function operations(item: object, uri: string): object {
  const found = Object.entries(item).filter(([method]) => METHODS.has(method));
  return Object.fromEntries(
    found.map(([method, { operationId }]) => [
      method,
      { operationId, responses: { default: { description: 'see the document' } }, ...integration(uri) },
    ]),
  );
}

function integration(uri: string): object {
  return {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      payloadFormatVersion: '2.0',
      // Longer than the function's own timeout, so that the function's answer wins.
      timeoutInMillis: 15_000,
      uri,
    },
  };
}
