import consoleDocument from '../../generated/console.openapi.json';
import serviceDocument from '../../generated/service.openapi.json';
import { CALLED } from '../../infra/constructs/function-names';
import loop from '../../infra/delivery-loop.asl.json';
import { QUEUE_NAMES, QUEUES, type QueueDefinition } from '../../src/adapters/sqs/queue-table';
import { environmentOf, functionIdOf, idOf, plain, type Resource, resourcesOf, synthesize } from './host/stack';
import { streamFilterOf } from './host/stream-filter';

const OF_CANARY = ['POST /canary/posts/{mailbox}', 'GET /canary/posts/{mailbox}'];
/** Api and console by their aliases, so that a deployment can move them gradually. */
const ANSWERING: Readonly<Record<string, RegExp>> = {
  '/v1/events': /^FunctionsFeedLive/,
  '/v1': /^FunctionsApiLive/,
  '/api/watch': /^FunctionsWatchLive/,
  '/api': /^FunctionsConsoleLive/,
  '/canary': /^FunctionsReceiverFunction/,
};

describe('the service stack', () => {
  const prod = synthesize('prod');
  const ofType = (type: string) => resourcesOf(prod).filter(([, resource]) => resource.Type === type);
  /** Without the library’s own functions. */
  const own = ofType('AWS::Lambda::Function').flatMap(([id, fn]) => (id.startsWith('Functions') ? [fn] : []));

  it('the API has a route for every operation of both documents, and for all other calls', () => {
    const routes = ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
    const declared = [serviceDocument, consoleDocument].flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, item]) =>
        Object.keys(item)
          .filter((method) => method !== 'parameters')
          .map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(
      [...declared, 'ANY /v1/{proxy+}', 'ANY /api/{proxy+}', ...OF_CANARY].sort(),
    );
    for (const { RouteKey, Target } of routes) {
      const integration = prod.Resources[plain(Target).replace('integrations/', '')]!.Properties;
      expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
      const answering = Object.entries(ANSWERING).find(([prefix]) => `${RouteKey}/`.includes(` ${prefix}/`))![1];
      expect(plain(integration.IntegrationUri)).toMatch(answering);
      const answeringId = plain(integration.IntegrationUri).replace(/Live\w+$/, 'Function');
      const [, fn] = ofType('AWS::Lambda::Function').find(([id]) => id.startsWith(answeringId))!;
      // The function's own answer wins, and an HTTP API waits for 30 s at most.
      expect(integration.TimeoutInMillis).toBeGreaterThan(fn.Properties.Timeout * 1000);
      expect(integration.TimeoutInMillis).toBeLessThanOrEqual(30_000);
    }
  });

  it('at most ten routes are created or deleted at once, because API Gateway takes ten calls a second for each account', () => {
    const routes = new Map(ofType('AWS::ApiGatewayV2::Route'));
    const waitsFor = (id: string) => (routes.get(id)!.DependsOn ?? []).filter((other) => routes.has(other)).sort();
    let group = [...routes.keys()].filter((id) => waitsFor(id).length === 0);
    let count = 0;
    // A group begins when every route of the group before it is there, and is deleted before any of them.
    while (group.length > 0) {
      expect(group.length).toBeLessThanOrEqual(10);
      count += group.length;
      const names = JSON.stringify([...group].sort());
      group = [...routes.keys()].filter((id) => JSON.stringify(waitsFor(id)) === names);
    }
    expect([count, routes.size > 100]).toEqual([routes.size, true]);
  });

  it('only this API can call the functions that answer it', () => {
    const callers = ofType('AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(callers.map(([, { Properties }]) => plain(Properties.FunctionName)).sort()).toEqual([
      expect.stringMatching(ANSWERING['/v1']!),
      expect.stringMatching(ANSWERING['/api']!),
      expect.stringMatching(ANSWERING['/v1/events']!),
      expect.stringMatching(ANSWERING['/canary']!),
      expect.stringMatching(ANSWERING['/api/watch']!),
    ]);
    for (const [, { Properties }] of callers)
      expect(plain(Properties.SourceArn)).toMatch(/^arn:aws:execute-api:eu-central-1:000000000000:HttpApi\w+\/\*\/\*$/);
  });

  it('no function or state machine has a fixed name, so that two deployments can share an account', () => {
    for (const [, { Properties }] of ofType('AWS::Lambda::Function')) expect(Properties.FunctionName).toBeUndefined();
    for (const [, { Properties }] of ofType('AWS::StepFunctions::StateMachine'))
      expect(Properties.StateMachineName).toBeUndefined();
  });

  it('every route is throttled, and the access log has no query, header or body', () => {
    const [[, stage]] = ofType('AWS::ApiGatewayV2::Stage') as [[string, Resource]];
    expect(stage.Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: 1000,
      ThrottlingBurstLimit: 2000,
    });
    const format: string = stage.Properties.AccessLogSettings.Format;
    expect(JSON.parse(format)).toEqual({
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
  });

  it('the canary’s receiver, which anyone may call, accepts few calls', () => {
    const [[, stage]] = ofType('AWS::ApiGatewayV2::Stage') as [[string, Resource]];
    const few = { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10, DetailedMetricsEnabled: false };
    expect(stage.Properties.RouteSettings).toEqual(Object.fromEntries(OF_CANARY.map((key) => [key, few])));
    // Settings of a route that is not there yet are refused.
    const routes = ofType('AWS::ApiGatewayV2::Route').filter(([, { Properties }]) =>
      OF_CANARY.includes(Properties.RouteKey),
    );
    expect(stage.DependsOn).toEqual(expect.arrayContaining(routes.map(([id]) => id)));
  });

  it('a release first gets a tenth of the calls of api, feed, console and watch, and is rolled back if one of their alarms goes off', () => {
    const groups = ofType('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(4);
    for (const [, { Properties }] of groups) {
      expect(Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(Properties.AutoRollbackConfiguration).toMatchObject({
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      });
      const watched = Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: object }) =>
        plain(Name).replace(/^Alarms|[0-9A-F]{8}$/g, ''),
      );
      expect(watched.sort()).toEqual(
        [
          'ApiErrors',
          'ApiFunctionErrors',
          'ApiSlow',
          'ApiThrottled',
          'ConsoleFunctionErrors',
          'ConsoleSlow',
          'ConsoleThrottled',
          'FeedFunctionErrors',
          'FeedThrottled',
          'WatchFunctionErrors',
        ].sort(),
      );
    }
    const aliases = ofType('AWS::Lambda::Alias');
    expect(aliases.map(([id]) => id).sort()).toEqual([
      expect.stringMatching(ANSWERING['/v1']!),
      expect.stringMatching(ANSWERING['/api']!),
      expect.stringMatching(ANSWERING['/v1/events']!),
      expect.stringMatching(ANSWERING['/api/watch']!),
    ]);
    const ids = groups.map(([id]) => id);
    for (const [, alias] of aliases)
      expect(ids).toContain(plain(alias.UpdatePolicy!.CodeDeployLambdaAliasUpdate.DeploymentGroupName));
    // The previous version stays, so that a release can be rolled back.
    for (const [, { DeletionPolicy }] of ofType('AWS::Lambda::Version')) expect(DeletionPolicy).toBe('Retain');
  });

  it('the canary runs every five minutes, with the function that makes its organization', () => {
    const [rule] = ofType('AWS::Events::Rule').flatMap(([, { Properties }]) =>
      Properties.ScheduleExpression === 'rate(5 minutes)' ? [Properties] : [],
    );
    expect(rule.State).toBe('ENABLED');
    expect(rule.Targets.map(({ Arn }: { Arn: object }) => plain(Arn))).toEqual([
      functionIdOf(prod, 'canary-set-up'),
      functionIdOf(prod, 'canary'),
    ]);
  });

  it('every function runs on arm64, with a time limit and its own log', () => {
    expect(own).toHaveLength(15);
    for (const { Properties } of own) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      expect(Properties.Timeout).toBeLessThanOrEqual(55);
      expect(Properties.LoggingConfig.LogGroup).toBeDefined();
      expect(Properties.VpcConfig).toBeUndefined();
    }
    expect(new Set(own.map(({ Properties }) => plain(Properties.LoggingConfig.LogGroup))).size).toBe(own.length);
    for (const [, { Properties }] of ofType('AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBeGreaterThan(0);
  });

  it.each([
    ['api', 1024, 10],
    ['console', 1024, 10],
    ['feed', 256, 29],
    ['watch', 256, 29],
    ['dispatch', 512, 30],
    ['deliver', 512, 30],
    ['deliver-try', 256, 30],
    ['timer', 512, 30],
    ['sweep', 256, 55],
    ['notice', 256, 30],
    ['audit', 256, 30],
    ['heads', 256, 30],
    ['canary', 256, 55],
    ['canary-set-up', 256, 30],
    ['receiver', 256, 10],
  ])('the function %s gets %i MB and %i s', (entry, MemorySize, Timeout) => {
    expect(prod.Resources[functionIdOf(prod, entry)]!.Properties).toMatchObject({ MemorySize, Timeout });
  });

  it('a deployment does not pay for metrics by route, access log lines of all calls, or traces by default', () => {
    const [[, stage]] = ofType('AWS::ApiGatewayV2::Stage') as [[string, Resource]];
    expect(stage.Properties.DefaultRouteSettings.DetailedMetricsEnabled).toBe(false);
    for (const { Properties } of own) {
      expect(Properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
      expect(Properties.TracingConfig).toBeUndefined();
    }
    expect(ofType('AWS::XRay::SamplingRule')).toEqual([]);
  });

  it('no organization is limited by default', () => {
    expect(environmentOf(prod, 'api').ORGANIZATION_THROTTLE).toBe('off');
  });

  it('no concurrency is reserved by default, because a new account has none to spare', () => {
    expect(own.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)).toEqual([]);
  });

  it('no secret is in an environment variable', () => {
    for (const { Properties } of own) {
      expect(JSON.stringify(Properties.Environment)).not.toMatch(/resolve:secretsmanager|whsec_|rak_|PRIVATE KEY/);
    }
  });

  it('every queue, its consumer and its dead letters come from the one table', () => {
    for (const name of QUEUE_NAMES) {
      const definition: QueueDefinition = QUEUES[name];
      const queue = idOf(prod, 'AWS::SQS::Queue', new RegExp(`^Queues${name}(?!DeadLetters)`, 'i'));
      const dead = idOf(prod, 'AWS::SQS::Queue', new RegExp(`^Queues${name}DeadLetters`, 'i'));
      const { Properties } = prod.Resources[queue]!;
      expect(Properties).toMatchObject({
        VisibilityTimeout: definition.visibilitySeconds,
        MessageRetentionPeriod: definition.retentionDays * 86_400,
        RedrivePolicy: {
          maxReceiveCount: definition.maxReceives,
          deadLetterTargetArn: { 'Fn::GetAtt': [dead, 'Arn'] },
        },
      });
      expect(Properties.FifoQueue ?? false).toBe(definition.fifo);
      const mapping = ofType('AWS::Lambda::EventSourceMapping').find(
        ([, each]) => plain(each.Properties.EventSourceArn) === queue,
      )![1].Properties;
      const limit = definition.maxConcurrency;
      expect(mapping.BatchSize).toBe(definition.batchSize);
      expect(mapping.ScalingConfig).toEqual(limit === null ? undefined : { MaximumConcurrency: limit });
      const consumer = plain(mapping.FunctionName);
      expect(consumer).toMatch(new RegExp(`^Functions${definition.consumer}Function`, 'i'));
      // Lambda requires this, so that a message is not delivered again while its batch may still run.
      const { Timeout } = prod.Resources[consumer]!.Properties;
      expect(definition.visibilitySeconds).toBeGreaterThanOrEqual(6 * Timeout);
    }
  });

  it('a message is handed out five times within four days, and kept after that as long as SQS keeps messages', () => {
    for (const [id, { Properties }] of ofType('AWS::SQS::Queue')) {
      const days = Properties.MessageRetentionPeriod / 86_400;
      if (id.includes('DeadLetters')) expect(days).toBe(14);
      else expect([days, Properties.RedrivePolicy.maxReceiveCount, Properties.VisibilityTimeout]).toEqual([4, 5, 180]);
    }
    const consumed = ofType('AWS::Lambda::EventSourceMapping').flatMap(([, { Properties }]) => {
      const queue = /^Queues([A-Z][a-z]+)/.exec(plain(Properties.EventSourceArn))?.[1];
      return queue === undefined ? [] : [[queue, [Properties.BatchSize, Properties.ScalingConfig?.MaximumConcurrency]]];
    });
    // SES accepts 14 messages a second from an account that has not requested more. An audit chain has one writer.
    expect(Object.fromEntries(consumed)).toEqual({
      Events: [10, 200],
      Retries: [10, 30],
      Notices: [10, 10],
      Timers: [10, 50],
      Audit: [10, undefined],
      Heads: [10, 5],
    });
  });

  it('mails are sent over TLS only, and no more to an address that bounced or complained', () => {
    const [[, { Properties }]] = ofType('AWS::SES::ConfigurationSet') as [[string, Resource]];
    expect(Properties).toMatchObject({
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
  });

  it('the audit messages of each organization have their own rate, instead of 300 calls a second for all', () => {
    const audit = prod.Resources[idOf(prod, 'AWS::SQS::Queue', /^QueuesAudit(?!DeadLetters)/)]!;
    expect(audit.Properties).toMatchObject({
      FifoQueue: true,
      FifoThroughputLimit: 'perMessageGroupId',
      DeduplicationScope: 'messageGroup',
    });
  });

  it('only a throttled attempt is repeated, spread over time', () => {
    expect(loop.States.Try.Retry).toEqual([
      {
        ErrorEquals: ['Lambda.TooManyRequestsException'],
        IntervalSeconds: 2,
        BackoffRate: 2,
        MaxAttempts: 8,
        MaxDelaySeconds: 60,
        JitterStrategy: 'FULL',
      },
    ]);
    expect(Object.keys(loop.States.Try)).not.toContain('Catch');
    // Otherwise the loop could repeat an attempt while its function still posts.
    const { Timeout } = prod.Resources[functionIdOf(prod, 'deliver-try')]!.Properties;
    expect(loop.States.Try.TimeoutSeconds).toBeGreaterThanOrEqual(2 * Timeout);
  });

  it('the stream is read with partial failures, bisecting, five retries and a bucket for given-up records', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    expect(mappings).toHaveLength(2 + QUEUE_NAMES.length);
    for (const each of mappings) expect(each.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    const [stream, heads] = mappings.filter(({ StartingPosition }) => StartingPosition !== undefined);
    expect(stream).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      // What the alarm on given-up records counts.
      MetricsConfig: { Metrics: ['EventCount'] },
    });
    expect(plain(stream.DestinationConfig.OnFailure.Destination)).toMatch(/:::GivenUp/);
    // Two instances for each shard: more would send each record on by itself.
    expect(stream).toMatchObject({ BatchSize: 100, ParallelizationFactor: 2 });
    // Heads once in five minutes, and not for each block.
    expect(heads).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10_000,
      MaximumBatchingWindowInSeconds: 300,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
    });
  });

  it('a frozen deployment reads no stream and no queue, runs on no schedule, and answers nobody', () => {
    const frozen = synthesize('frozen');
    const found = (type: string) =>
      resourcesOf(frozen).flatMap(([, { Type, Properties }]) => (Type === type ? [Properties] : []));
    const mappings = found('AWS::Lambda::EventSourceMapping');
    expect(mappings.map(({ Enabled }) => Enabled)).toEqual(Array(2 + QUEUE_NAMES.length).fill(false));
    expect(found('AWS::Events::Rule').map(({ State }) => State)).toEqual(['DISABLED', 'DISABLED']);
    const called = CALLED.map((name) => frozen.Resources[functionIdOf(frozen, name)]!.Properties);
    expect(called.map((fn) => fn.ReservedConcurrentExecutions)).toEqual([0, 0, 0, 0]);
  });

  it('the functions get only the records of the stream that they need', () => {
    const [toDispatch, toHeads] = [streamFilterOf(prod, 'dispatch'), streamFilterOf(prod, 'heads')];
    const takers = (pk: string, sk: string, state?: string) => {
      const NewImage = state === undefined ? undefined : { state: { S: state } };
      const record = { dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage } };
      return [toDispatch(record), toHeads(record)];
    };
    for (const prefix of [
      'ACTION',
      'OPERATOR',
      'APIKEY',
      'ENDPOINT',
      'PASSKEY',
      'RESCUE',
      'SETTING',
      'INCIDENT',
      'IDENTITY',
    ])
      expect([prefix, takers('org_a', `${prefix}#x`)]).toEqual([prefix, [true, false]]);
    expect(takers('org_a#req_1', 'REQUEST', 'notified')).toEqual([true, false]);
    expect(takers('org_a#dlv_1', 'DELIVERY', 'failed')).toEqual([true, false]);
    for (const state of ['pending', 'succeeded']) {
      expect([state, takers('org_a#dlv_1', 'DELIVERY', state)]).toEqual([state, [false, false]]);
    }
    expect(takers('org_a#AUDIT', '0000000001')).toEqual([false, true]);
    expect(takers('org_a#req_1', 'INTENT')).toEqual([false, false]);
  });

  it('the retry loop is a logged Standard machine, from the same document as on one machine', () => {
    const [[, { Properties }]] = ofType('AWS::StepFunctions::StateMachine') as [[string, Resource]];
    expect(Properties).toMatchObject({
      StateMachineType: 'STANDARD',
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
    expect(JSON.parse(Properties.DefinitionString)).toEqual(loop);
  });

  it('the sweep runs every minute', () => {
    const rules = ofType('AWS::Events::Rule').map(([, { Properties }]) => Properties);
    const everyMinute = rules.filter(({ ScheduleExpression }) => ScheduleExpression === 'rate(1 minute)');
    expect(everyMinute).toMatchObject([{ State: 'ENABLED' }]);
    expect(everyMinute[0].Targets.map(({ Arn }: { Arn: object }) => plain(Arn))).toEqual([functionIdOf(prod, 'sweep')]);
    // No retry, because the next run is a minute later and two sweeps at once would send the same timers twice.
    for (const { RetryPolicy } of rules.flatMap(({ Targets }) => Targets))
      expect(RetryPolicy).toEqual({ MaximumRetryAttempts: 0 });
    // Lambda's own repetitions of what the rule handed over.
    const called = rules.flatMap(({ Targets }) => Targets.map(({ Arn }: { Arn: unknown }) => plain(Arn)));
    const once = ofType('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties);
    expect(once.map(({ FunctionName }) => plain(FunctionName)).sort()).toEqual([...new Set(called)].sort());
    for (const { Qualifier, MaximumRetryAttempts, MaximumEventAgeInSeconds } of once)
      expect([Qualifier, MaximumRetryAttempts, MaximumEventAgeInSeconds]).toEqual(['$LATEST', 0, 60]);
  });

  it('the outputs have the names that commands and people need', () => {
    const named = Object.entries(prod.Outputs).map(([id, { Value }]) => [id, plain(Value).replace(/[0-9A-F]{8}$/, '')]);
    expect(Object.fromEntries(named)).toMatchObject({
      MainTable: 'TablesMain',
      TransientTable: 'TablesTransient',
      DataKey: 'SecretsDataKey',
      Heads: 'Heads',
      Evidence: 'Evidence',
      GivenUp: 'GivenUp',
      IntegrationsSecret: 'SecretsIntegrations',
      EdgeSecret: 'EdgeSecret',
      CanarySecret: 'CanaryCredentials',
      PageTopic: 'AlarmsPage',
      TicketTopic: 'AlarmsTicket',
    });
    const { BaseUrl, DnsTarget } = prod.Stacks.service.Outputs as Record<string, { Value: unknown }>;
    expect(BaseUrl!.Value).toBe('https://authorization.example.com');
    const target = expect.stringMatching(/^ConsoleSiteDistribution/);
    expect(DnsTarget!.Value).toEqual({ 'Fn::GetAtt': [target, 'DomainName'] });
  });

  it('the template is far below CloudFormation’s limits', () => {
    const { Resources } = prod.Stacks.service;
    expect(Object.keys(Resources).length).toBeLessThan(400);
    expect(JSON.stringify(Resources).length).toBeLessThan(800_000);
  });
});
