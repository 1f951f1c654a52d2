/** What `npm run restore` does to a deployment on AWS, call by call. The complete command: test/infra/restore. */
import {
  ApplicationAutoScalingClient,
  DescribeScalableTargetsCommand,
  DescribeScalingPoliciesCommand,
  PutScalingPolicyCommand,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  CopyObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  StopReplicationToReplicaCommand,
} from '@aws-sdk/client-secrets-manager';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { readDeployment } from '../../scripts/restore/attach';
import { createAwsPlane } from '../../scripts/restore/aws/plane';
import { missingReplicas, promoteReplicas } from '../../scripts/restore/aws/secrets';
import { copyScaling, scaleAs } from '../../scripts/restore/scaling';
import { hasValidCheckDigits } from '../../src/protocol/api-key-token';
import { executionOf, STACK, STACK_RESOURCE, scalableTargetOf, scalingPolicyOf } from '../support/aws-answers';

jest.mock('../../src/lambda/canary/smoke', () => ({ smoke: jest.fn() }));
const smoke = jest.requireMock<{ smoke: jest.Mock }>('../../src/lambda/canary/smoke').smoke;

const RESOURCES = [
  ['AWS::Lambda::Function', 'FunctionsApiFunction0A1B2C3D', 'fn-api'],
  ['AWS::Lambda::Function', 'FunctionsConsoleFunction0A1B2C3D', 'fn-console'],
  ['AWS::Lambda::Function', 'FunctionsFeedFunction0A1B2C3D', 'fn-feed'],
  ['AWS::Lambda::Function', 'FunctionsWatchFunction0A1B2C3D', 'fn-watch'],
  ['AWS::Lambda::Function', 'FunctionsDispatchFunction0A1B2C3D', 'fn-dispatch'],
  ['AWS::Lambda::Function', 'FunctionsHeadsFunction0A1B2C3D', 'fn-heads'],
  ['AWS::Lambda::Function', 'FunctionsCanarySetUpFunction0A1B2C3D', 'fn-canary-set-up'],
  ['AWS::Lambda::EventSourceMapping', 'Stream', 'uuid-1'],
  ['AWS::Lambda::EventSourceMapping', 'Events', 'uuid-2'],
  ['AWS::Events::Rule', 'EveryMinute', 'every-minute'],
  ['AWS::SQS::Queue', 'QueuesEvents0A1B2C3D', 'https://sqs/events'],
  ['AWS::SQS::Queue', 'QueuesEventsDeadLetters0A1B2C3D', 'https://sqs/dead'],
  ['AWS::StepFunctions::StateMachine', 'Machine', 'arn:machine'],
] as const;

const [formation, lambda, events] = [
  mockClient(CloudFormationClient),
  mockClient(LambdaClient),
  mockClient(EventBridgeClient),
];
const [sqs, sfn, watch] = [mockClient(SQSClient), mockClient(SFNClient), mockClient(CloudWatchClient)];
const [secrets, scaling] = [mockClient(SecretsManagerClient), mockClient(ApplicationAutoScalingClient)];
const storage = mockClient(S3Client);
const all = [storage, formation, lambda, events, sqs, sfn, watch, secrets, scaling];

const waits: number[] = [];
const said: string[] = [];
const plane = (deployCommand = 'true') =>
  createAwsPlane({
    stack: 'service',
    deployCommand,
    pause: async (ms) => void waits.push(ms),
    log: (line) => void said.push(line),
  });
const callsOf = (mock: { calls(): readonly { args: readonly unknown[] }[] }) =>
  mock.calls().map(({ args: [command] }) => {
    const sent = command as { readonly constructor: { readonly name: string }; readonly input: object };
    return [sent.constructor.name.replace('Command', ''), sent.input];
  });

beforeEach(() => {
  for (const mock of all) mock.reset();
  waits.length = 0;
  said.length = 0;
  smoke.mockReset();
  const summaries = RESOURCES.map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => {
    return { ...STACK_RESOURCE, ResourceType, LogicalResourceId, PhysicalResourceId };
  });
  formation
    .on(ListStackResourcesCommand)
    .resolves({ StackResourceSummaries: summaries.slice(0, 5), NextToken: 'more' })
    .on(ListStackResourcesCommand, { StackName: 'service', NextToken: 'more' })
    .resolves({ StackResourceSummaries: summaries.slice(5) });
  const outputs = {
    MainTable: 'main',
    TransientTable: 'transient',
    Heads: 'heads',
    DataKey: 'arn:key',
    Evidence: 'evidence',
    BaseUrl: 'https://a',
    CanarySecret: 'canary',
  };
  formation.on(DescribeStacksCommand).resolves({
    Stacks: [
      { ...STACK, Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) },
    ],
  });
});

