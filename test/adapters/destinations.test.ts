/** Sends to event buses and queues of consumers, as the organization (docs/decisions/aws-destinations.md). */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { withDestinations } from '../../src/adapters/destinations';
import { createAwsSends, createSessions, openSts } from '../../src/adapters/destinations/aws';
import type { EndpointId, OrgId } from '../../src/protocol/identifiers';
import { readDestinationRules } from '../../src/service/delivery/rules/destination';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { composePost } from '../../src/service/delivery/use-cases/compose-post';
import type { OutgoingPost, WebhookSender } from '../../src/service/receiver/ports';
import { aRequest, at, REQUEST_ID, refusedBy } from '../support/builders';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';

const ACME = 'org_acme' as OrgId;
const BUS = 'arn:aws:events:eu-central-1:111122223333:event-bus/approvals';
const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'request.authorized',
  created_at: '2026-11-20T12:00:00.000Z',
  org: 'org_acme',
  data: { request: { id: 'req_1' } },
});
const post = (url: string): OutgoingPost => ({
  url,
  org: ACME,
  body: BODY,
  headers: { 'Service-Event-Id': 'evt_1', 'Service-Delivery-Id': 'dlv_1', 'Webhook-Timestamp': '7' },
});
const credentials = { accessKeyId: 'local', secretAccessKey: 'local', sessionToken: 'of acme' };
const credentialsOf = async () => credentials;
const rules = readDestinationRules('111122223333:eu-central-1,000000000000:us-east-1');
const nobody: WebhookSender = {
  post: async () => ({ kind: 'answered', status: 204, retryAfterSeconds: null }),
  validateEndpoint: async (url) => ({ ok: false, reason: `a URL: ${url}` }),
};

describe('an event bus', () => {
  const events = mockClient(EventBridgeClient);
  beforeEach(() => events.reset());
  afterAll(() => events.restore());
  const send = () =>
    withDestinations({ rules, webhooks: nobody, open: () => createAwsSends({ credentialsOf }) }).post(post(BUS));

  test('an event bus gets the event as its detail, byte for byte, with its type and its date', async () => {
    events.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
    expect(await send()).toEqual({ kind: 'answered', status: 200, retryAfterSeconds: null });
    expect(events.commandCalls(PutEventsCommand).map(({ args }) => args[0].input)).toEqual([
      {
        Entries: [
          {
            EventBusName: BUS,
            Source: 'request-authorization-service',
            DetailType: 'request.authorized',
            Detail: BODY,
            Time: new Date('2026-11-20T12:00:00.000Z'),
          },
        ],
      },
    ]);
  });

  test('an event bus that refuses the entry or the sender did not get the event, and the history says why', async () => {
    events.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'ThrottlingException' }] });
    expect(await send()).toEqual({ kind: 'unreachable', error: 'the event bus refused it: ThrottlingException' });
    events.on(PutEventsCommand).resolves({ FailedEntryCount: 1 });
    expect(await send()).toEqual({ kind: 'unreachable', error: 'the event bus refused it: no reason' });
    // Entries are counted where they failed.
    events.on(PutEventsCommand).resolves({});
    expect(await send()).toMatchObject({ status: 200 });
    const denied = Object.assign(new Error('not authorized'), {
      name: 'AccessDeniedException',
      $metadata: { httpStatusCode: 400 },
    });
    events.on(PutEventsCommand).rejects(denied);
    expect(await send()).toMatchObject({
      kind: 'answered',
      status: 400,
      error: 'AWS answered 400: AccessDeniedException',
    });
  });
});

