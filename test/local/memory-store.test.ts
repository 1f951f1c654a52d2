/**
 * The tables in memory, command by command. test/simulation/store.test.ts compares them with the embedded database; these
 * are the answers that DynamoDB documents.
 */
import * as streamCommands from '@aws-sdk/client-dynamodb-streams';
import * as commands from '@aws-sdk/lib-dynamodb';
import { type Command, MAIN, MemoryStore, TRANSIENT, type Written } from '../../src/local/memory/store';
import { MemoryStream } from '../../src/local/memory/stream';
import { openMemoryTables } from '../../src/local/memory/tables';

const CLASSES = { ...commands, ...streamCommands } as unknown as Record<string, Command['constructor']>;
const command = (name: string, input: object): Command => ({ constructor: CLASSES[`${name}Command`]!, input });

/** Puts `items` into the main table. */
function aStore(...items: object[]) {
  const written: Written[] = [];
  const store = MemoryStore.empty((change) => void written.push(change));
  const run = (name: string, input: object) =>
    store.run(command(name, { TableName: MAIN, ...input })) as Record<string, unknown>;
  for (const Item of items) run('Put', { Item });
  written.length = 0;
  return { store, run, written };
}
const key = (sk: string) => ({ pk: 'p', sk });

describe('the store', () => {
  test('the store in memory has a separate transient table, whose keys have one part', () => {
    const { store, run, written } = aStore();
    store.run(command('Put', { TableName: TRANSIENT, Item: { pk: 'p', n: 1 } }));
    expect(store.run(command('Get', { TableName: TRANSIENT, Key: { pk: 'p' } }))).toMatchObject({ Item: { n: 1 } });
    expect(run('Get', { Key: { pk: 'p' } }).Item).toBeUndefined();
    expect([store.items(), written]).toEqual([[], []]);
  });

  test('the store in memory answers what a write requests, and reports each write of the main table', () => {
    const { run, written } = aStore({ ...key('a'), n: 1 });
    const set = { UpdateExpression: 'SET n = :two', ExpressionAttributeValues: { ':two': 2 } };
    const [one, two] = [
      { ...key('a'), n: 1 },
      { ...key('a'), n: 2 },
    ];
    expect(run('Update', { Key: key('a'), ...set, ReturnValues: 'ALL_OLD' }).Attributes).toEqual(one);
    expect(run('Update', { Key: key('a'), ...set, ReturnValues: 'ALL_NEW' }).Attributes).toEqual(two);
    expect(run('Update', { Key: key('a'), ...set })).toEqual({ $metadata: {} });
    expect(run('Update', { Key: key('b'), ...set, ReturnValues: 'ALL_OLD' })).toEqual({ $metadata: {} });
    expect(run('Delete', { Key: key('a'), ReturnValues: 'ALL_OLD' }).Attributes).toEqual(two);
    expect(run('Delete', { Key: key('a'), ReturnValues: 'ALL_OLD' })).toEqual({ $metadata: {} });
    expect(run('Put', { Item: one, ReturnValues: 'NONE' })).toEqual({ $metadata: {} });
    expect(written).toEqual([
      { before: one, after: two },
      { before: two, after: two },
      { before: two, after: two },
      { before: undefined, after: { ...key('b'), n: 2 } },
      { before: two, after: undefined },
      { before: undefined, after: undefined },
      { before: undefined, after: one },
    ]);
  });

  test('the store in memory names an unknown command', () => {
    expect(() => aStore().run('Scan', {})).toThrow('a command not known here: ScanCommand');
  });

  test('copies of the store in memory are independent', () => {
    const { store } = aStore({ ...key('a'), n: 1 });
    const told: Written[] = [];
    const copy = store.fork((change) => void told.push(change));
    const put = (to: MemoryStore, sk: string) => to.run(command('Put', { TableName: MAIN, Item: key(sk) }));
    expect(copy.items()).toHaveLength(1);
    put(store, 'b');
    put(copy, 'c');
    expect(store.items().map(({ sk }) => sk)).toEqual(['a', 'b']);
    expect(copy.items().map(({ sk }) => sk)).toEqual(['a', 'c']);
    expect(told).toEqual([{ before: undefined, after: key('c') }]);
  });
});

