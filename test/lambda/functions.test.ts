/**
 * Every function as Lambda loads it, by its environment, in one process: over tables in memory and the rest of AWS over
 * HTTP. What only the bundles can show is in test/infra/bundles.slow.test.ts.
 */

import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyStructuredResultV2, DynamoDBRecord } from 'aws-lambda';
import { auditKey, configKey, requestKey } from '../../src/adapters/dynamodb/keys';
import { createLog } from '../../src/adapters/system/log';
import { EDGE_HEADERS, ENV, type EnvName, readEnv, readPlatformActions } from '../../src/lambda/env';
import { openMemoryTables } from '../../src/local/memory/tables';
import type { LocalTables } from '../../src/local/tables';
import { person, SET_UP } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import type { NewOperator } from '../../src/service/configuration/rules/items';
import { REQUEST_FORM } from '../../src/service/request/rules/fields';
import { type FakeAws, openFakeAws } from '../infra/host/aws';
import { gatewayEvent } from '../infra/host/gateway';
import { op } from '../support/builders';
import { throttled } from '../support/faults';
import { PERMIT } from '../support/permit';

const ORIGIN = 'https://console.acme.dev';
const ORG = 'org_functions' as OrgId;
const EDGE = { [EDGE_HEADERS.secret]: 'edge-secret', [EDGE_HEADERS.viewer]: '198.51.100.1' };
const CODES = JSON.stringify({ current: 'ck_1', ck_1: 'k'.repeat(64) });

/** What the functions may do: everything that any of them does. */
const ACTIONS = [
  'sqs:SendMessage',
  ...['GetSecretValue', 'PutSecretValue'].map((name) => `secretsmanager:${name}`),
  ...['GenerateDataKey', 'Decrypt', 'Sign', 'GetPublicKey'].map((name) => `kms:${name}`),
  ...['StartExecution', 'DescribeExecution'].map((name) => `states:${name}`),
  ...['ListBucket', 'GetObject', 'PutObject'].map((name) => `s3:${name}`),
  'ses:SendEmail',
];
const ALLOWED = [
  {
    actions: ACTIONS,
    resources: ['*'],
    conditional: false,
    denies: false,
    leadingKeys: null,
    otherThan: null,
    context: {},
  },
];

const aPerson = (name: string, role: NewOperator['role']): NewOperator => ({
  ...{ id: op(`op_${name}`), name, email: `${name}@acme.dev`, role },
});

type Handler = (event: unknown) => Promise<never>;
let invocations = 0;
/** Called as Lambda does it, each call with an id of its own. */
const loaded = ({ handler }: { handler: (event: unknown, context: object) => Promise<never> }) => ({
  handler: ((event) => handler(event, { awsRequestId: `aws_${++invocations}` })) as Handler,
});
/** Loaded when the environment is there, as Lambda does it. */
const load = {
  api: () => loaded(require('../../src/lambda/api.lambda')),
  feed: () => loaded(require('../../src/lambda/feed.lambda')),
  console: () => loaded(require('../../src/lambda/console.lambda')),
  dispatch: () => loaded(require('../../src/lambda/dispatch.lambda')),
  audit: () => loaded(require('../../src/lambda/audit.lambda')),
  heads: () => loaded(require('../../src/lambda/heads.lambda')),
  notice: () => loaded(require('../../src/lambda/notice.lambda')),
  deliver: () => loaded(require('../../src/lambda/deliver.lambda')),
  'deliver-try': () => loaded(require('../../src/lambda/deliver-try.lambda')),
  timer: () => loaded(require('../../src/lambda/timer.lambda')),
  sweep: () => loaded(require('../../src/lambda/sweep.lambda')),
  receiver: () => loaded(require('../../src/lambda/receiver.lambda')),
  canary: () => loaded(require('../../src/lambda/canary.lambda')),
  'canary-set-up': () => loaded(require('../../src/lambda/canary-set-up.lambda')),
} satisfies Record<string, () => { readonly handler: Handler }>;