describe('a deployment on AWS', () => {
  it('the version of a document that has its digest becomes current, and what is lost is listed', async () => {
    const [digest, checksum] = [`sha256:${'00'.repeat(32)}` as const, Buffer.alloc(32).toString('base64')];
    const Key = `evidence/org_a/${'00'.repeat(32)}`;
    const gone = new S3ServiceException({
      name: 'NotFound',
      $fault: 'client',
      $metadata: { httpStatusCode: 404 },
      message: 'gone',
    });
    const version = (VersionId: string) => storage.on(HeadObjectCommand, { Bucket: 'evidence', Key, VersionId });
    storage.on(HeadObjectCommand).rejects(gone);
    storage.on(ListObjectVersionsCommand, { Bucket: 'evidence', Prefix: Key }).resolves({ Versions: [] });
    expect(await plane().takeBack('org_a', digest)).toBe('lost');
    storage.on(ListObjectVersionsCommand).resolves({ Versions: [{ VersionId: 'v2' }, { VersionId: 'v1' }] });
    version('v2').resolves({ ChecksumSHA256: Buffer.alloc(32, 1).toString('base64') });
    expect(await plane().takeBack('org_a', digest)).toBe('lost');
    version('v1').resolves({ ChecksumSHA256: checksum });
    expect(await plane().takeBack('org_a', digest)).toBe('taken back');
    expect(storage.commandCalls(CopyObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        Bucket: 'evidence',
        Key,
        CopySource: `${encodeURIComponent(`evidence/${Key}`)}?versionId=v1`,
        ChecksumAlgorithm: 'SHA256',
      },
    ]);
    storage.on(HeadObjectCommand).resolves({ ChecksumSHA256: checksum });
    expect(await plane().takeBack('org_a', digest)).toBe('stored');
  });

  it('a command works in the account of its credentials and in the region of its environment', async () => {
    const sts = mockClient(STSClient);
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' });
    process.env.AWS_REGION = 'eu-west-1';
    expect(await plane().place()).toEqual({ account: '111122223333', region: 'eu-west-1' });
    delete process.env.AWS_REGION;
  });

  it('the outputs of the stack name the tables and the bucket of heads of a deployment', async () => {
    expect(await plane().names()).toEqual({
      ...{ main: 'main', transient: 'transient', heads: 'heads', dataKey: 'arn:key' },
    });
    formation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...STACK, Outputs: [] }] });
    await expect(plane().names()).rejects.toThrow(
      'The stack service has no output MainTable, TransientTable, Heads, DataKey',
    );
  });

  it('the stack that a table belongs to uses it, and every function that reads its stream, also one that is switched off', async () => {
    formation.on(DescribeStackResourcesCommand, { PhysicalResourceId: 'taken' }).resolves({
      StackResources: [
        {
          ...STACK_RESOURCE,
          StackName: 'data',
          LogicalResourceId: 'Main',
          ResourceType: 'table',
          Timestamp: new Date(),
        },
      ],
    });
    // "If PhysicalResourceId doesn't belong to a stack, the call fails" (API reference, not read; as the SDK's documentation says).
    const none = Object.assign(new Error('Stack for copy does not exist'), { name: 'ValidationError' });
    formation.on(DescribeStackResourcesCommand, { PhysicalResourceId: 'copy' }).rejects(none);
    lambda
      .on(ListEventSourceMappingsCommand, { EventSourceArn: 'arn:stream' })
      .resolves({ EventSourceMappings: [{ FunctionArn: 'fn-dispatch', State: 'Disabled' }] });
    expect(await plane().usersOf('taken', null)).toEqual(['it belongs to the stack data']);
    expect(await plane().usersOf('copy', 'arn:stream')).toEqual(['fn-dispatch reads its stream']);
    formation.on(DescribeStackResourcesCommand).rejects(Object.assign(new Error('busy'), { name: 'Throttling' }));
    await expect(plane().usersOf('copy', null)).rejects.toThrow('busy');
  });

  it('the secrets of a standby are promoted once, and those of any other deployment are its own', async () => {
    const secret = (name: string) => `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-AbCdEf`;
    const primarySecrets = { codes: secret('codes'), push: secret('push'), integrations: secret('integrations') };
    const region = 'eu-west-1';
    expect(await promoteReplicas({ primarySecrets: null, region })).toBe('the secrets are of this deployment');
    secrets.on(DescribeSecretCommand, { SecretId: primarySecrets.codes }).resolves({ PrimaryRegion: 'eu-central-1' });
    secrets.on(DescribeSecretCommand, { SecretId: primarySecrets.push }).resolves({ PrimaryRegion: 'eu-central-1' });
    secrets.on(DescribeSecretCommand, { SecretId: primarySecrets.integrations }).resolves({});
    expect(await promoteReplicas({ primarySecrets, region })).toBe('2 secrets are promoted');
    const promoted = secrets.commandCalls(StopReplicationToReplicaCommand).map(({ args }) => args[0].input);
    expect(promoted).toEqual([{ SecretId: primarySecrets.codes }, { SecretId: primarySecrets.push }]);
    for (const SecretId of [primarySecrets.codes, primarySecrets.push])
      secrets.on(DescribeSecretCommand, { SecretId }).resolves({ PrimaryRegion: region });
    expect(await promoteReplicas({ primarySecrets, region })).toBe('the secrets were promoted before');
    secrets
      .on(DescribeSecretCommand, { SecretId: primarySecrets.codes })
      .rejects(Object.assign(new Error('none'), { name: 'ResourceNotFoundException' }));
    expect(await missingReplicas({ primarySecrets })).toEqual([
      expect.stringMatching(/^The secret codes is not replicated to arn:.*"secretsReplica"\.$/),
    ]);
  });

  it('a deployment refuses callers while their functions have no concurrency, and serves them again with the configured concurrency', async () => {
    await plane().close();
    await plane().open({ api: null, feed: 100, console: null, watch: null });
    const put = (FunctionName: string, ReservedConcurrentExecutions: number) => [
      'PutFunctionConcurrency',
      { FunctionName, ReservedConcurrentExecutions },
    ];
    expect(callsOf(lambda)).toEqual([
      ...['fn-api', 'fn-feed', 'fn-console', 'fn-watch'].map((name) => put(name, 0)),
      ['DeleteFunctionConcurrency', { FunctionName: 'fn-api' }],
      put('fn-feed', 100),
      ['DeleteFunctionConcurrency', { FunctionName: 'fn-console' }],
      ['DeleteFunctionConcurrency', { FunctionName: 'fn-watch' }],
    ]);
  });

  it('a deployment says how much its queues hold without dead letters, and whether a reader of the stream is late', async () => {
    sqs.on(GetQueueAttributesCommand).resolves({
      Attributes: {
        ApproximateNumberOfMessages: '2',
        ApproximateNumberOfMessagesNotVisible: '3',
        ApproximateNumberOfMessagesDelayed: '7',
      },
    });
    const ages = (dispatch: number[], heads: number[]) =>
      watch.on(GetMetricDataCommand).resolves({
        MetricDataResults: [
          { Id: 'age0', Values: dispatch },
          { Id: 'age1', Values: heads },
        ],
      });
    ages([30_000, 900_000], [330_000]);
    const queue = 'QueuesEvents0A1B2C3D';
    expect(await plane().backlog()).toEqual({ stream: false, waiting: { [queue]: 5 }, delayed: { [queue]: 7 } });
    for (const late of [() => ages([30_001], []), () => ages([], [330_001])]) {
      late();
      expect((await plane().backlog()).stream).toBe(true);
    }
  });

  it('every mapping and schedule is disabled, and the restore waits until Lambda has done it and running functions have ended', async () => {
    const busy = Object.assign(new Error('busy'), { name: 'ResourceInUseException' });
    lambda.on(UpdateEventSourceMappingCommand).rejectsOnce(busy).resolves({});
    lambda.on(GetEventSourceMappingCommand).resolvesOnce({ State: 'Disabling' }).resolves({ State: 'Disabled' });
    await plane().disable();
    expect(callsOf(events)).toEqual([['DisableRule', { Name: 'every-minute' }]]);
    const update = (UUID: string) => ['UpdateEventSourceMapping', { UUID, Enabled: false }];
    const get = (UUID: string) => ['GetEventSourceMapping', { UUID }];
    expect(callsOf(lambda)).toEqual([
      ...[update('uuid-1'), update('uuid-1'), update('uuid-2')],
      ...[get('uuid-1'), get('uuid-1'), get('uuid-2')],
    ]);
    expect(waits).toEqual([5000, 5000, 60_000]);
  });

  it('disabling fails if Lambda refuses a mapping for another reason', async () => {
    lambda.on(UpdateEventSourceMappingCommand).rejects(new Error('no right'));
    await expect(plane().disable()).rejects.toThrow('no right');
  });

  it('every mapping and schedule is enabled again', async () => {
    lambda.on(GetEventSourceMappingCommand).resolves({ State: 'Enabled' });
    await plane().enable();
    expect(callsOf(events)).toEqual([['EnableRule', { Name: 'every-minute' }]]);
    expect(callsOf(lambda)).toContainEqual(['UpdateEventSourceMapping', { UUID: 'uuid-2', Enabled: true }]);
  });

  it('every running execution of the retry loop is ended', async () => {
    sfn
      .on(ListExecutionsCommand)
      .resolves({ executions: [executionOf('one')], nextToken: 'more' })
      .on(ListExecutionsCommand, { stateMachineArn: 'arn:machine', statusFilter: 'RUNNING', nextToken: 'more' })
      .resolves({ executions: [executionOf('two')] });
    expect(await plane().stopExecutions()).toBe(2);
    const stopped = callsOf(sfn).filter(([name]) => name === 'StopExecution');
    expect(stopped.map(([, input]) => (input as { executionArn: string }).executionArn)).toEqual(['one', 'two']);
  });

  it('messages are taken from queues and dead letters, and exactly those are deleted', async () => {
    const message = { MessageId: 'm1', Body: '{}', ReceiptHandle: 'h1' };
    sqs
      .on(ReceiveMessageCommand)
      .resolves({})
      .on(ReceiveMessageCommand, { QueueUrl: 'https://sqs/dead' })
      .resolves({ Messages: [message] });
    const taken = await plane().take();
    expect(taken).toEqual([{ queue: 'https://sqs/dead', id: 'm1', body: '{}', handle: 'h1' }]);
    sqs.on(DeleteMessageBatchCommand).resolves({});
    await plane().drop(taken);
    expect(callsOf(sqs).at(-1)).toEqual([
      'DeleteMessageBatch',
      { QueueUrl: 'https://sqs/dead', Entries: [{ Id: '0', ReceiptHandle: 'h1' }] },
    ]);
    sqs.on(DeleteMessageBatchCommand).resolves({ Failed: [{ Id: '0', Code: 'x', SenderFault: false }] });
    await expect(plane().drop(taken)).rejects.toThrow(
      'https://sqs/dead: 1 messages were not deleted. Run the command again.',
    );
    sqs.on(ReceiveMessageCommand).resolves({});
    expect(await plane().take()).toEqual([]);
  });

  it.each<[string, readonly number[]]>([
    ['in the last of ten queues', [...Array<number>(9).fill(0), 1000]],
    ['in each of ten queues', Array<number>(10).fill(100)],
    ['of which there are none', Array<number>(10).fill(0)],
  ])('a thousand messages are archived within a minute, %s', async (_, counts) => {
    const urls = counts.map((_, n) => `https://sqs/${n}`);
    const queues = urls.map((PhysicalResourceId) => {
      return { ...STACK_RESOURCE, ResourceType: 'AWS::SQS::Queue', LogicalResourceId: 'Queue', PhysicalResourceId };
    });
    formation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: queues });
    const left = new Map(urls.map((url, n) => [url, counts[n]!]));
    let [ms, polls] = [0, 0];
    sqs.on(ReceiveMessageCommand).callsFake(({ QueueUrl, WaitTimeSeconds }) => {
      const waiting = left.get(QueueUrl)!;
      // Without waiting, there are "false empty responses (when messages are available but aren't included in a response)"
      // (SQS Developer Guide, Setting-up long polling).
      const isMissed = WaitTimeSeconds === 0 && ++polls % 7 < 2;
      const found = isMissed ? 0 : Math.min(10, waiting);
      // A long poll answers as soon as there is a message.
      ms += 50 + (found === 0 ? WaitTimeSeconds * 1000 : 0);
      left.set(QueueUrl, waiting - found);
      return {
        Messages: Array.from({ length: found }, (_, n) => ({ MessageId: `${n}`, Body: '{}', ReceiptHandle: 'h' })),
      };
    });
    const { take } = plane();
    let taken = 0;
    for (let messages = await take(); messages.length > 0; messages = await take()) {
      expect(new Set(messages.map(({ queue }) => queue)).size).toBe(1);
      taken += messages.length;
    }
    expect([taken, [...left.values()]]).toEqual([counts.reduce((sum, n) => sum + n, 0), counts.map(() => 0)]);
    expect(ms).toBeLessThan(60_000);
  });

  it('every queue is purged, also if an earlier run has just begun to, and the restore waits until SQS has finished', async () => {
    const begun = Object.assign(new Error('60 s'), { name: 'AWS.SimpleQueueService.PurgeQueueInProgress' });
    sqs.on(PurgeQueueCommand).rejectsOnce(begun).resolves({});
    await plane().purge();
    expect(callsOf(sqs).map(([, input]) => input)).toEqual([
      { QueueUrl: 'https://sqs/events' },
      { QueueUrl: 'https://sqs/dead' },
    ]);
    expect(waits).toEqual([60_000]);
    sqs.on(PurgeQueueCommand).rejects(new Error('no right'));
    await expect(plane().purge()).rejects.toThrow('no right');
  });

  it('a restore fails if the deployment fails, and says what to do', async () => {
    await plane('exit 0').deploy('prod.json');
    await expect(plane('exit 3').deploy('prod.json')).rejects.toThrow(
      '"exit 3" ended with 3. Correct the cause and run the command again.',
    );
  });

  it('a restore is refused if a stack is not one of this service', async () => {
    formation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
    await expect(plane().close()).rejects.toThrow('The stack service has no AWS::Lambda::Function');
  });
});