describe('a query', () => {
  const items = ['c', 'a', 'b', 'ab'].map((sk, n) => ({
    ...key(sk),
    n,
    due_pk: n < 3 ? 'D' : 'E',
    due_at: n % 2,
    x: 1,
  }));
  const { run } = aStore(...items, { ...key('z'), due_pk: 'D' }, { pk: 'q', sk: 'a', due_pk: 'D', due_at: 0 });
  const query = (input: object, values: object = { ':pk': 'p' }) =>
    run('Query', { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: values, ...input });
  const order = (answer: Record<string, unknown>) => (answer.Items as { sk: string }[]).map(({ sk }) => sk);

  test('a query in memory that does not name its partition first is refused', () => {
    expect(() => query({ KeyConditionExpression: 'sk >= :from AND pk = :org' }, { ':org': 'p', ':from': 1 })).toThrow(
      'a query that names its partition otherwise',
    );
  });

  test('a query of an index in memory finds the items with its keys, in its order, with its attributes', () => {
    const due = (input: object = {}) =>
      run('Query', {
        IndexName: 'due',
        KeyConditionExpression: 'due_pk = :due AND due_at <= :until',
        ExpressionAttributeValues: { ':due': 'D', ':until': 1 },
        ...input,
      });
    expect(due().Items).toEqual([
      { ...key('b'), due_pk: 'D', due_at: 0 },
      { ...key('c'), due_pk: 'D', due_at: 0 },
      { pk: 'q', sk: 'a', due_pk: 'D', due_at: 0 },
      { ...key('a'), due_pk: 'D', due_at: 1 },
    ]);
    expect(order(due({ ScanIndexForward: false }))).toEqual(['a', 'a', 'c', 'b']);
    // An item without the sort key is not in the index.
    expect(order(due({ KeyConditionExpression: 'due_pk = :due' }))).toEqual(['b', 'c', 'a', 'a']);
    const page = due({ Limit: 2 });
    expect(page.LastEvaluatedKey).toMatchObject(key('c'));
    expect(order(due({ Limit: 2, ExclusiveStartKey: page.LastEvaluatedKey }))).toEqual(['a', 'a']);
    // A full page has a next one, which may be empty.
    expect(due({ Limit: 4 }).LastEvaluatedKey).toMatchObject(key('a'));
  });
});

