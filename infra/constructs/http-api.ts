/** The HTTP API: a route for every operation of the OpenAPI documents that the handlers use (docs/decisions/http-api.md). */
import { Stack } from 'aws-cdk-lib';
import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import consoleDocument from '../../generated/console.openapi.json';
import serviceDocument from '../../generated/service.openapi.json';
import type { Config } from '../config';
import { removalOf } from './removal';

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

/** Below it are the mailboxes of the canary's receiver (src/lambda/canary/receiver.ts). */
export const RECEIVER_PATH = '/canary/posts';

const FEED_ROUTE = 'GET /v1/events';
/** An HTTP API waits no longer for a function. */
const LONGEST_INTEGRATION_MS = 30_000;

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

export class HttpApi extends Construct {
  readonly api: apigw.CfnApi;
  readonly stage: apigw.CfnStage;

  constructor(scope: Construct, id: string, { config }: { config: Config }) {
    super(scope, id);
    this.api = new apigw.CfnApi(this, 'Api', { name: Stack.of(this).stackName, protocolType: 'HTTP' });
    const accessLogs = new logs.LogGroup(this, 'AccessLogs', {
      retention: config.logRetentionDays as logs.RetentionDays,
      removalPolicy: removalOf(config),
    });
    this.stage = new apigw.CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        // Of each route on its own: it bounds what one kind of call can take, and not the sum of all.
        throttlingRateLimit: config.throttle.rate,
        throttlingBurstLimit: config.throttle.burst,
        detailedMetricsEnabled: config.detailedMetrics,
      },
      accessLogSettings: { destinationArn: accessLogs.logGroupArn, format: ACCESS_LOG },
    });
  }

  /** `fn` answers every operation of /v1 but the feed, whose answers may be held. A route cannot depend on a query. */
  answerService(fn: lambda.IFunction, feed: lambda.IFunction): void {
    const routes = routesOf(serviceDocument, '/v1');
    this.routes(
      'Service',
      routes.filter((route) => route !== FEED_ROUTE),
      fn,
    );
    this.routes('Feed', [FEED_ROUTE], feed, LONGEST_INTEGRATION_MS);
  }

  /** `fn` answers every operation of /api. */
  answerConsole(fn: lambda.IFunction): void {
    this.routes('Console', routesOf(consoleDocument, '/api'), fn);
  }

  /** `fn` keeps the events of the canary. Anybody may call it, so it takes few calls. */
  answerCanary(fn: lambda.IFunction): void {
    const keys = ['POST', 'GET'].map((method) => `${method} ${RECEIVER_PATH}/{mailbox}`);
    const routes = this.routes('Canary', keys, fn);
    const { detailedMetricsEnabled } = this.stage.defaultRouteSettings as apigw.CfnStage.RouteSettingsProperty;
    const few = { throttlingRateLimit: 5, throttlingBurstLimit: 10, detailedMetricsEnabled };
    // By the names that CloudFormation has: the library passes this property on as it is.
    this.stage.routeSettings = Object.fromEntries(keys.map((key) => [key, pascalCased(few)]));
    // Settings of a route that is not there yet are refused.
    for (const route of routes) this.stage.addResourceDependency(route);
  }

  /** The host name without the scheme, for CloudFront. */
  get domainName(): string {
    return `${this.api.ref}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`;
  }

  /**
   * Routes are resources of their own, and not a body of the API: CloudFront needs the API's name, the console's function
   * needs CloudFront's, and the API can only be made without its functions if it does not name them.
   */
  private routes(
    id: string,
    routeKeys: readonly string[],
    fn: lambda.IFunction,
    timeoutInMillis = 15_000,
  ): apigw.CfnRoute[] {
    const scope = new Construct(this, id);
    const integration = new apigw.CfnIntegration(scope, 'Integration', {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: fn.functionArn,
      payloadFormatVersion: '2.0',
      // Longer than the function's own timeout, so that the function's answer wins.
      timeoutInMillis,
    });
    const target = `integrations/${integration.ref}`;
    fn.addPermission('HttpApi', {
      principal: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: this.api.ref, resourceName: '*/*' }),
    });
    return routeKeys.map((routeKey) => {
      const name = routeKey.replace(/[^A-Za-z0-9]+/g, '-');
      return new apigw.CfnRoute(scope, name, { apiId: this.api.ref, routeKey, target });
    });
  }
}

/** And one below the prefix for whatever else is asked, so that the function answers 401, 404 and 405 itself. */
function routesOf({ paths }: Document, prefix: string): string[] {
  const declared = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.has(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  return [...declared, `ANY ${prefix}/{proxy+}`];
}

/** Ids, times and sizes, and never a query, a header or a body. */
export const ACCESS_LOG = JSON.stringify({
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

const pascalCased = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name[0]!.toUpperCase() + name.slice(1), value]));
