import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  DynamoDBBatchResponse,
  SQSBatchResponse,
} from 'aws-lambda';
import { createDocumentClient, type Tables } from '../../src/adapters/dynamodb/client';
import { createConfigStore } from '../../src/adapters/dynamodb/config-store';
import { createTables } from '../../src/adapters/dynamodb/create-tables';
import { createSessionStore } from '../../src/adapters/dynamodb/session-store';
import { systemClock } from '../../src/adapters/system/clock';
import { systemRandom } from '../../src/adapters/system/random';
import { createAction, createOperator, issueApiKey } from '../../src/app/provision';
import { createSignInLink } from '../../src/app/sign-in';
import { ENV } from '../../src/lambda/env';
import { Activity } from '../../src/local/platform/activity';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { type DynamoDbProcess, startDynamoDb } from '../../src/local/platform/dynamodb-process';
import { startStreamPoller } from '../../src/local/platform/stream';
import type { ActionId, OperatorId, OrgId } from '../../src/protocol/identifiers';
import { DIGEST, ENVELOPE } from '../support/house';
import { type FakeAws, openFakeAws } from './host/aws';
import { FUNCTIONS, host, hostFunctions, naiveBundle } from './host/functions';

const ORG = 'org_bundles' as OrgId;
const ORIGIN = 'https://console.example.com';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** As API Gateway's HTTP API gives it, payload format 2.0. */
function gatewayEvent(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): APIGatewayProxyEventV2 {
  const [rawPath, rawQueryString = ''] = path.split('?') as [string, string?];
  const { cookie, ...rest } = headers;
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: [cookie] }),
    headers: {
      host: 'api.example.com',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...rest,
    },
    queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
      requestId: 'r1',
      routeKey: `${method} ${rawPath}`,
      stage: '$default',
      time: '',
      timeEpoch: Date.now(),
    },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)).toString('base64') }),
    isBase64Encoded: body !== undefined,
  };
}

