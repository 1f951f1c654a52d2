import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import consoleDocument from '../../generated/console.openapi.json';
import serviceDocument from '../../generated/service.openapi.json';
import { configOf } from '../../infra/config';
import { MAIN_TABLE, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import { QUEUE_NAMES, QUEUES, type QueueDefinition } from '../../src/adapters/sqs/queue-table';
import { idOf, plain, type Resource, resourcesOf, synthesize } from './host/stack';

const _ROOT = join(__dirname, '../..');

describe('the stack', () => {
  const startedAtMs = Date.now();
  const prod = synthesize('prod');
  const dev = synthesize('dev');
  const synthesizedMs = Date.now() - startedAtMs;
  const resources = resourcesOf(prod);
  const ofType = (type: string) => resources.filter(([, resource]) => resource.Type === type);

  it('builds the tables from the one definition: keys, sparse indexes, stream, TTL', () => {
    for (const definition of [MAIN_TABLE, TRANSIENT_TABLE]) {
      prod.hasResourceProperties('AWS::DynamoDB::Table', {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: definition.partitionKey, KeyType: 'HASH' },
          ...(definition.sortKey === null ? [] : [{ AttributeName: definition.sortKey, KeyType: 'RANGE' }]),
        ],
        GlobalSecondaryIndexes: definition.indexes.map((index) =>
          Match.objectLike({
            IndexName: index.name,
            KeySchema: [
              { AttributeName: index.partitionKey, KeyType: 'HASH' },
              { AttributeName: index.sortKey, KeyType: 'RANGE' },
            ],
            Projection:
              index.include.length === 0
                ? { ProjectionType: 'KEYS_ONLY' }
                : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.include] },
          }),
        ),
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
        SSESpecification: Match.objectLike({ SSEEnabled: true, SSEType: 'KMS' }),
        ...(definition.stream ? { StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } } : {}),
        ...(definition.timeToLive === null
          ? {}
          : { TimeToLiveSpecification: { AttributeName: definition.timeToLive, Enabled: true } }),
      });
    }
    for (const [, table] of ofType('AWS::DynamoDB::Table')) expect(table.DeletionPolicy).toBe('Retain');
  });

  it('changes with the table’s definition', () => {
    const withIndex = { name: 'planted', partitionKey: 'planted_pk', sortKey: 'planted_at', include: ['title'] };
    jest.isolateModules(() => {
      const definitions = { MAIN_TABLE: { ...MAIN_TABLE, indexes: [withIndex] }, TRANSIENT_TABLE };
      jest.doMock('../../src/adapters/dynamodb/table', () => definitions);
      const { Tables } = require('../../infra/constructs/tables') as typeof import('../../infra/constructs/tables');
      const stack = new Stack(new App(), 'changed');
      new Tables(stack, 'Tables', { config: configOf('dev'), key: new Key(stack, 'Key') });
      const { Properties } = resourcesOf(Template.fromStack(stack)).find(([id]) => id.startsWith('TablesMain'))![1];
      expect(Properties.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'planted' }]);
      expect(Properties.AttributeDefinitions).toContainEqual({ AttributeName: 'planted_at', AttributeType: 'N' });
    });
    jest.dontMock('../../src/adapters/dynamodb/table');
  });

  it('changes with the OpenAPI document', () => {
    jest.isolateModules(() => {
      const paths = { ...serviceDocument.paths, '/v1/planted/{id}/{part}': { get: { operationId: 'planted' } } };
      jest.doMock('../../generated/service.openapi.json', () => ({ ...serviceDocument, paths }));
      const { HttpApi } =
        require('../../infra/constructs/http-api') as typeof import('../../infra/constructs/http-api');
      const stack = new Stack(new App(), 'changed');
      const names = { serviceFunctionName: 'service', consoleFunctionName: 'console' };
      new HttpApi(stack, 'HttpApi', { config: configOf('dev'), ...names });
      const imported = resourcesOf(Template.fromStack(stack)).find(
        ([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api',
      )![1].Properties.Body.paths;
      expect(imported['/v1/planted/{id}/{part}']).toMatchObject({
        parameters: [{ name: 'id' }, { name: 'part' }],
        get: { operationId: 'planted', 'x-amazon-apigateway-integration': { type: 'aws_proxy' } },
      });
    });
    jest.dontMock('../../generated/service.openapi.json');
  });

  it('imports every route of both documents, and a route for whatever else is asked', () => {
    const [[, api]] = ofType('AWS::ApiGatewayV2::Api') as [[string, Resource]];
    const imported: string[] = Object.keys(api.Properties.Body.paths);
    const declared = [...Object.keys(serviceDocument.paths), ...Object.keys(consoleDocument.paths)];
    expect(imported.sort()).toEqual([...declared, '/v1/{proxy+}', '/api/{proxy+}'].sort());
    const { post } = api.Properties.Body.paths['/v1/requests/{id}/claim'];
    expect(post).toMatchObject({
      operationId: 'claimRequest',
      'x-amazon-apigateway-integration': { payloadFormatVersion: '2.0' },
    });
    expect(plain(post['x-amazon-apigateway-integration'].uri)).toBe(
      'arn:aws:apigateway:local:lambda:path/2015-03-31/functions/arn:aws:lambda:local:000000000000:function:request-authorization-prod-api/invocations',
    );
  });

  it('lets the gateway call the two functions that answer it, by the names that it calls', () => {
    const [, api] = ofType('AWS::Lambda::Function').find(([id]) => id.startsWith('FunctionsApiFunction'))!;
    expect(api.Properties.FunctionName).toBe('request-authorization-prod-api');
    const callers = ofType('AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(callers).toHaveLength(2);
    for (const [, { Properties }] of callers) expect(plain(Properties.SourceArn)).toContain('execute-api');
  });

  it('throttles the API and logs its accesses without a query, a header or a body', () => {
    const [[, stage]] = ofType('AWS::ApiGatewayV2::Stage') as [[string, Resource]];
    expect(stage.Properties.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
    const format: string = stage.Properties.AccessLogSettings.Format;
    expect(Object.values(JSON.parse(format))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/path|query|header|authorizer/i)]),
    );
  });

  it('runs every function on arm64, traced, with a bounded time and a log of its own', () => {
    const functions = ofType('AWS::Lambda::Function');
    expect(functions).toHaveLength(9);
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      });
      expect(Properties.Timeout).toBeLessThanOrEqual(55);
      expect(Properties.LoggingConfig.LogGroup).toBeDefined();
      expect(Properties.VpcConfig).toBeUndefined();
    }
    for (const [, { Properties }] of ofType('AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBeGreaterThan(0);
  });

  it('bounds what could run away in prod, and needs no raised limit in dev', () => {
    const reserved = (from: [string, Resource][]) =>
      from.flatMap(([, { Type, Properties }]) =>
        Type === 'AWS::Lambda::Function' ? (Properties.ReservedConcurrentExecutions ?? []) : [],
      );
    expect(reserved(resources).sort((a, b) => a - b)).toEqual([1, 10, 100]);
    expect(reserved(resourcesOf(dev))).toEqual([]);
  });

  it('puts no secret into an environment variable', () => {
    for (const [, { Properties }] of ofType('AWS::Lambda::Function')) {
      expect(JSON.stringify(Properties.Environment)).not.toMatch(/resolve:secretsmanager|whsec_|rak_|PRIVATE KEY/);
    }
  });

  it('builds every queue, its consumer and its dead letters from the one table', () => {
    for (const name of QUEUE_NAMES) {
      const definition: QueueDefinition = QUEUES[name];
      const queue = idOf(prod, 'AWS::SQS::Queue', new RegExp(`^Queues${name}(?!DeadLetters)`, 'i'));
      const dead = idOf(prod, 'AWS::SQS::Queue', new RegExp(`^Queues${name}DeadLetters`, 'i'));
      const { Properties } = prod.toJSON().Resources[queue];
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
      // What Lambda asks for: a message is not handed out again while its batch may still run.
      const { Timeout } = prod.toJSON().Resources[consumer].Properties;
      expect(definition.visibilitySeconds).toBeGreaterThanOrEqual(6 * Timeout);
    }
  });

  it('encrypts every queue and refuses plain HTTP', () => {
    const queues = ofType('AWS::SQS::Queue');
    expect(queues).toHaveLength(2 * QUEUE_NAMES.length);
    for (const [, { Properties }] of queues) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const refusingPlainHttp = ofType('AWS::SQS::QueuePolicy').filter(([, { Properties }]) =>
      JSON.stringify(Properties).includes('"aws:SecureTransport":"false"'),
    );
    expect(refusingPlainHttp).toHaveLength(8);
    expect(queues.filter(([, { Properties }]) => Properties.FifoQueue === true)).toHaveLength(2);
  });

  it('reads the stream with partial failures, bisecting, five tries and a place that keeps what was given up', () => {
    prod.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp('GivenUp'), 'Arn'] } } },
      // What the alarm on given-up records counts.
      MetricsConfig: { Metrics: ['EventCount'] },
    });
    const batches = ofType('AWS::Lambda::EventSourceMapping');
    expect(batches).toHaveLength(5);
    for (const [, { Properties }] of batches)
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  it('runs the retry loop as a logged Standard machine from the document on one machine', () => {
    prod.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      StateMachineType: 'STANDARD',
      LoggingConfiguration: Match.objectLike({ Level: 'ALL', IncludeExecutionData: false }),
      DefinitionString: Match.stringLikeRegexp('next_attempt_at'),
    });
  });

  it('sweeps every minute', () => {
    prod.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
  });

  it('signs with an asymmetric key that never leaves KMS, and rotates the one that encrypts', () => {
    prod.hasResourceProperties('AWS::KMS::Key', { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
    prod.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  });

  it('lets a dev deployment be torn down', () => {
    for (const [, { Type, DeletionPolicy }] of resourcesOf(dev))
      if (Type === 'AWS::DynamoDB::Table') expect(DeletionPolicy).toBe('Delete');
  });

  it('stays far below CloudFormation’s limits', () => {
    const bytes = JSON.stringify(prod.toJSON()).length;
    console.log(`${resources.length} resources, ${(bytes / 1024).toFixed(0)} KiB, both stages in ${synthesizedMs} ms`);
    expect(resources.length).toBeLessThan(400);
    expect(bytes).toBeLessThan(800_000);
  });
});