describe('the check from outside after a restore', () => {
  const passkey = { credentialId: 'c', privateKey: 'k', userHandle: 'u' };
  const stored = (api_key: string) =>
    JSON.stringify({ api_key, passkey, receiver: 'https://a/canary/posts', mailbox_key: 'm' });
  const holds = (...values: string[]) => {
    let secret = secrets.on(GetSecretValueCommand);
    for (const SecretString of values.slice(0, -1)) secret = secret.resolvesOnce({ SecretString });
    secret.resolves({ SecretString: values.at(-1)! });
  };

  it('the check from outside uses the canary’s key', async () => {
    holds(stored('one'));
    await plane().smoke();
    expect(smoke.mock.calls[0][0]).toMatchObject({ url: 'https://a', credentials: { api_key: 'one' } });
  });

  it('the check from outside gets a key of the restored table if the canary’s is younger than the instant', async () => {
    holds(stored('one'));
    smoke.mockRejectedValueOnce(new Error('propose: the answer is 401, not 202'));
    // The schedule of the canary is up to eight hours away.
    lambda.on(InvokeCommand, { FunctionName: 'fn-canary-set-up' }).callsFake(() => holds('{}', stored('two')));
    await plane().smoke();
    expect(callsOf(secrets)).toContainEqual(['PutSecretValue', { SecretId: 'canary', SecretString: '{}' }]);
    expect(smoke.mock.calls[1][0]).toMatchObject({ credentials: { api_key: 'two' } });
    expect(said).toEqual([expect.stringContaining('the canary gets another key')]);
  });

  it('without a canary, the check from outside reads the page, and tries a key and a session that nobody has', async () => {
    formation.on(DescribeStacksCommand).resolves({
      Stacks: [
        {
          ...STACK,
          Outputs: [
            { OutputKey: 'BaseUrl', OutputValue: 'https://a' },
            { OutputKey: 'CanarySecret', OutputValue: 'none' },
          ],
        },
      ],
    });
    const answers = new Map([
      ['https://a/', 200],
      ['https://a/v1/requests?executable=true', 401],
      ['https://a/api/session', 401],
    ]);
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(async (url) => new Response(null, { status: answers.get(String(url)) ?? 404 }));
    try {
      await plane().smoke();
      expect(said.slice(0, 3)).toEqual(
        [...answers].map(([url, status]) => `  GET ${url.slice('https://a'.length)} was answered ${status}`),
      );
      const key = new Headers(fetched.mock.calls[1]![1]!.headers).get('authorization')!;
      expect(hasValidCheckDigits(key.slice('Bearer '.length))).toBe(true);
      // Nobody serves: the functions are frozen.
      answers.set('https://a/v1/requests?executable=true', 503);
      await expect(plane().smoke()).rejects.toThrow('GET /v1/requests?executable=true was answered 503, and not 401');
    } finally {
      fetched.mockRestore();
    }
    expect([smoke.mock.calls, secrets.calls()]).toEqual([[], []]);
  });

  it('the check from outside fails if anything else fails, and if no key is made', async () => {
    holds(stored('one'));
    smoke.mockRejectedValue(new Error('receive: no event arrived'));
    await expect(plane().smoke()).rejects.toThrow('receive: no event arrived');
    holds('{}');
    await expect(plane().smoke()).rejects.toThrow('The canary got no key.');
    expect(secrets.commandCalls(PutSecretValueCommand)).toEqual([]);
  });
});

