/** Destinations on AWS in the deployment, and the workflow for consumers (docs/decisions/aws-destinations.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretValue, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Authorization, Connection, EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { ApprovedWorkflow, onlyFromOrganization } from '../../infra';
import { checkedConfig } from '../../infra/config';
import { Destinations, destinationsText, hasDestinations } from '../../infra/constructs/destinations';
import { Queues } from '../../infra/constructs/queues';
import { anApp } from './host/context';

const prod = checkedConfig(JSON.parse(readFileSync(join(__dirname, '../../deployments/prod.json'), 'utf8')), {
  allowPlaceholders: true,
});
const CONSUMER = { account: '111122223333', regions: ['eu-central-1', 'us-east-1'] };
// biome-ignore lint/suspicious/noExplicitAny: a template is JSON
type Json = any;

/** Only the role and what it needs. test/infra/nag.slow.test.ts synthesizes a complete deployment with it. */
function deployed(destinations: typeof prod.destinations = [CONSUMER]): Template {
  const stack = new Stack(anApp(), 'Service', { env: { account: prod.account, region: prod.region } });
  const config = { ...prod, destinations };
  const runtime = { runtime: lambda.Runtime.NODEJS_24_X, handler: 'index.handler', code: lambda.Code.fromInline('//') };
  const senders = ['Deliver', 'DeliverTry'].map((id) => new lambda.Function(stack, id, runtime));
  new Destinations(stack, 'Destinations', { config, queues: new Queues(stack, 'Queues'), senders });
  return Template.fromStack(stack);
}

test('a deployment allows no AWS account unless its configuration names it, with its regions', () => {
  expect([prod.destinations, hasDestinations(prod), destinationsText(prod)]).toEqual([[], false, '']);
  expect(destinationsText({ ...prod, destinations: [CONSUMER] })).toBe(
    '111122223333:eu-central-1,111122223333:us-east-1',
  );
  const checked = (destinations: unknown) => () =>
    checkedConfig({ ...prod, destinations }, { allowPlaceholders: true });
  expect(checked([{ account: '1', regions: ['eu-central-1'] }])).toThrow(/destinations: .* must be a list of/);
  expect(checked([{ account: '111122223333', regions: [] }])).toThrow(/destinations/);
  expect(checked([CONSUMER])).not.toThrow();
});

describe('a deployment that allows an account', () => {
  const template = deployed();
  const [[roleId, role]] = Object.entries(
    template.findResources('AWS::IAM::Role', { Properties: { RoleName: Match.stringLikeRegexp('destinations$') } }),
  ) as [[string, Json]];
  const policies = Object.values(template.findResources('AWS::IAM::Policy')) as Json[];
  const own = policies
    .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(roleId))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

  test('a deployment that allows an account reaches the buses and queues of that account in those regions only', () => {
    const allowed = own.filter(({ Effect }: Json) => Effect === 'Allow');
    expect(allowed.map(({ Action, Resource }: Json) => [[Action].flat().sort(), Resource])).toEqual([
      [
        ['events:PutEvents'],
        ['eu-central-1', 'us-east-1'].map((region) => `arn:aws:events:${region}:111122223333:event-bus/*`),
      ],
      [['sqs:SendMessage'], ['eu-central-1', 'us-east-1'].map((region) => `arn:aws:sqs:${region}:111122223333:*`)],
      [
        ['kms:Decrypt', 'kms:GenerateDataKey'],
        ['eu-central-1', 'us-east-1'].map((region) => `arn:aws:kms:${region}:111122223333:key/*`),
      ],
    ]);
    expect(allowed[2].Condition).toEqual({ StringLike: { 'kms:ViaService': 'sqs.*.amazonaws.com' } });
  });

  test('a deployment never reaches its own queues and dead letters, nor its account’s default bus', () => {
    const [denied] = own.filter(({ Effect }: Json) => Effect === 'Deny');
    const text = JSON.stringify(denied.Resource);
    for (const queue of ['Events', 'Retries', 'Timers', 'Notices', 'Audit', 'Heads']) {
      expect(text).toMatch(new RegExp(`Queues${queue}[0-9A-F]{8}`));
      expect(text).toMatch(new RegExp(`Queues${queue}DeadLetters[0-9A-F]{8}`));
    }
    expect(text).toContain(`:events:*:${prod.account}:event-bus/default`);
    expect(denied.Action.sort()).toEqual(['events:PutEvents', 'sqs:SendMessage']);
  });

  test('only the two functions that post get sessions, and only with the tag of one organization', () => {
    const trusted = role.Properties.AssumeRolePolicyDocument.Statement;
    for (const { Action, Condition } of trusted) {
      expect(Action).toEqual(expect.arrayContaining(['sts:AssumeRole', 'sts:TagSession']));
      expect(Condition).toEqual({
        StringLike: { 'aws:RequestTag/org': '?*' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': ['org'] },
      });
    }
    const principals = JSON.stringify(trusted.map(({ Principal }: Json) => Principal));
    expect(principals.match(/Deliver(Try)?ServiceRole/g)!.sort()).toEqual([
      'DeliverServiceRole',
      'DeliverTryServiceRole',
    ]);
    const opening = policies.filter((policy) => JSON.stringify(policy).includes('sts:AssumeRole'));
    expect(opening).toHaveLength(2);
  });
});

