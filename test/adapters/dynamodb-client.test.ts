/** The client of DynamoDB on a real connection: sockets that hang, conflicts, dates, and the creation of the tables. */

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient, openConnection, watchDate } from '../../src/adapters/dynamodb/client';
import { createTables } from '../../src/adapters/dynamodb/create-tables';
import { tablesOf } from '../support/tables';

const DATE = 'Fri, 20 Nov 2026 12:00:00 GMT';
const answer = (status: number, body: object) => {
  const text = JSON.stringify(body);
  const type = 'content-type: application/x-amz-json-1.0';
  return `HTTP/1.1 ${status} -\r\n${type}\r\ndate: ${DATE}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const FINE = answer(200, { Attributes: { n: { N: '7' } } });
const REFUSED = answer(400, {
  __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
  message: 'The conditional request failed',
});
const CONFLICT = answer(400, {
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
  message: 'Transaction is ongoing for the item',
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A database that gives these answers in order, and then repeats the last one. '' is a socket that hangs. */
async function database(...answers: readonly string[]) {
  const seen = { connections: 0, calls: 0 };
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.push(socket);
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      received += part;
      const [head, body] = received.split('\r\n\r\n') as [string, string | undefined];
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)![1])) return;
      received = '';
      seen.calls += 1;
      socket.write(answers[seen.calls - 1] ?? answers.at(-1)!);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const config = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'SECRET' },
  };
  const client = (attemptMs?: number) => {
    const made = createDocumentClient(config, attemptMs);
    closing.push(() => made.destroy());
    return made;
  };
  return { seen, client };
}

const update = () =>
  new UpdateCommand({
    TableName: 'main',
    Key: { pk: 'p', sk: 's' },
    UpdateExpression: 'SET n = :n',
    ExpressionAttributeValues: { ':n': 7, ':gone': undefined },
    ReturnValues: 'ALL_NEW',
  });

describe('a socket that does not answer', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }));
  afterEach(() => jest.useRealTimers());

  /** How a call ends, and after how many milliseconds. The server keeps up while time passes. */
  async function outcome(call: Promise<unknown>) {
    const ended: { answer?: unknown; failure?: unknown } = {};
    call.then(
      (answer) => Object.assign(ended, { answer }),
      (failure) => Object.assign(ended, { failure }),
    );
    let passedMs = 0;
    for (; Object.keys(ended).length === 0; passedMs += 10) {
      jest.advanceTimersByTime(10);
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    return { ...ended, passedMs };
  }

  test('a call fails after four attempts of two seconds, within the ten seconds of its function', async () => {
    const { seen, client } = await database('');
    const { failure, passedMs } = await outcome(client().send(update()));
    expect(failure).toMatchObject({ name: 'TimeoutError' });
    expect(seen).toEqual({ connections: 4, calls: 4 });
    expect(passedMs).toBeGreaterThanOrEqual(4 * 2000);
    expect(passedMs).toBeLessThan(9500);
  });

  test('a call succeeds if its next attempt is answered', async () => {
    const { seen, client } = await database('', FINE);
    const { answer, passedMs } = await outcome(client().send(update()));
    expect(answer).toMatchObject({ Attributes: { n: 7 } });
    expect(seen).toEqual({ connections: 2, calls: 2 });
    expect(passedMs).toBeGreaterThanOrEqual(2000);
    expect(passedMs).toBeLessThan(4000);
  });
});

/** Node times an idle socket itself, so real time passes here: short, and a slow machine changes no result. */
describe('a socket that stops in the middle of its answer', () => {
  const CUT = FINE.slice(0, -5);

  test('a call fails after four attempts', async () => {
    const { seen, client } = await database(CUT);
    await expect(client(50).send(update())).rejects.toMatchObject({ name: 'TimeoutError' });
    // The server may accept the last connection after its attempt has ended.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(seen.connections).toBe(4);
  });

  test('a call succeeds if a later attempt is answered', async () => {
    const { seen, client } = await database(CUT, FINE);
    expect(await client(200).send(update())).toMatchObject({ Attributes: { n: 7 } });
    expect(seen.connections).toBeGreaterThan(1);
  });
});

describe('a call', () => {
  test('a call reuses the connection of the call before it', async () => {
    const { seen, client } = await database(FINE);
    const one = client();
    await one.send(update());
    await one.send(update());
    expect(seen).toEqual({ connections: 1, calls: 2 });
  });

  test('a call that conflicts with a transaction on the same item is repeated', async () => {
    const { seen, client } = await database(CONFLICT, CONFLICT, FINE);
    expect(await client().send(update())).toMatchObject({ Attributes: { n: 7 } });
    expect(seen.calls).toBe(3);
  });

  test('a call omits attributes that are undefined', async () => {
    const { client } = await database(answer(200, {}));
    const Item = { pk: 'p', sk: 's', gone: undefined, deep: { gone: undefined } };
    const transaction = new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 'main', Item } }] });
    await expect(client().send(transaction)).resolves.toBeDefined();
  });

  test('a call reports the date of its answer', async () => {
    const { client } = await database(FINE);
    const one = client();
    const saw: (string | undefined)[] = [];
    watchDate(one, (date) => void saw.push(date));
    await one.send(update());
    expect(saw).toEqual([DATE]);
  });

  test('the call that opens the connection reads an item that does not exist, and its failure is ignored', async () => {
    const sent: unknown[] = [];
    const tables = tablesOf(async ({ input }) => {
      sent.push(input);
      throw new Error('no connection');
    });
    openConnection(tables);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([{ TableName: 'main', Key: { pk: 'CONNECTION', sk: 'CONNECTION' } }]);
  });
});

describe('the tables', () => {
  /** A database with an answer to the creation of each table, and then its states. */
  const database = (created: Error | null, ...states: readonly string[]) => {
    const calls: [string, string][] = [];
    const seen = new Map<string, number>();
    const tables = tablesOf(async ({ constructor: { name }, input }) => {
      calls.push([name, input.TableName]);
      if (name === 'CreateTableCommand') {
        if (created !== null) throw created;
        return {};
      }
      const n = seen.get(input.TableName) ?? 0;
      seen.set(input.TableName, n + 1);
      return { Table: { TableStatus: states[n] } };
    });
    return { calls, tables };
  };
  const inUse = Object.assign(new Error('there'), { name: 'ResourceInUseException' });

  test.each([
    ['are created', null],
    ['that exist are left alone', inUse],
  ])('the tables %s, and are ready once both are active', async (_, created) => {
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
  ])('the tables are not created after %s', async (_, thrown) => {
    await expect(createTables(database(thrown, 'ACTIVE').tables)).rejects.toBe(thrown);
  });
});

test('the client copies neither the input nor the output of a call for a log, also not of a refused call', async () => {
  const { client } = await database(FINE, REFUSED);
  const made = client();
  const copied: unknown[] = [];
  const filter = (value: unknown) => void copied.push(value);
  made.middlewareStack.add(
    (next, context) => {
      // The SDK's own, which the document client sets if they are not there.
      context.dynamoDbDocumentClientOptions = {
        overrideInputFilterSensitiveLog: filter,
        overrideOutputFilterSensitiveLog: filter,
      };
      return next;
    },
    { step: 'initialize', name: 'copied' },
  );
  await made.send(update());
  await expect(made.send(update())).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(copied).toEqual([]);
});