it('a restored table and each of its indexes get the scaling of the table that it replaces', async () => {
  scaling
    .on(DescribeScalableTargetsCommand)
    .resolves({ ScalableTargets: ['table/main', 'table/main/index/due'].map(scalableTargetOf) });
  scaling.on(DescribeScalingPoliciesCommand).resolves({ ScalingPolicies: [scalingPolicyOf(70)] });
  expect(await copyScaling(new ApplicationAutoScalingClient({}), 'main', 'main-new', ['due'])).toBe(2);
  expect(scaling.commandCalls(DescribeScalableTargetsCommand)[0]!.args[0].input.ResourceIds).toEqual([
    'table/main',
    'table/main/index/due',
  ]);
  const ids = ['table/main-new', 'table/main-new/index/due'];
  const registered = scaling.commandCalls(RegisterScalableTargetCommand).map(({ args: [{ input }] }) => input);
  expect(registered).toEqual(
    ids.map((ResourceId) => ({
      ...{ ServiceNamespace: 'dynamodb', ResourceId, ScalableDimension: 'dynamodb:table:WriteCapacityUnits' },
      ...{ MinCapacity: 5, MaxCapacity: 900 },
    })),
  );
  const put = scaling.commandCalls(PutScalingPolicyCommand).map(({ args: [{ input }] }) => input);
  expect(put.map(({ ResourceId }) => ResourceId)).toEqual(ids);
  expect(put[1]).toMatchObject({
    PolicyName: 'WriteCapacityUnits-table-main-new-index-due',
    TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
  });
});

