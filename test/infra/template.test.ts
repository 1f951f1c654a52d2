import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import consoleDocument from '../../generated/console.openapi.json';
import serviceDocument from '../../generated/service.openapi.json';
import { configOf } from '../../infra/config';
import { ServiceStack } from '../../infra/service-stack';
import { MAIN_TABLE, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';

/** Without bundling: what is asserted here is the template. The bundles have tests of their own. */
function synthesize(stage: 'dev' | 'prod') {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const stack = new ServiceStack(app, `test-${stage}`, { config: configOf(stage) });
  return Template.fromStack(stack);
}

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON
type Resource = { readonly Type: string; readonly Properties: any; readonly DeletionPolicy?: string };

describe('the stack', () => {
  const prod = synthesize('prod');
  const resources = Object.entries(prod.toJSON().Resources as Record<string, Resource>);
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

  it('puts no secret into an environment variable', () => {
    for (const [, { Properties }] of ofType('AWS::Lambda::Function')) {
      expect(JSON.stringify(Properties.Environment)).not.toMatch(/resolve:secretsmanager|whsec_|rak_|PRIVATE KEY/);
    }
  });

  it('gives every queue encryption, TLS and dead letters, and a visibility of six timeouts', () => {
    const queues = ofType('AWS::SQS::Queue');
    const withDead = queues.filter(([, { Properties }]) => Properties.RedrivePolicy !== undefined);
    expect([queues.length, withDead.length]).toEqual([8, 4]);
    for (const [, { Properties }] of withDead) expect(Properties.VisibilityTimeout).toBe(180);
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
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
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

  it('links every alarm to its entry in the runbook', () => {
    const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');
    const anchors = new Set([...runbook.matchAll(/^## ([a-z0-9-]+)$/gm)].map((match) => match[1]));
    const alarms = ofType('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThanOrEqual(15);
    for (const [, { Properties }] of alarms) {
      const anchor = /docs\/runbook\.md#(.+)$/.exec(Properties.AlarmDescription)?.[1];
      expect(anchors).toContain(anchor);
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });

  describe('least privilege', () => {
    const statements = ofType('AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
      Properties.PolicyDocument.Statement.map((statement: { Action: string | string[]; Resource: unknown }) => ({
        id,
        actions: [statement.Action].flat(),
        resource: JSON.stringify(statement.Resource),
      })),
    ) as { id: string; actions: string[]; resource: string }[];

    /** Actions that AWS defines on no resource. */
    const ON_ANYTHING =
      /^(xray:Put|xray:Get|logs:(Create|Get|Update|Delete|List)LogDeliver|dynamodb:ListStreams$|logs:(Put|Describe)ResourcePolic|logs:DescribeLogGroups)/;

    it('grants no action with a star', () => {
      expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
    });

    it('grants nothing on everything but what takes no resource', () => {
      const open = statements.filter(
        ({ resource, actions }) => resource === '"*"' && !actions.every((action) => ON_ANYTHING.test(action)),
      );
      expect(open).toEqual([]);
    });

    it.each([
      ['DeliverTry', /sqs:|ses:|states:|kms:Sign|lambda:/],
      ['Deliver', /sqs:SendMessage|ses:|kms:Sign|lambda:/],
      ['Api', /sqs:|ses:|states:|kms:Sign|lambda:/],
      ['Sweep', /dynamodb:(Put|Update|Delete|Get)|ses:|states:|secretsmanager:/],
      ['Audit', /dynamodb:(Update|Delete)|sqs:SendMessage|ses:|states:|secretsmanager:/],
      ['Notice', /sqs:SendMessage|states:|kms:Sign/],
    ])('gives %s nothing of the others’ work', (name, others) => {
      const own = statements
        .filter(({ id }) => id.startsWith(`Functions${name}Role`))
        .flatMap(({ actions }) => actions);
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((action) => others.test(action))).toEqual([]);
    });

    it('lets nobody scan or delete a table', () => {
      expect(
        statements
          .flatMap(({ actions }) => actions)
          .filter((action) => /dynamodb:(Scan|DeleteTable|UpdateTable|\*)/.test(action)),
      ).toEqual([]);
    });
  });

  it('lets a dev deployment be torn down', () => {
    const dev = synthesize('dev').toJSON().Resources as Record<string, Resource>;
    for (const { Type, DeletionPolicy } of Object.values(dev))
      if (Type === 'AWS::DynamoDB::Table') expect(DeletionPolicy).toBe('Delete');
  });
});