test('a deployment keeps its role when its last account is removed, and lets nobody use it', () => {
  const rolesOf = (template: Template) =>
    template.findResources('AWS::IAM::Role', { Properties: { RoleName: Match.stringLikeRegexp('destinations$') } });
  const emptied = deployed([]);
  expect(Object.keys(rolesOf(emptied))).toEqual(Object.keys(rolesOf(deployed())));
  expect(JSON.stringify(emptied.findResources('AWS::IAM::Policy'))).not.toMatch(/sts:AssumeRole|PutEvents/);
});

describe('the workflow of a consumer', () => {
  const stack = new Stack(anApp(), 'Consumer', { env: { account: '111122223333', region: 'eu-central-1' } });
  const eventBus = new EventBus(stack, 'Bus');
  const connection = new Connection(stack, 'Service', {
    authorization: Authorization.apiKey('Authorization', SecretValue.unsafePlainText('Bearer sk_test')),
  });
  eventBus.addToResourcePolicy(
    new PolicyStatement({
      sid: 'Approvals',
      actions: ['events:PutEvents'],
      principals: [
        onlyFromOrganization('arn:aws:iam::000000000000:role/request-authorization-prod-destinations', 'org_acme'),
      ],
      resources: [eventBus.eventBusArn],
    }),
  );
  const props = {
    serviceUrl: 'https://authorization.example.com',
    connection,
    eventBus,
    next: new Succeed(stack, 'Run'),
  };
  new ApprovedWorkflow(stack, 'Payout', props);
  const template = Template.fromStack(stack);
  const machine = (id: string) => {
    const found = Object.entries(template.findResources('AWS::StepFunctions::StateMachine')).find(([name]) =>
      name.includes(id),
    );
    const parts = found![1].Properties.DefinitionString['Fn::Join'][1] as unknown[];
    return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'TOKEN')).join(''));
  };

  test('the workflow of a consumer waits with a task token, and reads the request again before it continues', () => {
    const { StartAt, States } = machine('Workflow');
    expect(StartAt).toBe('Propose');
    expect(States.WaitForVerdict.Resource).toMatch(/aws-sdk:dynamodb:putItem\.waitForTaskToken$/);
    // Two days from now, in whole seconds: the token is of no use after that.
    expect(States.WaitForVerdict.Arguments.Item).toEqual({
      request: { S: '{% $states.input.proposed.id %}' },
      token: { S: '{% $states.context.Task.Token %}' },
      ends_at: { N: '{% $string($floor($millis() / 1000) + 172800) %}' },
    });
    expect(States.WaitForVerdict.Output).toBe('{% $states.input %}');
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      TimeToLiveSpecification: { AttributeName: 'ends_at', Enabled: true },
    });
    expect([States.Propose.Next, States.WaitForVerdict.Next, States.Reread.Next]).toEqual([
      'WaitForVerdict',
      'Reread',
      'IsAuthorized',
    ]);
    expect(States.WaitForVerdict.Catch).toEqual([
      { ErrorEquals: ['States.HeartbeatTimeout', 'States.Timeout'], Output: '{% $states.input %}', Next: 'Reread' },
    ]);
    // A lost event costs a quarter of an hour. A request lives for a day at most.
    expect([States.WaitForVerdict.HeartbeatSeconds, States.WaitForVerdict.TimeoutSeconds]).toEqual([900, 90_000]);
    expect(States.Reread.Parameters.Method).toBe('GET');
    expect(States.Propose.Parameters.Headers).toEqual({ 'Idempotency-Key.$': '$$.Execution.Name' });
  });

  test('the workflow continues only if the request is authorized for exactly its operation', () => {
    const { Choices, Default } = machine('Workflow').States.IsAuthorized;
    expect(Choices[0]).toEqual({
      And: [
        { Variable: '$.reread.request.outcome', StringEquals: 'authorized' },
        { Variable: '$.reread.request.operation_hash', StringEqualsPath: '$.operation_hash' },
      ],
      Next: 'Run',
    });
    expect(Choices[1]).toEqual({ Variable: '$.reread.request.outcome', IsNull: true, Next: 'WaitForVerdict' });
    expect(Default).toBe('OperationDiffers');
  });

  test('the workflow fails with an error that says how the request ended', () => {
    const { States } = machine('Workflow');
    const ended = States.IsAuthorized.Choices.slice(2).map(({ StringEquals, Next }: Json) => [StringEquals, Next]);
    expect(ended).toEqual([
      ['expired', 'RequestExpired'],
      ['denied', 'RequestDenied'],
      ['aborted', 'RequestAborted'],
    ]);
    for (const name of ['RequestExpired', 'RequestDenied', 'RequestAborted', 'OperationDiffers'])
      expect(States[name]).toMatchObject({ Type: 'Fail', Error: name });
  });

  test('the workflow retries its calls if the service is busy, and not if it refuses', () => {
    const { States } = machine('Workflow');
    for (const { Retry } of [States.Propose, States.Reread]) {
      expect(Retry[0].ErrorEquals).toEqual([
        ...[429, 500, 502, 503, 504].map((status) => `States.Http.StatusCode.${status}`),
        'States.Http.Socket',
      ]);
      expect(Retry[0]).toMatchObject({ IntervalSeconds: 2, MaxAttempts: 8 });
    }
  });

  test('the answering state machine can wake only this workflow', () => {
    const policies = Object.values(template.findResources('AWS::IAM::Policy')) as Json[];
    const waking = policies
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }: Json) => [Action].flat().includes('states:SendTaskSuccess'));
    expect(waking.map(({ Resource }: Json) => Resource)).toEqual([{ Ref: expect.stringMatching(/^PayoutWorkflow/) }]);
  });

  test('an event on the bus wakes only the workflow of its request', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['request-authorization-service'],
        'detail-type': ['request.authorized', 'request.denied', 'request.expired', 'request.aborted'],
      },
      Targets: [Match.objectLike({ InputPath: '$.detail' })],
    });
    const { States } = machine('Answering');
    expect(States.WhoWaits.Parameters.Key).toEqual({ request: { 'S.$': '$.data.request.id' } });
    expect(States.Answer.Parameters).toEqual({ 'TaskToken.$': '$.waits.Item.token.S', Output: '{}' });
    expect(States.IsKnown.Default).toBe('Nobody');
    // The event often comes a moment after the token was stored.
    expect(States.WhoWaits.Parameters.ConsistentRead).toBe(true);
    // The event arrived twice, or the wait has ended. This is not an error.
    expect(States.Answer.Catch).toEqual([
      {
        ErrorEquals: ['Sfn.TaskTimedOutException', 'Sfn.TaskDoesNotExistException', 'Sfn.InvalidTokenException'],
        Next: 'Nobody',
      },
    ]);
  });

  test('only that organization of that deployment can send to the bus', () => {
    template.resourceCountIs('AWS::Events::EventBusPolicy', 1);
    template.hasResourceProperties('AWS::Events::EventBusPolicy', {
      Statement: Match.objectLike({
        Condition: { StringEquals: { 'aws:PrincipalTag/org': 'org_acme' } },
        Principal: { AWS: 'arn:aws:iam::000000000000:role/request-authorization-prod-destinations' },
      }),
    });
  });
});
