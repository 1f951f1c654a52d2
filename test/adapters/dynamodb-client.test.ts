/** Our DynamoDB client beside the SDK's own, before the same failures on a real connection: what they cost is all that differs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { type HttpRequest, HttpResponse } from '@smithy/core/transport';
import { createDocumentClient, openConnection, type Tables, watchDate } from '../../src/adapters/dynamodb/client';
import { createTables } from '../../src/adapters/dynamodb/create-tables';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const TYPE = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'REQUESTID' };
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { ...TYPE, ...headers }).end(JSON.stringify(body));
const error = (status: number, name: string, more: object = {}, headers?: Record<string, string>) =>
  json(
    status,
    { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'as the service says it', ...more },
    headers,
  );
const UPDATED = { Attributes: { n: { N: '7' }, list: { L: [{ S: 'ü' }, { M: { yes: { BOOL: true } } }] } } };
const fine: Answer = (response, request) =>
  json(200, request.headers['x-amz-target'] === 'DynamoDB_20120810.UpdateItem' ? UPDATED : {})(response, request);

/** The answers in order; the last one is repeated. */
const FAILURES: Readonly<Record<string, readonly Answer[]>> = {
  'nothing fails': [fine],
  'an internal error': [error(500, 'InternalServerError')],
  'an internal error, once': [error(500, 'InternalServerError'), fine],
  throttling: [error(400, 'ThrottlingException')],
  'too little throughput, once': [error(400, 'ProvisionedThroughputExceededException'), fine],
  'a connection that is reset': [(_, request) => request.socket.resetAndDestroy()],
  'an answer that is cut': [
    (response, request) => {
      response.writeHead(200, { ...TYPE, 'content-length': '1000' }).write('{"Attributes":');
      setImmediate(() => request.socket.destroy());
    },
  ],
  'a condition that fails, with the item': [
    error(400, 'ConditionalCheckFailedException', { Item: { n: { N: '8' }, s: { SS: ['a', 'b'] } } }),
  ],
  'a conflict with a transaction': [error(400, 'TransactionConflictException')],
  'a transaction that is cancelled': [
    error(400, 'TransactionCanceledException', {
      CancellationReasons: [
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'it failed',
          Item: { n: { N: '9' }, m: { M: { x: { NULL: true } } } },
        },
      ],
    }),
  ],
  'an expression that is not valid': [error(400, 'ValidationException')],
  'an error that nobody knows': [error(400, 'NobodyKnowsException')],
  'a page of HTML': [
    (response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<html>503</html>'),
  ],
  'a clock that is wrong': [
    error(403, 'InvalidSignatureException', {}, { date: new Date(Date.now() + 600_000).toUTCString() }),
    fine,
  ],
};

let answers: readonly Answer[] = [];
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    requests.push(request);
    (answers[requests.length - 1] ?? answers.at(-1))!(response, request);
  });
});
const started = new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
});
const clients: DynamoDBDocumentClient[] = [];