describe('the functions of a deployment', () => {
  let aws: FakeAws;
  let memory: LocalTables;
  const before = { ...process.env };
  const logged: Record<string, unknown>[] = [];
  /** Makes the senders of posts, and remembers with which limits. */
  const sender = jest.fn((limits: { readonly allowLoopback: boolean; readonly timeoutMs?: number }) => {
    const real = jest.requireActual<typeof import('../../src/adapters/webhook-sender')>(
      '../../src/adapters/webhook-sender',
    );
    return real.createWebhookSender(limits);
  });
  /** How often what seals pushes was loaded. */
  let pushesLoaded = 0;
  /** Names of tables to which a call was made. */
  const tables = new Set<string>();
  let calls = 0;
  const secrets: Record<string, string> = {
    codes: CODES,
    push: JSON.stringify({ current: 'pk_1', pk_1: 'p'.repeat(64) }),
    integrations: JSON.stringify({ pay: { url: 'https://10.0.0.7/pay', secret: 's' } }),
    edge: 'edge-secret',
    'edge AWSPREVIOUS': 'previous-secret',
    canary: '{}',
    mailbox: 'm'.repeat(64),
  };

  beforeAll(async () => {
    // Where the modules of a test file stay loaded (npm run mutate), they know the addresses of the run before.
    for (const file of Object.keys(require.cache)) if (file.includes('/src/lambda/')) delete require.cache[file];
    aws = await openFakeAws({
      dynamodb: 'nowhere',
      secrets,
      objects: new Map(),
      queues: new Map(),
      isFifo: (queue) => queue === 'audit',
      policyOf: () => ALLOWED,
    });
    memory = openMemoryTables(() => undefined);
    jest.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(((command: {
      input: { TableName?: string; Key?: { pk: string } };
    }) => {
      // The tables in memory do not answer what an update made.
      if (String(command.input.Key?.pk).startsWith('CALLS#'))
        return Promise.resolve({ Attributes: { calls: ++calls } });
      if (command.input.TableName !== undefined) tables.add(command.input.TableName);
      return memory.tables.client.send(command as GetCommand);
    }) as DynamoDBDocumentClient['send']);
    const write = process.stdout.write.bind(process.stdout);
    jest.spyOn(process.stdout, 'write').mockImplementation(((text: string) => {
      if (!String(text).startsWith('{"level"')) return write(text);
      logged.push(JSON.parse(text));
      return true;
    }) as typeof write);
    const queue = (name: string) => `${aws.url}/queue/${name}`;
    const values: Readonly<Record<EnvName, string>> = {
      mainTable: memory.tables.main,
      transientTable: memory.tables.transient,
      eventsQueueUrl: queue('events'),
      retriesQueueUrl: queue('retries'),
      timersQueueUrl: queue('timers'),
      noticesQueueUrl: queue('notices'),
      auditQueueUrl: queue('audit'),
      headsQueueUrl: queue('heads'),
      headIntervalSeconds: '300',
      deliveryLoopArn: 'arn:aws:states:eu-central-1:000000000000:stateMachine:loop',
      dataKeyId: 'data-key',
      headKeyId: 'head-key',
      verdictKeyId: 'verdict-key',
      headsBucket: 'heads',
      canaryHeadsBucket: 'canary-heads',
      evidenceBucket: 'evidence',
      codeSecretId: 'codes',
      pushSecretId: 'push',
      pushHosts: 'push.acme.dev',
      integrationsSecretId: 'integrations',
      platformActions: 'transfer=pay,payout=pay',
      destinations: '111122223333:eu-central-1',
      destinationsRoleArn: 'arn:aws:iam::000000000000:role/send',
      edgeSecretId: 'edge',
      edgeOnly: 'true',
      organizationThrottle: '2',
      heldAnswers: 'true',
      canarySecretId: 'canary',
      mailboxSecretId: 'mailbox',
      receiverUrl: 'https://receiver.acme.dev/canary/posts',
      consoleOrigin: ORIGIN,
      metricsNamespace: 'RequestAuthorization/test',
      mailFrom: 'keys@mail.acme.dev',
      mailConfigurationSet: 'mails',
    };
    for (const [name, value] of Object.entries(values)) process.env[ENV[name as EnvName]] = value;
    Object.assign(process.env, {
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'functions',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: aws.url,
    });
    jest.doMock('../../src/adapters/webhook-sender', () => ({
      ...jest.requireActual('../../src/adapters/webhook-sender'),
      createWebhookSender: sender,
    }));
    jest.doMock('../../src/adapters/web-push', () => {
      pushesLoaded += 1;
      return jest.requireActual('../../src/adapters/web-push');
    });
    await load['canary-set-up']().handler({});
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    await aws?.close();
  });

  const granted = () => [...(aws.granted.get('functions')?.keys() ?? [])];
  const call = async (
    name: 'api' | 'feed' | 'console' | 'receiver',
    method: string,
    path: string,
    body?: unknown,
    headers: object = EDGE,
  ) => {
    const event = gatewayEvent(method, path, body, headers as Record<string, string>);
    const answer = (await (load[name]().handler as Handler)(event)) as APIGatewayProxyStructuredResultV2;
    return {
      status: answer.statusCode!,
      cookies: answer.cookies ?? [],
      headers: answer.headers,
      body: JSON.parse(answer.body ?? ''),
    };
  };
  const key = () => ({ ...EDGE, authorization: `Bearer ${JSON.parse(secrets.canary!).api_key}` });
  const propose = () => call('api', 'POST', '/v1/requests', { action: 'canary.check', requester: 'op_canary' }, key());
  const itemAt = async (Key: object) =>
    (await memory.tables.client.send(new GetCommand({ TableName: memory.tables.main, Key: { ...Key } }))).Item!;
  const record = (after: object, before?: object) =>
    ({
      dynamodb: {
        SequenceNumber: '1',
        Keys: { pk: { S: (after as { pk: string }).pk } },
        NewImage: marshall(after),
        ...(before === undefined ? {} : { OldImage: marshall(before) }),
      },
    }) as DynamoDBRecord;
  const streamed = async (...Records: DynamoDBRecord[]) =>
    (load.dispatch().handler as Handler)({ Records }) as Promise<unknown>;
  const messages = (Bodies: readonly unknown[]) => ({
    Records: Bodies.map((body, n) => ({
      ...{ messageId: `m${n}`, body: JSON.stringify(body) },
      attributes: { ApproximateReceiveCount: '1' },
    })),
  });
  const taken = (queue: string) => aws.take(queue).map(({ body }) => JSON.parse(body));
  const mailboxOf = (random: string) => {
    const { mailboxName } =
      require('../../src/lambda/canary/receiver') as typeof import('../../src/lambda/canary/receiver');
    return mailboxName('m'.repeat(64), random);
  };
  const NO_FAILURES = { batchItemFailures: [] };

  it('the deployment makes the canary’s organization once, keeps its credentials, and logs it', async () => {
    expect(JSON.parse(secrets.canary!)).toMatchObject({
      api_key: expect.stringMatching(/^rak_/),
      receiver: 'https://receiver.acme.dev/canary/posts',
      mailbox_key: 'm'.repeat(64),
    });
    expect(logged).toContainEqual(
      expect.objectContaining({ message: 'the canary organization was made', function: 'canary-set-up' }),
    );
    const [made, lines] = [secrets.canary, logged.length];
    await load['canary-set-up']().handler({});
    expect([secrets.canary, logged.length]).toEqual([made, lines]);
    expect(granted()).toContain('kms:GenerateDataKey on data-key');
  });

  it('only calls through CloudFront reach /v1, the feed and the console', async () => {
    for (const [name, path] of [
      ['api', '/v1/requests/x'],
      ['feed', '/v1/events'],
      ['console', '/api/session'],
    ] as const) {
      const refused = { status: 403, body: { error: 'Use the address of the console.' } };
      expect(await call(name, 'GET', path, undefined, {})).toMatchObject(refused);
      expect(await call(name, 'GET', path, undefined, { ...EDGE, [EDGE_HEADERS.secret]: 'x' })).toMatchObject(refused);
      expect((await call(name, 'GET', path)).status).toBe(401);
      // CloudFront still shows the secret before it while a rotation is under way.
      const previous = { ...EDGE, [EDGE_HEADERS.secret]: 'previous-secret' };
      expect((await call(name, 'GET', path, undefined, previous)).status).toBe(401);
    }
    const { edgeSecrets } = require('../../src/lambda/aws/secrets') as typeof import('../../src/lambda/aws/secrets');
    delete secrets['edge AWSPREVIOUS'];
    expect(await edgeSecrets({ nowMs: () => 0 })()).toEqual(['edge-secret']);
    // A secret that cannot be read now is not taken for one that does not exist: CloudFront may still show it.
    const answer = async ({ input }: { input: { VersionStage: string } }) => {
      if (input.VersionStage === 'AWSPREVIOUS') throw throttled();
      return { SecretString: 'edge-secret' };
    };
    const busy = jest
      .spyOn(SecretsManagerClient.prototype, 'send')
      .mockImplementation(answer as SecretsManagerClient['send']);
    const read = edgeSecrets({ nowMs: () => 0 })().finally(() => busy.mockRestore());
    await expect(read).rejects.toMatchObject({ name: throttled().name });
  });

  it('a deployed function accepts a proposal, and answers the events of its organization', async () => {
    const proposed = await propose();
    expect(proposed).toMatchObject({ status: 202, body: { request: { action: 'canary.check', state: 'notified' } } });
    const { id } = proposed.body.request;
    expect((await call('api', 'GET', `/v1/requests/${id}`, undefined, key())).status).toBe(200);
    expect(await call('feed', 'GET', '/v1/events?wait=0', undefined, key())).toMatchObject({
      status: 200,
      body: { events: [] },
    });
    const item = await itemAt(requestKey('canary', id));
    expect(item).toMatchObject({ sk: 'REQUEST', form: REQUEST_FORM, min_form: REQUEST_FORM });
    // It follows from the action and the params.
    expect(item).not.toHaveProperty('operation_hash');
    expect([...tables].sort()).toEqual([memory.tables.main, memory.tables.transient].sort());
  });

  it('a deployed function holds an answer of the feed for as long as its caller waits', async () => {
    const fromMs = performance.now();
    expect((await call('feed', 'GET', '/v1/events?wait=1&after=latest', undefined, key())).status).toBe(200);
    expect(performance.now() - fromMs).toBeGreaterThan(900);
  });

  it('the deployed functions take a request through its stream, its queues, its chain and its heads', async () => {
    const { id } = (await propose()).body.request;
    const item = await itemAt(requestKey('canary', id));
    expect(await streamed(record(item))).toEqual(NO_FAILURES);
    const [entries, notices] = [taken('audit'), taken('notices')];
    expect(entries).toMatchObject([{ org: 'canary', journals: [{ subject: id, revisions: [{ revision: 1 }] }] }]);
    expect(await (load.audit().handler as Handler)(messages(entries))).toEqual(NO_FAILURES);
    const block = await itemAt(auditKey('canary', 1));
    expect(block).toMatchObject({ pk: 'canary#AUDIT' });
    expect(await (load.heads().handler as Handler)({ Records: [record(block)] })).toEqual(NO_FAILURES);
    expect([...aws.objects.keys()]).toEqual([expect.stringMatching(/^canary-heads\/heads\/canary\//)]);
    expect(granted()).toContain('kms:Sign on head-key');
    expect(notices).toMatchObject([{ org: 'canary', request_id: id }]);
    // The code of the canary is posted, and this request names no receiver.
    expect(await (load.notice().handler as Handler)(messages(notices))).toEqual(NO_FAILURES);
    expect(aws.mails).toEqual([]);
  });

  it('the deployed functions mail people from the deployment’s own address about a change', async () => {
    const { openSetUp } =
      require('../../src/service/administration/use-cases/set-up') as typeof import('../../src/service/administration/use-cases/set-up');
    const { createBase } = require('../../src/lambda/aws/base') as typeof import('../../src/lambda/aws/base');
    const { createConfigStore } =
      require('../../src/service/administration/store/config-store') as typeof import('../../src/service/administration/store/config-store');
    const base = createBase(createLog());
    expect(base.tables).toMatchObject({
      main: memory.tables.main,
      transient: memory.tables.transient,
    });
    const config = createConfigStore(base.tables);
    const { secretBox } = require('../../src/lambda/aws/secrets') as typeof import('../../src/lambda/aws/secrets');
    const provisioning = { ...base, config, secretBox: secretBox(base.clock, base.tables) };
    const door = await openSetUp(provisioning, { org: ORG, by: person('op_eve') });
    if (!door.ok) throw new Error('the rule is on');
    await door.value.createOperator(aPerson('ada', 'admin'));
    await door.value.createOperator(aPerson('bob', 'operator'));
    const item = await itemAt(configKey(ORG, 'operator', 'op_bob'));
    await streamed(record(item));
    const notices = taken('notices');
    expect(notices).toMatchObject([{ org: ORG, subject: 'op_bob' }]);
    expect(await (load.notice().handler as Handler)(messages(notices))).toEqual(NO_FAILURES);
    expect(aws.mails).toMatchObject([{ to: 'ada@acme.dev', text: expect.stringContaining(ORIGIN) }]);
    expect(granted().filter((each) => each.startsWith('ses:'))).toEqual([
      expect.stringContaining('identity/keys@mail.acme.dev'),
      expect.stringContaining('identity/mail.acme.dev'),
      // In the sandbox of SES, the recipient's identity counts too.
      expect.stringContaining('identity/ada@acme.dev'),
      expect.stringContaining('configuration-set/mails'),
    ]);
  });

  it('a function starts and sends mails without anything of pushes, and loads it with the first push', async () => {
    const read = () => granted().filter((each) => each === 'secretsmanager:GetSecretValue on push');
    expect([pushesLoaded, read()]).toEqual([0, []]);
    const { pushSender } = require('../../src/lambda/aws/push') as typeof import('../../src/lambda/aws/push');
    const push = pushSender({ nowMs: () => 0 });
    expect(pushesLoaded).toBe(0);
    const publicKey = await push.publicKey();
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect([pushesLoaded, read()]).toEqual([1, ['secretsmanager:GetSecretValue on push']]);
    // The deployment adds one host to those of the browsers. A key that it does not have shows which endpoint it would post to.
    const to = (endpoint: string) =>
      push.send({ ...aDevice, endpoint, publicKey: 'another' }, { ...aPush, plaintext: Buffer.from('{}') });
    expect(await to('https://push.acme.dev/a')).toEqual({ kind: 'gone' });
    expect(await to('https://fcm.googleapis.com/a')).toEqual({ kind: 'gone' });
    expect(await to('https://elsewhere.dev/a')).toEqual({ kind: 'refused', status: 0 });
  });
  const aPush = { topic: 'a', ttlSeconds: 60, urgency: 'normal' } as const;
  const aDevice = {
    id: 'dev_1',
    device: 'mac',
    p256dh: '',
    auth: '',
    accessEpoch: 0,
    createdAtMs: 0,
    acceptedAtMs: null,
  } as const;

  describe('open the console', () => {
    let cookie: string;
    const admin = (method: string, path: string, body?: unknown) =>
      call('console', method, path, body, { ...EDGE, origin: ORIGIN, cookie });
    beforeAll(async () => {
      const { createSignInLink } =
        require('../../src/service/access/use-cases/sessions') as typeof import('../../src/service/access/use-cases/sessions');
      const { openSetUp } =
        require('../../src/service/administration/use-cases/set-up') as typeof import('../../src/service/administration/use-cases/set-up');
      const { createBase } = require('../../src/lambda/aws/base') as typeof import('../../src/lambda/aws/base');
      const { createConfigStore } =
        require('../../src/service/administration/store/config-store') as typeof import('../../src/service/administration/store/config-store');
      const { createSessionStore } =
        require('../../src/service/access/store/session-store') as typeof import('../../src/service/access/store/session-store');
      const base = createBase(createLog());
      const deps = { ...base, config: createConfigStore(base.tables), sessions: createSessionStore(base.tables) };
      const { secretBox } = require('../../src/lambda/aws/secrets') as typeof import('../../src/lambda/aws/secrets');
      const box = secretBox(base.clock, base.tables);
      const door = await openSetUp({ ...deps, secretBox: box }, { org: 'org_console' as OrgId, by: SET_UP });
      const made = door.ok ? await door.value.createOperator(aPerson('eve', 'admin')) : door;
      if (!made.ok) throw new Error(made.error.reason);
      const { token } = await createSignInLink(deps, made.value, PERMIT);
      const opened = await call('console', 'POST', '/api/session', { token }, { ...EDGE, origin: ORIGIN });
      expect(opened.status).toBe(200);
      cookie = opened.cookies[0]!;
    });

    it('the console’s cookie is sent only to its host, over TLS, and to no script', () => {
      expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
      cookie = cookie.split(';')[0]!;
    });

    it('the console accepts only its own origin', async () => {
      expect((await admin('GET', '/api/session')).body).toMatchObject({
        operator: { id: 'op_eve' },
        org: 'org_console',
      });
      const other = { ...EDGE, origin: 'https://elsewhere.example', cookie };
      expect((await call('console', 'DELETE', '/api/session', {}, other)).status).toBe(403);
    });

    it('the console has the deployment’s integrations', async () => {
      const { body } = await admin('GET', '/api/actions');
      expect(body).toMatchObject({
        integrations: ['pay'],
        platform_actions: [
          { action: 'transfer', integration: 'pay' },
          { action: 'payout', integration: 'pay' },
        ],
      });
    });

    it('the console accepts destinations only in the deployment’s accounts, and sends their first event to the queue', async () => {
      const url = (account: string) => `arn:aws:sqs:eu-central-1:${account}:approvals`;
      expect(await admin('POST', '/api/webhooks', { url: url('999900001111') })).toMatchObject({ status: 422 });
      const made = await admin('POST', '/api/webhooks', { url: url('111122223333') });
      expect(made).toMatchObject({ status: 201, body: { endpoint: { unverified: true } } });
      const [first] = taken('events');
      expect(first).toMatchObject({ org: 'org_console' });
      // The destination cannot be reached, so the retry loop is started, or the only attempt has failed.
      expect(await (load.deliver().handler as Handler)(messages([first]))).toEqual(NO_FAILURES);
      const { deliveries } = (await admin('GET', `/api/webhooks/${made.body.endpoint.id}/deliveries`)).body;
      expect(deliveries).toMatchObject([{ state: 'failed', tries: [{ n: 1, trigger: 'test' }] }]);
      const { org, delivery_id, generation } = first;
      const task = { org, delivery_id, generation, next_attempt_at: '2026-01-01T00:00:00Z' };
      expect(await (load['deliver-try']().handler as Handler)(task)).toMatchObject({ ...task, done: true });
    });

    it('the console accepts no endpoint whose address is not public', async () => {
      const refused = await admin('POST', '/api/webhooks', { url: 'http://127.0.0.1/hook' });
      expect(refused).toMatchObject({ status: 422, body: { kind: 'refused' } });
    });

    it('the console has no head before the first one', async () => {
      expect(await admin('GET', '/api/audit/head')).toMatchObject({ status: 404 });
      expect(granted()).toContain('s3:ListBucket on heads');
    });
  });

  it('the deployed functions post to no private address, and give a chat three seconds', () => {
    load.notice();
    load.deliver();
    const limits = sender.mock.calls.map(([{ allowLoopback, timeoutMs }]) => [allowLoopback, timeoutMs]);
    expect(limits).toContainEqual([false, 3000]);
    for (const [allowLoopback, timeoutMs] of limits) expect([allowLoopback, timeoutMs ?? 3000]).toEqual([false, 3000]);
  });

  it('the deployed functions wait at most two seconds, twice, for the head of a post', async () => {
    const { headStore } = require('../../src/lambda/aws/first-use') as typeof import('../../src/lambda/aws/first-use');
    const asked: S3Client[] = [];
    const listing = jest.spyOn(S3Client.prototype, 'send').mockImplementation(async function (this: S3Client) {
      asked.push(this);
    } as S3Client['send']);
    await headStore()
      .last(ORG)
      .catch(() => undefined);
    listing.mockRestore();
    const [{ maxAttempts, requestHandler }] = asked.map(({ config }) => config) as [S3Client['config']];
    expect(await maxAttempts()).toBe(2);
    const { configProvider } = requestHandler as unknown as { readonly configProvider: Promise<object> };
    expect(await configProvider).toMatchObject({ connectionTimeout: 1000, requestTimeout: 2000 });
  });

  it('the deployed functions take timers from the queue, and sweep', async () => {
    const timer = { kind: 'request', org: 'canary', id: `req_${'0'.repeat(24)}`, due_at: 1 };
    expect(await (load.timer().handler as Handler)(messages([timer]))).toEqual(NO_FAILURES);
    expect(await load.sweep().handler(undefined)).toEqual({
      sent: expect.any(Number),
      oldestLatenessMs: expect.any(Number),
    });
    expect(logged).toContainEqual(expect.objectContaining({ message: 'swept', function: 'sweep' }));
  });

  it('the posts of the canary are shown only under the name of its own mailbox', async () => {
    const stranger = `/canary/posts/${'0'.repeat(32)}-${'0'.repeat(32)}`;
    expect(await call('receiver', 'GET', stranger)).toMatchObject({ status: 404 });
    const own = `/canary/posts/${mailboxOf('1'.repeat(32))}`;
    expect(await call('receiver', 'GET', own)).toMatchObject({ status: 200, body: { posts: [] } });
  });

  it('the canary runs against the deployment’s own address, after it was set up', async () => {
    const real = globalThis.fetch;
    const hosts: string[] = [];
    globalThis.fetch = (async (url: string) => {
      hosts.push(new URL(url).origin);
      throw new Error('offline');
    }) as typeof fetch;
    try {
      await expect(load.canary().handler({})).rejects.toThrow('sign in: console.acme.dev did not answer (Error)');
      expect(hosts).toEqual([ORIGIN]);
    } finally {
      globalThis.fetch = real;
    }
    const made = secrets.canary!;
    secrets.canary = '{}';
    await expect(load.canary().handler({})).rejects.toThrow('The canary organization is not set up yet');
    secrets.canary = made;
  });

  it('the deployed functions log under their own names, with the ids of the call', async () => {
    const spoilt = { Records: [{ messageId: 'm0', body: '{' }] };
    const named = async (name: 'notice' | 'deliver' | 'timer' | 'audit' | 'dispatch' | 'heads', event: unknown) => {
      const from = logged.length;
      await (load[name]().handler as Handler)(event).catch(() => undefined);
      const call = { lambda_request_id: `aws_${invocations}` };
      const lines = logged.slice(from);
      for (const line of lines)
        expect([line, 'api_request_id' in line]).toEqual([expect.objectContaining(call), false]);
      return lines.map((line) => line.function);
    };
    for (const name of ['notice', 'deliver', 'timer'] as const) expect(await named(name, spoilt)).toEqual([name]);
    const journal = { org: 'canary', journals: [{ subject: 's', revisions: [{ revision: 9, facts: [] }] }] };
    const spied = jest.spyOn(memory.tables.client, 'send').mockImplementation(() => Promise.reject(new Error('down')));
    expect(await named('audit', messages([journal]))).toEqual(['audit']);
    const broken = { dynamodb: { NewImage: { pk: { S: 'org#REQ#x' }, sk: { S: 'REQUEST' } } } };
    expect(await named('dispatch', { Records: [broken] })).toEqual(['dispatch']);
    const block = { dynamodb: { SequenceNumber: '1', Keys: { pk: { S: 'canary#AUDIT' } } } };
    expect(await named('heads', { Records: [block] })).toEqual(['heads']);
    for (const [name, path] of [
      ['api', '/v1/requests/x'],
      ['feed', '/v1/events'],
      ['receiver', `/canary/posts/${mailboxOf('2'.repeat(32))}`],
    ] as const) {
      const from = logged.length;
      expect((await call(name, 'GET', path, undefined, key())).status).toBe(500);
      const ids = { lambda_request_id: `aws_${invocations}`, api_request_id: 'r1' };
      expect(logged.slice(from)).toEqual([expect.objectContaining({ level: 'error', function: name, ...ids })]);
    }
    const from = logged.length;
    const cookie = `__Host-session=${'a'.repeat(43)}`;
    expect((await call('console', 'GET', '/api/session', undefined, { ...EDGE, cookie })).status).toBe(500);
    expect(logged.slice(from)).toEqual([expect.objectContaining({ level: 'error', function: 'console' })]);
    spied.mockRestore();
  });

  it('the deployed functions limit the calls of an organization as the deployment says', async () => {
    const { organizationThrottleOf } =
      require('../../src/lambda/aws/throttle') as typeof import('../../src/lambda/aws/throttle');
    const { createBase } = require('../../src/lambda/aws/base') as typeof import('../../src/lambda/aws/base');
    process.env[ENV.organizationThrottle] = 'off';
    expect(organizationThrottleOf(createBase(createLog()))).toBeNull();
    process.env[ENV.organizationThrottle] = '2';
    jest.spyOn(Date, 'now').mockReturnValue(1_795_176_000_000);
    for (const name of ['api', 'feed'] as const) {
      // The last one of twenty in ten seconds.
      calls = 19;
      expect((await call(name, 'GET', '/v1/events?limit=1', undefined, key())).status).not.toBe(429);
      const refused = await call(name, 'GET', '/v1/events?limit=1', undefined, key());
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    }
  });
});

describe('the environment of a function', () => {
  it('a function does not start without its complete environment, and names all that is missing', () => {
    expect(readEnv(['mainTable', 'edgeOnly'], { MAIN_TABLE: 'a', EDGE_ONLY: '' })).toEqual({
      mainTable: 'a',
      edgeOnly: '',
    });
    expect(() => readEnv(['mainTable', 'mailFrom', 'edgeOnly'], { MAIN_TABLE: 'a' })).toThrow(
      new Error('environment: MAIL_FROM, EDGE_ONLY must be set'),
    );
  });

  it('the environment of a function names the integration of each platform action', () => {
    expect([...readPlatformActions('a=x,b=y')]).toEqual([
      ['a', 'x'],
      ['b', 'y'],
    ]);
    expect([...readPlatformActions('')]).toEqual([]);
    expect([...readPlatformActions('a=x,')]).toEqual([['a', 'x']]);
    expect([...readPlatformActions('a')]).toEqual([['a', '']]);
  });
});