describe('the bundles that are deployed', () => {
  let directory: ReturnType<typeof openDataDirectory>;
  let database: DynamoDbProcess;
  let aws: FakeAws;
  let tables: Tables;
  let functions: Awaited<ReturnType<typeof hostFunctions>>;

  beforeAll(async () => {
    directory = openDataDirectory(null);
    database = await startDynamoDb(directory);
    aws = await openFakeAws({
      codes: JSON.stringify({ current: 'ck_1', ck_1: 'k'.repeat(64) }),
      integrations: '{}',
      edge: 'e',
    });
    const client = createDocumentClient({ endpoint: database.endpoint, region: 'local', credentials: CREDENTIALS });
    tables = { client, main: 'main', transient: 'transient' };
    await createTables(tables);
    const queue = (name: string) => `${aws.url}/queue/${name}`;
    functions = await hostFunctions({
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      AWS_ENDPOINT_URL: aws.url,
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      [ENV.mainTable]: 'main',
      [ENV.transientTable]: 'transient',
      [ENV.eventsQueueUrl]: queue('events'),
      [ENV.timersQueueUrl]: queue('timers'),
      [ENV.noticesQueueUrl]: queue('notices'),
      [ENV.auditQueueUrl]: queue('audit'),
      [ENV.deliveryLoopArn]: 'arn:aws:states:local:000000000000:stateMachine:loop',
      [ENV.dataKeyId]: 'data',
      [ENV.headKeyId]: 'head',
      [ENV.codeSecretId]: 'codes',
      [ENV.integrationsSecretId]: 'integrations',
      [ENV.edgeSecretId]: 'edge',
      [ENV.integrationNames]: '',
      [ENV.consoleOrigin]: ORIGIN,
      [ENV.mailFrom]: 'authorization@example.com',
    });
  }, 120_000);

  afterAll(async () => {
    functions?.stop();
    await aws?.close();
    tables?.client.destroy();
    await database?.stop();
    directory?.release();
  });

  const call = async (
    name: 'api' | 'console',
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await functions
      .get(name)
      .invoke<APIGatewayProxyStructuredResultV2>(gatewayEvent(method, path, body, headers));
    return { ...answer, body: JSON.parse(answer.body ?? 'null') };
  };

  /** Whatever the queues hold, through the functions behind them, until nothing is left. */
  async function drain(): Promise<void> {
    const consumers = { events: 'deliver', notices: 'notice', audit: 'audit', timers: 'timer' } as const;
    for (let moved = true; moved; ) {
      moved = false;
      for (const [queue, name] of Object.entries(consumers)) {
        const messages = aws.take(queue);
        if (messages.length === 0) continue;
        moved = true;
        const Records = messages.map((message) => ({
          ...message,
          eventSource: 'aws:sqs',
          attributes: {},
          messageAttributes: {},
        }));
        const { batchItemFailures } = await functions.get(name).invoke<SQSBatchResponse>({ Records });
        expect(batchItemFailures).toEqual([]);
      }
    }
  }

  it('complete the main job over the event shapes of AWS', async () => {
    const sealed = { seal: async () => 'sealed', open: async () => Buffer.alloc(32) };
    const deps = {
      clock: systemClock,
      random: systemRandom,
      config: createConfigStore(tables),
      secretBox: sealed,
      sessions: createSessionStore(tables),
    };
    const operator = (id: string) =>
      createOperator(
        deps,
        ORG,
        { id: id as OperatorId, name: id, email: `${id}@example.com`, role: 'operator' },
        'system',
      );
    await Promise.all([operator('op_a'), operator('op_b')]);
    const roster = ['op_a', 'op_b'] as OperatorId[];
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const rest = {
      mode: 'independent',
      coincidenceSeconds: 60,
      denySelfApproval: true,
      requiredParams: [],
      paramRules: [],
      ttlSeconds: 3600,
      integration: null,
    } as const;
    await createAction(deps, ORG, { id: 'refund' as ActionId, title: 'Refund', roster, quorum, ...rest }, 'system');
    const { token } = await issueApiKey(deps, ORG, { name: 'all', scopes: ['propose', 'read', 'execute'] }, 'system');
    const key = { authorization: `Bearer ${token}` };

    const { Table } = await tables.client.send(new DescribeTableCommand({ TableName: 'main' }));
    const streams = new DynamoDBStreamsClient({
      endpoint: database.endpoint,
      region: 'local',
      credentials: CREDENTIALS,
    });
    const poller = startStreamPoller({
      client: streams,
      streamArn: Table!.LatestStreamArn!,
      activity: new Activity(),
      handler: (event) => functions.get('dispatch').invoke<DynamoDBBatchResponse>(event),
    });
    try {
      const proposed = await call(
        'api',
        'POST',
        '/v1/requests',
        { action: 'refund', requester: 'op_a', params: { intent: DIGEST }, intent: ENVELOPE },
        key,
      );
      expect(proposed.statusCode).toBe(202);
      const { id } = proposed.body.request;
      await poller.drained();
      await drain();
      const [mail] = aws.mails;
      expect([aws.mails.length, mail?.to]).toEqual([1, 'op_b@example.com']);
      const code = /\b\d{8}\b|\b\d{4} \d{4}\b/.exec(mail!.text)?.[0];

      const link = await createSignInLink(deps, ORG, 'op_b' as OperatorId);
      const opened = await call('console', 'POST', '/api/session', { token: link.token }, { origin: ORIGIN });
      expect(opened.cookies?.[0]).toMatch(/^__Host-session=.*HttpOnly.*SameSite=Strict.*Secure/);
      const cookie = opened.cookies![0]!.split(';')[0]!;
      const turned = await call('console', 'POST', `/api/requests/${id}/turn`, { code }, { origin: ORIGIN, cookie });
      expect(turned.body.request.outcome).toBe('authorized');

      const claimed = await call('api', 'POST', `/v1/requests/${id}/claim`, undefined, key);
      const report = { claim_id: claimed.body.claim_id, status: 'succeeded' };
      const reported = await call('api', 'POST', `/v1/requests/${id}/execution`, report, key);
      expect(reported.body.request.execution.state).toBe('succeeded');
      await poller.drained();
      await drain();
      const history = await call('console', 'GET', `/api/requests/${id}/history`, undefined, { cookie });
      expect(history.body.entries.map(({ kind }: { kind: string }) => kind)).toContain('intent.reported');
    } finally {
      await poller.stop();
      streams.destroy();
    }
    const swept = await functions
      .get('sweep')
      .invoke<{ sent: number }>({ 'detail-type': 'Scheduled Event', source: 'aws.events' });
    expect(swept.sent).toBeGreaterThanOrEqual(0);
    const step = {
      org: ORG,
      delivery_id: `dlv_${'0'.repeat(24)}`,
      generation: 1,
      next_attempt_at: '2026-01-01T00:00:00Z',
    };
    expect(await functions.get('deliver-try').invoke(step)).toEqual({ ...step, done: true });
  }, 60_000);

  it('are smaller than a naive bundle of the full clients', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'naive-'));
    const entry = join(folder, 'naive.ts');
    const clients = ['dynamodb', 'sqs', 'sfn', 'kms', 'secrets-manager', 'sesv2'];
    writeFileSync(
      entry,
      `${clients.map((name, n) => `import * as c${n} from '${join(__dirname, '../../node_modules/@aws-sdk/client-')}${name}';`).join('\n')}
export const all = [${clients.map((_, n) => `c${n}`).join(', ')}];
export const handler = async () => all.length;`,
    );
    const naiveBytes = naiveBundle(entry, join(folder, 'naive.js'));
    const naive = await host(join(folder, 'naive.js'), naiveBytes, {});
    naive.stop();
    const rows = FUNCTIONS.map((name) => [name, functions.get(name).bytes, functions.get(name).initMs] as const);
    const line = (name: string, bytes: number, ms: number) =>
      `${name.padEnd(14)} ${(bytes / 1024).toFixed(0).padStart(6)} KiB ${ms.toFixed(0).padStart(5)} ms`;
    console.log([...rows.map((row) => line(...row)), line('naive', naiveBytes, naive.initMs)].join('\n'));
    for (const [, bytes] of rows) expect(bytes).toBeLessThan(naiveBytes);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
});
