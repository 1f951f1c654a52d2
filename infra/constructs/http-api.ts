/** The HTTP API: a route for every operation of the OpenAPI documents that the handlers use (docs/deploy.md#why-it-is-built-this-way). */
import { Stack } from 'aws-cdk-lib';
import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct, DependencyGroup } from 'constructs';
import { operations as ofConsole } from '../../generated/console-operations';
import { operations as ofService } from '../../generated/service-operations';
import type { Config } from '../config';
import { pascal } from './function-names';
import { vendedLogs } from './vended-logs';

/** The prefix of the canary receiver's mailboxes (src/lambda/canary/receiver.ts). */
export const RECEIVER_PATH = '/canary/posts';

const FEED_ROUTE = 'GET /v1/events';
const WATCH_ROUTE = 'GET /api/watch';
/**
 * Routes that are created at the same time, and deleted: "Total operations: 10 requests per second with a burst quota of 40"
 * (API Gateway developer guide, quotas). CloudFormation would begin all of them at once.
 */
const ROUTES_AT_ONCE = 10;
/** The longest time that an HTTP API waits for a function. */
const LONGEST_INTEGRATION_MS = 30_000;

export class HttpApi extends Construct {
  readonly api: apigw.CfnApi;
  readonly stage: apigw.CfnStage;
  /** Each group waits for the one before it. A deletion goes in the opposite order. */
  private group: apigw.CfnRoute[] = [];
  private groupBefore: apigw.CfnRoute[] = [];

  constructor(scope: Construct, id: string, { config }: { config: Config }) {
    super(scope, id);
    this.api = new apigw.CfnApi(this, 'Api', { name: Stack.of(this).stackName, protocolType: 'HTTP' });
    const accessLogs = vendedLogs(this, 'AccessLogs', 'apigateway', config);
    this.stage = new apigw.CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        // Applies to each route separately: it limits one kind of call, not the sum of all.
        throttlingRateLimit: config.throttle.rate,
        throttlingBurstLimit: config.throttle.burst,
        detailedMetricsEnabled: config.detailedMetrics,
      },
      accessLogSettings: { destinationArn: accessLogs.logGroupArn, format: ACCESS_LOG },
    });
  }

  /**
   * `fn` answers every operation of /v1 except the feed, whose answers may be held. A route cannot depend on the query.
   */
  answerService(fn: lambda.IFunction, feed: lambda.IFunction): void {
    const routes = routesOf(ofService, '/v1').filter((route) => route !== FEED_ROUTE);
    this.routes('Service', routes, fn);
    this.routes('Feed', [FEED_ROUTE], feed, LONGEST_INTEGRATION_MS);
  }

  /** `fn` answers every operation of /api except the one that waits for a change. */
  answerConsole(fn: lambda.IFunction, watch: lambda.IFunction): void {
    const routes = routesOf(ofConsole, '/api').filter((route) => route !== WATCH_ROUTE);
    this.routes('Console', routes, fn);
    this.routes('Watch', [WATCH_ROUTE], watch, LONGEST_INTEGRATION_MS);
  }

  /** `fn` keeps the canary's events. Anyone may call it, so its limit is low. */
  answerCanary(fn: lambda.IFunction): void {
    const keys = ['POST', 'GET'].map((method) => `${method} ${RECEIVER_PATH}/{mailbox}`);
    const routes = this.routes('Canary', keys, fn);
    const { detailedMetricsEnabled } = this.stage.defaultRouteSettings as apigw.CfnStage.RouteSettingsProperty;
    const few = { throttlingRateLimit: 5, throttlingBurstLimit: 10, detailedMetricsEnabled };
    // Uses CloudFormation's names, because the library passes this property on unchanged.
    this.stage.routeSettings = Object.fromEntries(keys.map((key) => [key, pascalCased(few)]));
    // API Gateway refuses settings of a route that does not exist yet.
    for (const route of routes) this.stage.addResourceDependency(route);
  }

  /** The host name without the scheme, for CloudFront. */
  get domainName(): string {
    return `${this.api.ref}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`;
  }

  /**
   * Routes are separate resources instead of a body of the API. CloudFront needs the API's name, and the console's
   * function needs CloudFront's, so the API must not name its functions.
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
      const route = new apigw.CfnRoute(scope, name, { apiId: this.api.ref, routeKey, target });
      this.addToGroup(route);
      return route;
    });
  }

  private addToGroup(route: apigw.CfnRoute): void {
    if (this.group.length === ROUTES_AT_ONCE) [this.groupBefore, this.group] = [this.group, []];
    route.node.addDependency(new DependencyGroup(...this.groupBefore));
    this.group.push(route);
  }
}

/** Adds a route below the prefix for all other paths, so that the function itself answers 401, 404 and 405. */
function routesOf(operations: typeof ofService | typeof ofConsole, prefix: string): string[] {
  return [...operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`), `ANY ${prefix}/{proxy+}`];
}

/** Logs ids, times and sizes, but never a query, a header or a body. */
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
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [pascal(name), value]));