it('where the table in use is gone, a table gets the scaling that the file gives it, and on demand none', async () => {
  const client = new ApplicationAutoScalingClient({});
  const config = { ...readDeployment('deployments/dev.json'), provisionedCapacity: { reads: 400, writes: 200 } };
  expect(await scaleAs(client, { ...config, provisionedCapacity: null }, 'copy', ['due'])).toBe(0);
  expect(scaling.calls()).toEqual([]);
  expect(await scaleAs(client, config, 'copy', ['due'])).toBe(4);
  const registered = scaling
    .commandCalls(RegisterScalableTargetCommand)
    .map(({ args }) => Object.values(args[0].input));
  expect(registered).toEqual([
    ['dynamodb', 'table/copy', 'dynamodb:table:ReadCapacityUnits', 5, 400],
    ['dynamodb', 'table/copy', 'dynamodb:table:WriteCapacityUnits', 5, 200],
    ['dynamodb', 'table/copy/index/due', 'dynamodb:index:ReadCapacityUnits', 5, 400],
    ['dynamodb', 'table/copy/index/due', 'dynamodb:index:WriteCapacityUnits', 5, 200],
  ]);
  const [policy] = scaling.commandCalls(PutScalingPolicyCommand);
  expect(policy!.args[0].input).toMatchObject({
    PolicyName: 'ReadCapacityUnits-table-copy',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 70,
      PredefinedMetricSpecification: { PredefinedMetricType: 'DynamoDBReadCapacityUtilization' },
    },
  });
});