describe('the stream in memory', () => {
  const NOW = Date.UTC(2026, 10, 20, 12);
  const ask = (stream: MemoryStream, name: string, input: object = {}) =>
    stream.run(command(name, input)) as { Records: { dynamodb: object }[]; NextShardIterator: string };

  test('the stream in memory has a record of each write, in order', () => {
    const stream = new MemoryStream(() => NOW);
    const [one, two] = [
      { ...key('a'), n: 1 },
      { ...key('a'), n: 2, u: undefined },
    ];
    stream.add({ before: undefined, after: one });
    stream.add({ before: one, after: two });
    stream.add({ before: two, after: undefined });
    // A delete of an item that is not there.
    stream.add({ before: undefined, after: undefined });
    const image = (n: number) => ({ pk: { S: 'p' }, sk: { S: 'a' }, n: { N: `${n}` } });
    const record = (sequence: string, eventName: string, images: object) => ({
      ...{ eventID: sequence, eventName, eventVersion: '1.1', eventSource: 'aws:dynamodb', awsRegion: 'local' },
      dynamodb: {
        ApproximateCreationDateTime: new Date(NOW),
        Keys: { pk: { S: 'p' }, sk: { S: 'a' } },
        ...images,
        SequenceNumber: sequence,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
    const { Records, NextShardIterator } = ask(stream, 'GetRecords', { ShardIterator: '0', Limit: 10 });
    expect(Records).toEqual([
      record('1', 'INSERT', { NewImage: image(1) }),
      record('2', 'MODIFY', { NewImage: image(2), OldImage: image(1) }),
      record('3', 'REMOVE', { OldImage: image(2) }),
    ]);
    expect(Object.keys(Records[0]!.dynamodb)).not.toContain('OldImage');
    expect(Object.keys(Records[2]!.dynamodb)).not.toContain('NewImage');
    expect(NextShardIterator).toBe('3');
  });

  test('the stream in memory is read in pages from a position, and forgets what was read', () => {
    const stream = new MemoryStream(() => NOW);
    for (let n = 1; n <= 3; n += 1) stream.add({ before: undefined, after: { ...key('a'), n } });
    const numbers = (from: string, Limit = 10) => {
      const { Records, NextShardIterator } = ask(stream, 'GetRecords', { ShardIterator: from, Limit });
      return [
        Records.map(({ dynamodb }) => (dynamodb as { SequenceNumber: string }).SequenceNumber),
        NextShardIterator,
      ];
    };
    expect(numbers('0', 2)).toEqual([['1', '2'], '2']);
    expect(numbers('0', 1)).toEqual([['1'], '1']);
    expect(numbers('2')).toEqual([['3'], '3']);
    expect(numbers('3')).toEqual([[], '3']);
    expect(numbers('0')).toEqual([[], '0']);
  });

  test('the stream in memory has one shard, and knows no other command', () => {
    const stream = new MemoryStream(() => NOW);
    expect(ask(stream, 'DescribeStream')).toEqual({ StreamDescription: { Shards: [{ ShardId: 'shard-1' }] } });
    expect(ask(stream, 'GetShardIterator')).toEqual({ ShardIterator: '0' });
    expect(ask(stream, 'GetShardIterator', { SequenceNumber: '7' })).toEqual({ ShardIterator: '7' });
    expect(() => ask(stream, 'ListStreams')).toThrow('a command of the stream not known here: ListStreamsCommand');
  });
});

describe('the tables in memory', () => {
  test('the tables in memory recognize a command by its class, whatever name a bundler gave it', async () => {
    const name = Object.getOwnPropertyDescriptor(commands.PutCommand, 'name')!;
    Object.defineProperty(commands.PutCommand, 'name', { ...name, value: 'e' });
    try {
      const { tables } = openMemoryTables(() => undefined);
      await tables.client.send(new commands.PutCommand({ TableName: 'main', Item: key('a') }));
      const read = await tables.client.send(new commands.GetCommand({ TableName: 'main', Key: key('a') }));
      expect(read.Item).toEqual(key('a'));
    } finally {
      Object.defineProperty(commands.PutCommand, 'name', name);
    }
  });

  test('the tables in memory keep what was written, even if a caller changes its objects later', async () => {
    let writes = 0;
    const opened = openMemoryTables(
      () => void writes++,
      () => 7,
    );
    expect(opened.streamArn).toBe(`arn:aws:dynamodb:local:000000000000:table/main/stream/${process.pid}-7`);
    const client = opened.tables.client as unknown as { send(command: Command): Promise<{ Item: typeof item }> };
    const send = (name: string, input: object) =>
      client.send(command(name, { TableName: opened.tables.main, ...input }));
    const item = {
      ...{
        ...key('a'),
        list: [{ n: 1, gone: undefined }],
        bytes: Uint8Array.of(1),
        set: new Set(['x']),
        none: null,
        gone: undefined,
      },
    };
    await send('Put', { Item: item });
    const stored = { ...key('a'), list: [{ n: 1 }], bytes: Uint8Array.of(1), set: new Set(['x']), none: null };
    const change = (each: typeof item) => {
      each.list[0]!.n = 2;
      each.bytes[0] = 2;
      each.set.add('y');
    };
    change(item);
    const { Item: read } = await send('Get', { Key: key('a') });
    expect(read).toEqual(stored);
    for (const each of [read, read.list[0]!]) expect(Object.keys(each)).not.toContain('gone');
    change(read);
    expect((await send('Get', { Key: key('a') })).Item).toEqual(stored);
    expect(writes).toBe(1);
    expect([opened.endpoint, opened.tables.main, opened.tables.transient]).toEqual([null, 'main', 'transient']);
    expect(await Promise.race([opened.died, Promise.resolve('runs')])).toBe('runs');
    opened.tables.client.destroy();
    opened.streams.destroy();
    await expect(opened.stop()).resolves.toBeUndefined();
  });

  test('the tables in memory have a stream of their writes', async () => {
    const opened = openMemoryTables(() => undefined);
    await opened.tables.client.send(new commands.PutCommand({ TableName: 'main', Item: key('a') }));
    const before = Date.now();
    const { Records } = await opened.streams.send(
      new streamCommands.GetRecordsCommand({ ShardIterator: '0', Limit: 1 }),
    );
    expect(Records).toHaveLength(1);
    expect(Math.abs(Records![0]!.dynamodb!.ApproximateCreationDateTime!.getTime() - before)).toBeLessThan(10_000);
  });
});