afterAll(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function configOf() {
  return {
    endpoint: `http://127.0.0.1:${await started}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'SECRET', sessionToken: 'SESSION' },
    maxAttempts: 4,
    retryStrategy: new ConfiguredRetryStrategy(4, () => 0),
  };
}

async function outcomeOf(client: DynamoDBDocumentClient, command: never) {
  clients.push(client);
  requests.length = 0;
  const said = await client.send(command).then(
    (output: object) => ({ output: { ...output, $metadata: undefined } }),
    (failure: Error & { $metadata?: { httpStatusCode?: number }; [member: string]: unknown }) => ({
      name: failure.name,
      class: failure.constructor.name,
      status: failure.$metadata?.httpStatusCode,
      // Each client has its own words for a connection that broke.
      message: failure.$metadata?.httpStatusCode === undefined ? null : failure.message,
      fault: failure.$fault,
      item: failure.Item,
      reasons: failure.CancellationReasons,
    }),
  );
  return { said, attempts: requests.length };
}

const update = () =>
  new UpdateCommand({
    TableName: 'main',
    Key: { pk: 'p', sk: 's' },
    UpdateExpression: 'SET n = :n',
    ExpressionAttributeValues: {
      ':n': 7,
      ':gone': undefined,
      ':deep': { text: '"ü\n', none: null, gone: undefined, list: [1, true] },
    },
    ReturnValues: 'ALL_NEW',
  }) as never;
const transaction = () =>
  new TransactWriteCommand({
    TransactItems: [{ Put: { TableName: 'main', Item: { pk: 'p', sk: 's' } } }],
    ClientRequestToken: 'once',
  }) as never;

describe.each(Object.entries(FAILURES))('%s', (name, failures) => {
  test.each([
    ['an update', update],
    ['a transaction', transaction],
  ])('%s ends as with the SDK’s own client, after as many attempts', async (_, command) => {
    const config = await configOf();
    answers = failures;
    const stock = await outcomeOf(
      DynamoDBDocumentClient.from(new DynamoDBClient(config), { marshallOptions: { removeUndefinedValues: true } }),
      command(),
    );
    const ours = await outcomeOf(createDocumentClient(config), command());
    if (name !== 'a conflict with a transaction') return void expect(ours).toEqual(stock);
    // The one intended difference: a conflict with a turn's transaction is tried again.
    expect(ours.said).toEqual(stock.said);
    expect({ stock: stock.attempts, ours: ours.attempts }).toEqual({ stock: 1, ours: 4 });
  });
});

test('sends the same JSON as the SDK’s own client, and signs the host', async () => {
  const config = await configOf();
  const bodies: string[] = [];
  answers = [fine];
  server.prependListener('request', (request) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => bodies.push(body));
  });
  await outcomeOf(
    DynamoDBDocumentClient.from(new DynamoDBClient(config), { marshallOptions: { removeUndefinedValues: true } }),
    update(),
  );
  await outcomeOf(createDocumentClient(config), update());
  expect(JSON.parse(bodies[1]!)).toEqual(JSON.parse(bodies[0]!));
  const { headers } = requests[0]!;
  expect(headers.authorization).toMatch(/SignedHeaders=[^,]*\bhost;/);
  expect(headers.host).toBe(config.endpoint.slice('http://'.length));
  expect(headers).toMatchObject({
    'x-amz-target': 'DynamoDB_20120810.UpdateItem',
    'x-amz-security-token': 'SESSION',
    'content-length': String(Buffer.byteLength(bodies[1]!)),
  });
});

test('a call that is not answered in time is tried again, and fails after four attempts', async () => {
  const config = await configOf();
  answers = [() => undefined];
  const client = createDocumentClient(config, { attemptMs: 20, connections: 1 });
  const { said, attempts } = await outcomeOf(client, update());
  expect(said).toMatchObject({ name: 'TimeoutError' });
  expect(attempts).toBe(4);
});

test('four attempts that are not answered end before the ten seconds of the function that makes them', async () => {
  answers = [() => undefined];
  const { requestHandler, maxAttempts } = createDocumentClient({ region: 'eu-central-1' }).config;
  expect(await maxAttempts()).toBe(4);
  const call = {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port: await started,
    path: '/',
    method: 'POST',
    headers: {},
  };
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const attempt = requestHandler.handle(call as never);
    jest.advanceTimersByTime(10_000 / 4 - 1);
    await expect(attempt).rejects.toMatchObject({ name: 'TimeoutError' });
  } finally {
    jest.useRealTimers();
    requestHandler.destroy?.();
  }
});

test('credentials that were renewed sign the next call', async () => {
  const config = await configOf();
  let issued = 0;
  answers = [fine];
  const credentials = async () => ({
    accessKeyId: `AKID${++issued}`,
    secretAccessKey: 'SECRET',
    expiration: new Date(Date.now() + 1000),
  });
  const client = createDocumentClient({ ...config, credentials });
  const keys: unknown[] = [];
  for (let call = 0; call < 3; call++) {
    await outcomeOf(client, update());
    keys.push(/Credential=(AKID\d+)/.exec(requests[0]!.headers.authorization!)?.[1]);
  }
  expect(new Set(keys).size).toBe(3);
});

describe('a call', () => {
  const DATE = 'Fri, 20 Nov 2026 12:00:00 GMT';
  /** What reaches the connection. */
  const captured = (endpoint = 'https://dynamodb.eu-central-1.amazonaws.com') => {
    const sent: HttpRequest[] = [];
    const requestHandler = {
      handle: async (request: HttpRequest) => {
        sent.push(request);
        return { response: new HttpResponse({ statusCode: 200, headers: { date: DATE }, body: Buffer.from('{}') }) };
      },
    };
    const credentials = { accessKeyId: 'AKID', secretAccessKey: 'SECRET' };
    const client = createDocumentClient({ endpoint, region: 'eu-central-1', credentials, requestHandler });
    return { client, sent };
  };

  test.each([
    ['https://dynamodb.eu-central-1.amazonaws.com', 'dynamodb.eu-central-1.amazonaws.com'],
    ['http://127.0.0.1:8000', '127.0.0.1:8000'],
  ])('has the headers that it needs and no others: at %s', async (endpoint, host) => {
    const { client, sent } = captured(endpoint);
    // As in a function of Lambda, where the SDK would add the id of the trace.
    Object.assign(process.env, { AWS_LAMBDA_FUNCTION_NAME: 'api', _X_AMZN_TRACE_ID: 'Root=1-0' });
    await client.send(update());
    for (const name of ['AWS_LAMBDA_FUNCTION_NAME', '_X_AMZN_TRACE_ID']) delete process.env[name];
    const [{ headers }] = sent as [HttpRequest];
    expect(headers.host).toBe(host);
    expect(Object.keys(headers).sort()).toEqual([
      'amz-sdk-invocation-id',
      'amz-sdk-request',
      'authorization',
      'content-type',
      'host',
      'x-amz-content-sha256',
      'x-amz-date',
      'x-amz-target',
    ]);
    expect(headers.authorization).toContain('/eu-central-1/dynamodb/aws4_request');
  });

  test('tells the date of its answer', async () => {
    const { client } = captured();
    const saw: (string | undefined)[] = [];
    watchDate(client, (date) => void saw.push(date));
    await client.send(update());
    expect(saw).toEqual([DATE]);
  });

  test('that only opens the connection reads an item that does not exist, and its failure is ignored', async () => {
    const sent: unknown[] = [];
    const fails = async ({ input }: { input: unknown }) => {
      sent.push(input);
      throw new Error('no connection');
    };
    openConnection({ client: { send: fails } as never, main: 'main', transient: 'transient' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([{ TableName: 'main', Key: { pk: 'CONNECTION', sk: 'CONNECTION' } }]);
  });
});

describe('the tables', () => {
  /** A database that says of each table in turn: its answer to its creation, and then its states. */
  const database = (created: Error | null, ...states: readonly string[]) => {
    const calls: [string, string][] = [];
    const seen = new Map<string, number>();
    const send = async (command: { readonly constructor: { name: string }; readonly input: { TableName: string } }) => {
      const [{ name }, { input }] = [command.constructor, command];
      calls.push([name, input.TableName]);
      if (name === 'CreateTableCommand') {
        if (created !== null) throw created;
        return {};
      }
      const n = seen.get(input.TableName) ?? 0;
      seen.set(input.TableName, n + 1);
      return { Table: { TableStatus: states[n] } };
    };
    return { calls, tables: { client: { send } as never, main: 'main', transient: 'transient' } as Tables };
  };
  const inUse = Object.assign(new Error('there'), { name: 'ResourceInUseException' });

  test.each([
    ['are created', null],
    ['that exist are left alone', inUse],
  ])('%s, and are ready once both are active', async (_, created) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
    try {
      const { calls, tables } = database(created, 'CREATING', 'CREATING', 'ACTIVE');
      let isReady = false;
      const creating = createTables(tables).then(() => {
        isReady = true;
      });
      const looks = () => calls.filter(([command]) => command === 'DescribeTableCommand').length;
      for (const [passedMs, looked] of [
        [0, 2],
        [99, 2],
        [1, 4],
        [100, 6],
      ] as const) {
        expect(isReady).toBe(false);
        jest.advanceTimersByTime(passedMs);
        await new Promise((resolve) => setImmediate(resolve));
        expect(looks()).toBe(looked);
      }
      await creating;
      const creates = calls.filter(([command]) => command === 'CreateTableCommand').map(([, name]) => name);
      expect(creates).toEqual(['main', 'transient']);
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    ['an error that it does not know', Object.assign(new Error('no access'), { name: 'AccessDeniedException' })],
    ['something that is no error', 'ResourceInUseException' as unknown as Error],
  ])('are not created after %s', async (_, thrown) => {
    await expect(createTables(database(thrown, 'ACTIVE').tables)).rejects.toBe(thrown);
  });
});