describe('what is sent', () => {
  const opened = jest.fn();
  const sender = withDestinations({
    rules,
    webhooks: nobody,
    open: () => {
      opened();
      return { send: async () => ({ kind: 'timed_out', error: 'late' }) };
    },
  });
  test('an event for a URL goes to the webhook sender and opens no AWS client', async () => {
    expect(await sender.post(post('https://example.com/hook'))).toMatchObject({ status: 204 });
    expect(await sender.validateEndpoint('https://example.com')).toMatchObject({
      reason: 'a URL: https://example.com',
    });
    expect(opened).not.toHaveBeenCalled();
  });
  test('an event for an account that the deployment no longer allows is refused at each attempt, without a call', async () => {
    const elsewhere = BUS.replace('111122223333', '999999999999');
    expect(await sender.post(post(elsewhere))).toEqual({
      kind: 'refused_address',
      reason: 'The deployment does not send to the AWS account 999999999999.',
    });
    expect(opened).not.toHaveBeenCalled();
    expect(await sender.post(post(BUS))).toMatchObject({ kind: 'timed_out' });
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

describe('a session', () => {
  const sts = mockClient(STSClient);
  beforeEach(() => sts.reset());
  afterAll(() => sts.restore());

  test('a session is tagged with its organization, lasts 15 minutes, and is never another organization’s', async () => {
    let nowMs = 0;
    const given = (n: number) => ({
      AccessKeyId: `key ${n}`,
      SecretAccessKey: 's',
      SessionToken: 't',
      Expiration: new Date(),
    });
    sts
      .on(AssumeRoleCommand)
      .resolvesOnce({ Credentials: given(1) })
      .resolvesOnce({ Credentials: given(2) })
      .resolves({ Credentials: given(3) });
    const sessions = createSessions({ client: new STSClient({}), roleArn: 'arn:role', clock: { nowMs: () => nowMs } });
    const keyOf = async (org: string) => (await sessions(org as OrgId)).accessKeyId;
    expect([await keyOf('org_acme'), await keyOf('org_other'), await keyOf('org_acme')]).toEqual([
      'key 1',
      'key 2',
      'key 1',
    ]);
    nowMs = 14 * 60_000;
    expect(await keyOf('org_acme')).toBe('key 3');
    const inputs = sts.commandCalls(AssumeRoleCommand).map(({ args }) => args[0].input);
    expect(inputs.map(({ Tags }) => Tags)).toEqual(
      ['org_acme', 'org_other', 'org_acme'].map((Value) => [{ Key: 'org', Value }]),
    );
    expect(inputs[0]).toMatchObject({ RoleArn: 'arn:role', RoleSessionName: 'org-org_acme', DurationSeconds: 900 });
  });

  const given = { AccessKeyId: 'key', SecretAccessKey: 's', SessionToken: 't', Expiration: new Date() };
  let nowMs = 0;
  const sessions = () =>
    createSessions({ client: new STSClient({}), roleArn: 'arn:role', clock: { nowMs: () => nowMs } });

  test.each([
    ['org_acme', 'org-org_acme'],
    ['org/a b', 'org-org_a_b'],
    ['org_=,.@-9', 'org-org_=,.@-9'],
    ['x'.repeat(70), `org-${'x'.repeat(60)}`],
  ])('a session has a name with characters that STS accepts: %s', async (org, name) => {
    sts.on(AssumeRoleCommand).resolves({ Credentials: given });
    expect(await sessions()(org as OrgId)).toEqual({ accessKeyId: 'key', secretAccessKey: 's', sessionToken: 't' });
    expect(sts.commandCalls(AssumeRoleCommand)[0]!.args[0].input.RoleSessionName).toBe(name);
  });

  test.each(['AccessKeyId', 'SecretAccessKey', 'SessionToken'])('a session needs its %s', async (missing) => {
    sts.on(AssumeRoleCommand).resolves({ Credentials: { ...given, [missing]: undefined } });
    await expect(sessions()(ACME)).rejects.toThrow('STS gave no credentials');
    sts.on(AssumeRoleCommand).resolves({});
    await expect(sessions()(ACME)).rejects.toThrow('STS gave no credentials');
  });

  test('a session is requested again a minute before it ends, counted from before the call', async () => {
    sts.on(AssumeRoleCommand).callsFake(() => {
      nowMs += 1000;
      return { Credentials: given };
    });
    const credentialsOf = sessions();
    const began = nowMs;
    await credentialsOf(ACME);
    const calls = () => sts.commandCalls(AssumeRoleCommand).length;
    nowMs = began + 14 * 60_000 - 1;
    await credentialsOf(ACME);
    expect(calls()).toBe(1);
    nowMs = began + 14 * 60_000;
    await credentialsOf(ACME);
    expect(calls()).toBe(2);
  });
});

describe('a send that fails', () => {
  const silent = openedOnce(() => listening(createServer(() => undefined)));
  const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:approvals';
  const sendBy = (sends: ReturnType<typeof createAwsSends>, arn: string, patch: Partial<OutgoingPost> = {}) =>
    withDestinations({ rules, webhooks: nobody, open: () => sends }).post({ ...post(arn), ...patch });

  test.each([
    ['a bus', BUS],
    ['a queue', QUEUE],
  ])('a send without an answer of %s ends at the time limit of the attempt', async (_, arn) => {
    const sends = createAwsSends({ credentialsOf, endpoint: silent.url, timeoutMs: 50 });
    expect(await sendBy(sends, arn)).toEqual({ kind: 'timed_out', error: 'AWS did not answer in time' });
  });

  test('a send ends after ten seconds, like a post to a URL', async () => {
    const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    try {
      expect(await sendBy(createAwsSends({ credentialsOf, endpoint: silent.url }), BUS)).toMatchObject({
        kind: 'timed_out',
      });
      expect(limit.mock.calls).toEqual([[10_000]]);
    } finally {
      limit.mockRestore();
    }
  });

  test.each([
    ['a bus', BUS],
    ['a queue', QUEUE],
  ])('a send that %s refuses leaves no connection open', async (_, arn) => {
    const closed = new Promise<void>((resolve) => {
      silent.server.once('connection', (socket) => socket.on('close', () => resolve()));
    });
    // Any connection: one that the test before gave up may arrive late.
    const refuse = (_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ __type: 'AccessDeniedException' }));
    };
    silent.server.on('request', refuse);
    const sends = createAwsSends({ credentialsOf, endpoint: silent.url, timeoutMs: 5_000 });
    expect(await sendBy(sends, arn)).toMatchObject({ kind: 'answered', status: 400 });
    await closed;
    silent.server.off('request', refuse);
  });

  test('a session is requested at most twice for one send', async () => {
    expect(await openSts().config.maxAttempts()).toBe(2);
  });

  test('a send that gets no session, or cannot name its organization, is recorded as unreachable with the error’s name', async () => {
    const fails = (thrown: unknown) =>
      createAwsSends({
        credentialsOf: async () => {
          throw thrown;
        },
      });
    const denied = Object.assign(new Error('arn:role of 10.0.0.7'), { name: 'AccessDenied' });
    expect(await sendBy(fails(denied), BUS)).toEqual({ kind: 'unreachable', error: 'AccessDenied' });
    expect(await sendBy(fails('a text'), BUS)).toEqual({ kind: 'unreachable', error: 'unknown' });
    expect(await sendBy(fails(denied), BUS, { org: undefined })).toEqual({
      kind: 'unreachable',
      error: 'Error',
    });
  });
});

test('an endpoint at AWS is checked only by its account and region when it is saved', async () => {
  const { validateEndpoint } = withDestinations({ rules, webhooks: nobody, open: () => fail() });
  expect(await validateEndpoint(BUS)).toEqual({ ok: true });
  expect(await validateEndpoint(BUS.replace('111122223333', '999999999999'))).toEqual({
    ok: false,
    reason: 'The deployment does not send to the AWS account 999999999999.',
  });
});

function fail(): never {
  throw new Error('no client of AWS is opened for a check');
}

/** What an attempt at that time posts to a FIFO queue. */
async function composed(nowMs: number): Promise<OutgoingPost> {
  const request = aRequest({}, refusedBy('op_bravo', '12:00'));
  const delivery = newDelivery(
    request,
    { type: 'request.denied', atMs: at('12:00') },
    `whe_${'a'.repeat(24)}` as EndpointId,
  );
  const endpoint = {
    url: 'arn:aws:sqs:us-east-1:000000000000:approvals.fifo',
    enabled: true,
    deletedAtMs: null,
    previous: null,
  };
  const deps = {
    clock: { nowMs: () => nowMs },
    requests: { load: async () => ({ request, intent: null }) },
    config: { endpoint: async () => endpoint },
    secretBox: { open: async () => Buffer.from('secret') },
    headJws: async () => null,
  };
  const found = await composePost(deps as never, delivery, nowMs);
  if (found.kind !== 'post') throw new Error(found.reason);
  return found.post;
}

const START = `
  import { startFauxqs } from 'fauxqs';
  const { port } = await startFauxqs({ port: 0, logger: false });
  console.log('port ' + port);
`;

describe('a queue', () => {
  let emulator: ChildProcess;
  let client: SQSClient;
  let endpoint: string;
  beforeAll(async () => {
    // This client is an ES module only, so it runs in its own process.
    emulator = spawn(process.execPath, ['--input-type=module', '-e', START], { cwd: join(__dirname, '../..') });
    const port = await new Promise<string>((resolve) => {
      emulator.stdout!.on('data', (chunk: Buffer) => {
        const found = /^port (\d+)$/m.exec(chunk.toString())?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    endpoint = `http://127.0.0.1:${port}`;
    client = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  });
  afterAll(() => {
    client?.destroy();
    emulator?.kill();
  });
  const sendPost = (one: OutgoingPost) =>
    withDestinations({ rules, webhooks: nobody, open: () => createAwsSends({ credentialsOf, endpoint }) }).post(one);
  const send = (name: string) => sendPost(post(`arn:aws:sqs:us-east-1:000000000000:${name}`));
  const created = async (QueueName: string, Attributes = {}) =>
    (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl!;
  const received = async (QueueUrl: string) => {
    const all = { MessageAttributeNames: ['All'], AttributeNames: ['All' as const], MaxNumberOfMessages: 10 };
    return (await client.send(new ReceiveMessageCommand({ QueueUrl, ...all }))).Messages ?? [];
  };

  test('a queue gets the body as a message, byte for byte, and the headers as attributes', async () => {
    const url = await created('approvals');
    expect(await send('approvals')).toEqual({ kind: 'answered', status: 200, retryAfterSeconds: null });
    const [message] = await received(url);
    expect(message!.Body).toBe(BODY);
    const attributes = Object.entries(message!.MessageAttributes!).map(([name, { StringValue }]) => [
      name,
      StringValue,
    ]);
    expect(Object.fromEntries(attributes)).toEqual(post('').headers);
  });

  test('a FIFO queue gets each attempt of an event in the group of its request, and drops none as a duplicate', async () => {
    const url = await created('approvals.fifo', { FifoQueue: 'true' });
    const attempts = await Promise.all([at('12:01'), at('12:02')].map(composed));
    for (const attempt of attempts) expect(await sendPost(attempt)).toMatchObject({ status: 200 });
    const id = attempts[0]!.headers['Service-Delivery-Id'];
    for (const ms of [at('12:01'), at('12:02')]) {
      const [message] = await received(url);
      expect(message?.Attributes).toMatchObject({
        MessageGroupId: REQUEST_ID,
        MessageDeduplicationId: `${id}.${ms / 1000}`,
      });
      // The next one of the group is handed out after it.
      await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message!.ReceiptHandle }));
    }
  });

  test('a queue that does not exist did not get the event, and the history says why', async () => {
    expect(await send('nobody')).toMatchObject({
      kind: 'answered',
      status: 400,
      error: expect.stringMatching(/^AWS answered 400: .*Queue/),
    });
  });
});
